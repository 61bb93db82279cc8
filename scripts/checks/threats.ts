import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

const PAGE = 'docs/security.md'

/** A test, as the page names it: its file, and its title or that of its group. */
const NAMED = /`([\w./-]+\.(?:test|spec)\.ts)`: "([^"]+)"/g

/** A table of threats: its header ends with this column. */
const HEADER = /\| Shown by \|$/

/** A threat that no test shows has to say so. */
const UNTESTED = /no test/i

/** The threat model names tests that exist, and hides no threat without one. */
export const threats: Check = {
  name: 'every threat names a test that exists, or says that there is none',
  problems: async () => threatProblems(await repositoryFiles()),
}

/** @returns What the threat model says of tests that is not so. */
export function threatProblems(files: readonly RepositoryFile[]): string[] {
  const page = files.find(({ path }) => path === PAGE)
  if (!page) return [`${PAGE} is missing`]
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const missing = [...page.text.matchAll(NAMED)]
    .filter(([, path = '', title = '']) => !hasTest(texts.get(path), title))
    .map(([, path, title]) => `${path} has no test "${title}"`)
  return [
    ...missing,
    ...rowsOf(page.text)
      .filter(isUnproven)
      .map((row) => `no test is named: ${row}`),
  ]
}

/** A title is a whole text of the program; a few are templates. */
const hasTest = (text = '', title: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(quote + title + quote))

const isUnproven = (row: string) => row.match(NAMED) === null && !UNTESTED.test(row.split('|').at(-2) ?? '')

/** The rows of all tables of threats. */
function rowsOf(text: string): string[] {
  const blocks = text.split(/\n{2,}/).map((block) => block.split('\n'))
  return blocks
    .filter(([header = '']) => HEADER.test(header))
    .flatMap(([, , ...rows]) => rows.filter(Boolean))
}
