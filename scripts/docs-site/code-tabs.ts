/** Blocks of code of which a reader sees one at a time. Pure. */
import type { ApiExample } from '../reference/api-document-shape.ts'

/** A block of code under a tab. */
export interface Tab {
  readonly label: string
  readonly language: string
  readonly code: string
}

/** A tab for each recorded example: `200 a part`. */
export const exampleTabs = (before: string, examples: Readonly<Record<string, ApiExample>> = {}): Tab[] =>
  Object.values(examples).map(({ summary, value }) => ({
    label: `${before} ${summary}`.trim(),
    language: 'json',
    code: JSON.stringify(value, null, 2),
  }))

/** A heading with tabs below it; nothing where there are none. */
export function codeTabs(heading: string, tabs: readonly Tab[]): string {
  if (tabs.length === 0) return ''
  const blocks = tabs.map(
    ({ label, language, code }) => `\`\`\`${language} [${label.replaceAll(/[[\]]/g, '')}]\n${code}\n\`\`\`\n`,
  )
  return [`<p class="heading">${heading}</p>\n\n::: code-group\n`, ...blocks, ':::'].join('\n')
}
