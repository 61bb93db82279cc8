/** Finds folders that import each other. What the table of layers does not say, this finds. */
import { posix } from 'node:path'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** Their parts import each other nowhere. */
const FOLDERS = ['worker', 'widget', 'desk', 'sandbox']

/** An import from one part of a folder into another. A part is a folder inside, or a file beside those. */
interface Arrow {
  readonly from: string
  readonly to: string
  /** The file that imports. */
  readonly file: string
}

/** No two parts of a folder import each other. */
export const mutualImports: Check = {
  name: 'no two folders import each other',
  async problems() {
    const files = await repositoryFiles()
    return FOLDERS.flatMap((folder) => mutualPairs(arrowsIn(folder, files)))
  },
}

/** @returns All imports between the parts of a folder, but for those of tests and their support. */
export function arrowsIn(folder: string, files: readonly RepositoryFile[]): Arrow[] {
  const inside = files.filter(({ path }) => path.startsWith(`${folder}/`))
  const paths = new Set(inside.map(({ path }) => path))
  return inside
    .filter(({ path }) => /\.[jt]s$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      importedBy(path, text)
        .filter((to) => paths.has(to))
        .map((to) => ({ from: partOf(path), to: partOf(to), file: path })),
    )
    .filter(({ from, to }) => from !== to)
}

const isTest = (path: string) => /\.test\.ts$|\/testing\/|\/vitest\.config\.ts$/.test(path)

/** Types, re-exports and late imports count too. */
function importedBy(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^'?]+)/g)]
  return specifiers.map(([, specifier = '']) => posix.join(posix.dirname(path), specifier))
}

const partOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** @returns Each pair once, with the files of the direction that has fewer imports. */
export function mutualPairs(arrows: readonly Arrow[]): string[] {
  const byWay = Map.groupBy(arrows, ({ from, to }) => `${from} → ${to}`)
  const pairs = [...byWay.values()].flatMap((there) => {
    const [first] = there
    const back = first && byWay.get(`${first.to} → ${first.from}`)
    if (!first || !back || first.from > first.to) return []
    const fewer = there.length <= back.length ? there : back
    return [`${first.from} ↔ ${first.to}: ${[...new Set(fewer.map(({ file }) => file))].join(', ')}`]
  })
  return pairs.sort()
}
