import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

const PAGE = 'docs/stored-rows.md'

/** A call that reads or writes a row of a Durable Object, by its key or by what its key begins with. */
const ROW = /\b(?:kv|rows)\.(?:get|put|list)(?:<[^(]*>)?\(\s*(?:\{ prefix: )?('[^']*'|\w+)/g

const TABLE = /\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/g

const OBJECT = /\bclass (\w+) extends DurableObject\b/g

/** Every value that the edge stores is on the page of stored rows. */
export const storedRows: Check = {
  name: 'every stored row is on its page',
  problems: async () => missingRows(await repositoryFiles()),
}

/** Lists the rows, tables and objects of the edge that the page of stored rows does not name. */
export function missingRows(files: readonly RepositoryFile[]): string[] {
  const page = files.find(({ path }) => path === PAGE)?.text ?? ''
  return files.filter(isEdge).flatMap(({ path, text }) => {
    const names = [...keysIn(text), ...firstGroups(text, TABLE), ...firstGroups(text, OBJECT)]
    return [...new Set(names)]
      .filter((name) => !page.includes(`\`${name}\``))
      .map((name) => `${path}: ${PAGE} does not name \`${name}\``)
  })
}

const isEdge = ({ path }: RepositoryFile) =>
  /^worker\/.+\.(ts|sql)$/.test(path) && !/\.test\.ts$|\/testing\//.test(path)

/** The keys of a file's rows. One that it does not name in place, as a constant or as a list, is given as it is written. */
function keysIn(text: string): string[] {
  return firstGroups(text, ROW).flatMap((key) => {
    const inPlace = quoted(key)
    if (inPlace.length > 0) return inPlace
    const constant = new RegExp(`\\bconst ${key} = ('[^']*')`).exec(text)
    const list = new RegExp(`\\bconst ${key} of \\[([^\\]]*)\\]`).exec(text)
    const names = quoted(constant?.[1] ?? list?.[1] ?? '')
    return names.length > 0 ? names : [key]
  })
}

const quoted = (text: string): string[] => firstGroups(text, /'([^']*)'/g)

const firstGroups = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, group]) => group ?? [])
