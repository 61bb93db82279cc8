import { posix } from 'node:path'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** Links and paths in documents lead somewhere. */
export const documents: Check = {
  name: 'every link and every path in a document leads somewhere',
  problems: async () => brokenReferences(await repositoryFiles()),
}

/** A link's target, or the address of a picture. */
const LINK = /\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g

/** A path as a document writes it; without a `/` it could be any word, but for the name of a source file. */
const PATH = /`([\w.-]+\/[\w./-]*|[\w.-]+\.ts)`/g

const FENCED = /^```[\s\S]*?^```/gm

const HEADING = /^#+ (.+)$/gm

/**
 * Lists the references of all documents that lead nowhere: links to files and to headings, and paths within the
 * repository. Links to other sites are not followed.
 */
export function brokenReferences(files: readonly RepositoryFile[]): string[] {
  const targets = targetsIn(files)
  const paths = documentsIn(files).flatMap(({ path, text }) =>
    pathsIn(text)
      .filter((named) => !isNamed(targets, path, named))
      .map((named) => `${path}: ${named} leads nowhere`),
  )
  return [...brokenLinks(files), ...paths]
}

/** Lists the links of all documents that lead nowhere, to no file among these or to no heading there. */
export function brokenLinks(files: readonly RepositoryFile[]): string[] {
  const targets = targetsIn(files)
  return documentsIn(files).flatMap(({ path, text }) =>
    linksIn(text)
      .filter((link) => !isLinked(targets, path, link))
      .map((link) => `${path}: ${link} leads nowhere`),
  )
}

const documentsIn = (files: readonly RepositoryFile[]) =>
  files.filter(({ path }) => path.endsWith('.md') || path.endsWith('/llms.txt'))

const targetsIn = (files: readonly RepositoryFile[]): Targets => ({
  texts: new Map(files.map(({ path, text }) => [path, text])),
  folders: new Set(files.flatMap(({ path }) => foldersOf(path))),
  sources: files.map(({ path }) => path).filter((path) => path.endsWith('.ts')),
})

/** What a document can refer to. */
interface Targets {
  /** By path. */
  readonly texts: ReadonlyMap<string, string>
  readonly folders: ReadonlySet<string>
  /** Paths of source files. */
  readonly sources: readonly string[]
}

const exists = ({ texts, folders }: Targets, path: string) =>
  texts.has(path) || folders.has(path.replace(/\/$/, ''))

/** Whether a link leads to a file or folder, and to a heading there if it names one. */
function isLinked(targets: Targets, from: string, link: string): boolean {
  const [file = '', heading] = link.split('#')
  const path = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!exists(targets, path)) return false
  return heading === undefined || anchorsIn(targets.texts.get(path) ?? '').includes(heading)
}

/** Whether a path is there: a source file by the end of its path, all else from the root or the document's folder. */
function isNamed(targets: Targets, from: string, path: string): boolean {
  if (path.endsWith('.ts')) return targets.sources.some((source) => `/${source}`.endsWith(`/${path}`))
  const isOurs = targets.folders.has(path.split('/')[0] ?? '')
  return !isOurs || exists(targets, path) || exists(targets, posix.join(posix.dirname(from), path))
}

const linksIn = (text: string) =>
  [...text.replace(FENCED, '').matchAll(LINK)]
    .map(([, target, source]) => target ?? source ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))

const pathsIn = (text: string) => [...text.matchAll(PATH)].map(([, path = '']) => path)

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
