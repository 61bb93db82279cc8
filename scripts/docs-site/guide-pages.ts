/** The documents of the repository as pages of the site. Pure. */
import { posix } from 'node:path'
import type { RepositoryFile } from '../checks/repository.ts'
import { pageOf } from '../packages/scope.ts'
import type { SitePage } from './site-page.ts'

/** Documents outside `docs/` that are pages too. */
const OTHERS: Readonly<Record<string, string>> = {
  'sandbox/README.md': 'sandbox.md',
  'CHANGELOG.md': 'changelog.md',
}

/** The page in the repository that the site's reference takes the place of. */
const API_PAGE = 'docs/api-reference.md'

/** @returns Where a file of the repository is in the site; undefined if it is not there. */
export function sitePath(path: string): string | undefined {
  if (path === API_PAGE) return 'reference/index.md'
  if (!path.startsWith('docs/')) return OTHERS[path]
  return path.replace('docs/', '').replace(/(^|\/)README\.md$/, '$1index.md')
}

/**
 * @param files Files of the repository; those that are no page are left out.
 * @param anchors Heading of the API's page → where the site has it.
 */
export function guidePages(
  files: readonly RepositoryFile[],
  anchors: ReadonlyMap<string, string>,
): SitePage[] {
  return files.flatMap((file) => {
    const path = sitePath(file.path)
    if (path === undefined || file.path === API_PAGE || !path.endsWith('.md')) return []
    const text = named(undrawn(file.text, file.path))
    return [{ path, text: outsideFences(text, (part) => themed(relinked(part, file.path, anchors))) }]
  })
}

/** Applies a change to everything but blocks of code. */
function outsideFences(text: string, change: (text: string) => string): string {
  const parts = text.split(/^( *```[\s\S]*?^ *```$)/m)
  return parts.map((part, index) => (index % 2 === 0 ? change(part) : part)).join('')
}

/** A block that is a file shows its name: `html my-shop/mug.html`. What else stands there is for the tests. */
const named = (text: string) =>
  text.replaceAll(
    /^( *)```(\w+) (\S*\.\w+)\n([\s\S]*?)^ *```$/gm,
    (_, indent: string, language: string, name: string, code: string) =>
      `${indent}::: code-group\n\n${indent}\`\`\`${language} [${name}]\n${code}${indent}\`\`\`\n\n${indent}:::`,
  )

/** What draws diagrams weighs twice the whole site's build (201 MB), so that the site leads to the drawn ones. */
const undrawn = (text: string, path: string) =>
  text.replaceAll(
    /^```mermaid\n([\s\S]*?)^```$/gm,
    (_, source: string) =>
      `[The repository has this diagram, drawn](${pageOf(path)}).\n\n<details><summary>Its text</summary>\n\n\`\`\`txt\n${source}\`\`\`\n\n</details>`,
  )

const LINK = /(\]\(|\b(?:src|srcset)=")(?![a-z]+:|#|\/)([^)\s"]+)/g

/** Links within the site stay; all others lead to the repository. */
function relinked(text: string, from: string, anchors: ReadonlyMap<string, string>): string {
  const here = posix.dirname(sitePath(from) ?? '')
  return text.replaceAll(LINK, (_, before: string, link: string) => {
    const [file = '', heading] = link.split('#')
    const target = posix.join(posix.dirname(from), file)
    const part = heading === undefined ? '' : `#${heading}`
    const page = sitePath(target)
    const moved = target === API_PAGE ? anchors.get(heading ?? '') : undefined
    if (moved === undefined && page === undefined) return `${before}${pageOf(target + part)}`
    const relative = posix.relative(here, moved ?? `${page}${part}`)
    return `${before}${relative.startsWith('.') ? relative : `./${relative}`}`
  })
}

/** Where a tag of the site stands in a document. Nothing shows it in the repository. */
const LIVE_TAG = '<!-- live tag -->'

/** Pictures of both themes follow the site's switch, not the system alone. */
const PICTURE = /<picture>\s*<source[^>]*srcset="([^"]+)"[^>]*>\s*<img([^>]*)>\s*<\/picture>/g

const themed = (text: string) =>
  text.replaceAll(LIVE_TAG, '<LiveTag />').replaceAll(PICTURE, (_, dark: string, attributes: string) => {
    const inDark = attributes.replace(/src="[^"]+"/, `src="${dark}"`)
    return `<img class="in-light"${attributes}><img class="in-dark"${inDark}>`
  })
