import { type ESTree, parseSync, Visitor } from 'vite'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** What a reader keeps in mind at once. A sum or a word that is wrong hides in more. */
const MAX_LINES = 25

/** The files whose functions say to people what was, is or will be charged, paid or sent back: in words or in sums. */
const SAYS_MONEY = [
  /^shared\/(?:money|order-outcome)\.ts$/,
  /^widget\/screen\//,
  /^widget\/order\/amount\.ts$/,
  /^widget\/element\/(?:order-summary|phrase|prices|receipt|status-panels)\.ts$/,
  /^worker\/order\/views\//,
  /^worker\/outbox\/(?:kept-sums|mail|order-entries|order-sums)\.ts$/,
  /^worker\/domain\/(?:cart-description|offer-lines|offer-price)\.ts$/,
  /^desk\/(?:order|payment|products)\//,
  /^desk\/pages\/(?:attention|day-sums|order-list)\.ts$/,
  /^desk\/texts\//,
]

/**
 * Functions that say money are short. Counted are all functions, methods and arrow functions in the files above, from the
 * line of their name or parameters to that of their last brace. Comments and blank lines count; tests do not.
 */
export const moneyFunctions: Check = {
  name: `no function that says money has over ${MAX_LINES} lines`,
  async problems() {
    return (await repositoryFiles()).filter(saysMoney).flatMap(longFunctionsIn)
  },
}

/** Whether a file's functions say money to people. */
export const saysMoney = ({ path }: Pick<RepositoryFile, 'path'>): boolean =>
  path.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(path) && SAYS_MONEY.some((place) => place.test(path))

/** @returns The file, the line and the number of lines of each function that is too long. */
export function longFunctionsIn({ path, text }: RepositoryFile): string[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const found: string[] = []
  const measure = ({ start, end }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const [first, last] = [lineOf(start), lineOf(end)]
    const lines = last - first + 1
    if (lines > MAX_LINES) found.push(`${path}:${first} has ${lines} lines`)
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return found
}
