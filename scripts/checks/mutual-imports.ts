/** Counts the folders that import each other. What the table of layers does not say, this finds. */
import { posix } from 'node:path'
import type { Layer } from './folder-rules.ts'
import { LAYERS } from './layers.ts'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** How many pairs of parts may import each other, by folder. A number here only shrinks. */
const ALLOWANCE: Readonly<Record<string, number>> = { worker: 0, widget: 0, desk: 0, sandbox: 0 }

/** An import from one part of a folder into another. A part is a folder inside, or a file beside those. */
interface Arrow {
  readonly from: string
  readonly to: string
  /** The file that imports. */
  readonly file: string
}

let counted = ''

/** No more parts import each other than are allowed, and no allowance is larger than it must be. */
export const mutualImports: Check = {
  name: 'folders import each other in no more places than are left to mend',
  async problems() {
    const files = await repositoryFiles()
    const arrows = new Map(Object.keys(ALLOWANCE).map((folder) => [folder, arrowsIn(folder, files)]))
    const pairs = [...arrows].map(([folder, all]) => [folder, mutualPairs(all)] as const)
    counted = pairs.map(([folder, { length }]) => `${folder} ${length}`).join(', ')
    return [
      ...pairs.flatMap(([folder, found]) => allowanceProblems(folder, found, ALLOWANCE[folder] ?? 0)),
      ...LAYERS.flatMap((layer) => unusedExceptions(layer, [...arrows.values()].flat())),
    ]
  },
  measured: () => counted,
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

const isTest = (path: string) => /\.test\.ts$|\/test-|\/testing[./]|\/vitest\.config\.ts$/.test(path)

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

/** @returns What is wrong with the pairs of a folder, or with the number that is allowed. */
export function allowanceProblems(folder: string, pairs: readonly string[], allowed: number): string[] {
  if (pairs.length === allowed) return []
  const found = `pairs in ${folder}/ that import each other: ${pairs.length}, allowed: ${allowed}`
  if (pairs.length > allowed) return [found, ...pairs]
  return [`${found}; lower its ALLOWANCE in scripts/checks/mutual-imports.ts`]
}

/** @returns What stands in `stillImports` although no file needs it any more. */
export function unusedExceptions({ of, stillImports = [] }: Layer, arrows: readonly Arrow[]): string[] {
  return stillImports
    .filter((path) => !arrows.some(({ from, to }) => from === of && to === path))
    .map((path) => `${of} no longer imports ${path}: take it out of stillImports in scripts/checks/layers.ts`)
}
