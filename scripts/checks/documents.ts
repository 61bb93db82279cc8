import { posix } from 'node:path'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** Whoever follows a link or a path in a document finds what it names. */
export const documents: Check = {
  name: 'every link and every path in a document leads somewhere',
  problems: async () => brokenReferences(await repositoryFiles()),
}

/** A link's target, or the address of a picture. */
const LINK = /\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g

/** A path as a document writes it; without a `/` it could be any word. */
const PATH = /`([\w.-]+\/[\w./-]*)`/g

const FENCED = /^```[\s\S]*?^```/gm

const HEADING = /^#+ (.+)$/gm

/**
 * Lists the references of all documents that lead nowhere: links to files and to headings, and paths within the
 * repository. Links to other sites are not followed.
 */
export function brokenReferences(files: readonly RepositoryFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const folders = new Set([...texts.keys()].flatMap(foldersOf))
  const exists = (path: string) => texts.has(path) || folders.has(path)
  const isOurs = (path: string) => folders.has(path.split('/')[0] ?? '')
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) => {
      const links = linksIn(text).filter((link) => !leadsSomewhere(path, link, { texts, exists }))
      const paths = pathsIn(text).filter(
        (named) => isOurs(named) && !exists(named) && !exists(posix.join(posix.dirname(path), named)),
      )
      return [...links, ...paths].map((reference) => `${path}: ${reference} leads nowhere`)
    })
}

interface Repository {
  readonly texts: ReadonlyMap<string, string>
  readonly exists: (path: string) => boolean
}

function leadsSomewhere(from: string, link: string, { texts, exists }: Repository): boolean {
  const [file = '', heading] = link.split('#')
  const path = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!exists(path.replace(/\/$/, ''))) return false
  return heading === undefined || anchorsIn(texts.get(path) ?? '').includes(heading)
}

const linksIn = (text: string) =>
  [...text.replace(FENCED, '').matchAll(LINK)]
    .map(([, target, source]) => target ?? source ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))

const pathsIn = (text: string) => [...text.matchAll(PATH)].map(([, path = '']) => path.replace(/\/$/, ''))

/** Anchors of a document's headings, as GitHub makes them. */
const anchorsIn = (text: string) =>
  [...text.replace(FENCED, '').matchAll(HEADING)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** `a/b/c.ts` → `a/b`, `a`. */
function foldersOf(path: string): string[] {
  const folder = posix.dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}
