import { analyse } from 'scslre'
import { type ESTree, parseSync, Visitor } from 'vite'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** What strangers send reaches these folders. Tests and scripts read only what we wrote. */
const SHIPPED = /^(cli|sandbox|shared|shop|widget|worker)\/.*\.[jt]s$/

const NOT_SHIPPED = /\.test\.ts$|\/testing\/|\/(vite|vitest)\.config\.ts$/

/** Expressions that are made of something else than constants, with the reason why they are fast all the same. */
const MADE_OF_VARIABLES: Readonly<Record<string, string>> = {
  'cli/edge-address.ts': 'the name of a setting, and a line',
  'widget/order/return-fragment.ts': 'the id of an order, and a token up to its end',
  'worker/gateway/card-data-redaction.ts':
    'the letters of one word, with up to two separators between any two',
}

/** Slow ones that no long text reaches, with the reason. */
const SHORT: Readonly<Record<string, string>> = {
  'widget/forms/typed-amount.ts': 'a field of 24 characters',
}

/** A text that is crafted for it keeps a slow expression busy for minutes, and with it an isolate or a shopper's page. */
export const regularExpressions: Check = {
  name: 'every regular expression takes linear time for every text',
  problems: async () => slowExpressions(await repositoryFiles()),
}

/** @returns The expressions of shipped files that backtrack, or that cannot be read. */
export function slowExpressions(files: readonly RepositoryFile[]): string[] {
  const modules = files.filter(({ path }) => SHIPPED.test(path) && !NOT_SHIPPED.test(path)).map(parsed)
  const shared = new Map(
    modules.filter(({ path }) => path.startsWith('shared/')).flatMap(({ constants }) => [...constants]),
  )
  return modules.flatMap((module) => problemsOf(module, shared))
}

/** A regular expression as a file makes it, with the line where it does. */
interface Made {
  readonly line: number
  readonly pattern: ESTree.Expression | undefined
  readonly flags: string
}

interface Module {
  readonly path: string
  readonly literals: readonly { readonly line: number; readonly pattern: RegExp }[]
  readonly made: readonly Made[]
  /** Constants of the whole file, by name. */
  readonly constants: ReadonlyMap<string, ESTree.Expression>
}

function parsed({ path, text }: RepositoryFile): Module {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const literals: { line: number; pattern: RegExp }[] = []
  const made: Made[] = []
  new Visitor({
    Literal: (node) => {
      if ('regex' in node)
        literals.push({ line: lineOf(node.start), pattern: new RegExp(node.regex.pattern, node.regex.flags) })
    },
    NewExpression: ({ callee, arguments: [pattern, flags], start }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
      made.push({ line: lineOf(start), pattern: pattern as ESTree.Expression, flags: flagsIn(flags) })
    },
  }).visit(program)
  return { path, literals, made, constants: constantsOf(program) }
}

const flagsIn = (node: ESTree.Argument | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : ''

function constantsOf({ body }: ESTree.Program): Map<string, ESTree.Expression> {
  const declarations = body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
  const declared = declarations.flatMap((node) =>
    node?.type === 'VariableDeclaration' ? node.declarations : [],
  )
  return new Map(
    declared.flatMap(({ id, init }) => (id.type === 'Identifier' && init ? [[id.name, init] as const] : [])),
  )
}

function problemsOf(module: Module, shared: Module['constants']): string[] {
  const { path, literals, made, constants } = module
  const known = new Map([...shared, ...constants])
  // A copy of an expression is as fast as that one, which is looked at where it stands.
  const own = made.filter(({ pattern }) => !isCopy(pattern, known))
  const read = own.map((one) => ({ ...one, pattern: textOf(one.pattern, known) }))
  const unread = read.filter(({ pattern }) => pattern === undefined && !(path in MADE_OF_VARIABLES))
  const readable = read.flatMap(({ line, pattern, flags }) =>
    pattern === undefined ? [] : [{ line, pattern: new RegExp(pattern, flags) }],
  )
  return [
    ...unread.map(
      ({ line }) => `${path}:${line}: made of variables, so this check cannot tell how long it takes`,
    ),
    ...(path in SHORT ? [] : [...literals, ...readable].filter(isSlow)).map(
      ({ line, pattern }) => `${path}:${line}: ${pattern}`,
    ),
  ]
}

function isCopy(node: ESTree.Expression | undefined, known: Module['constants']): boolean {
  const origin = node?.type === 'Identifier' ? known.get(node.name) : undefined
  return origin?.type === 'Literal' && 'regex' in origin
}

const isSlow = ({ pattern }: { readonly pattern: RegExp }) => analyse(pattern).reports.length > 0

/** The text of a constant expression; `undefined` if it has variables. */
function textOf(node: ESTree.Expression | undefined, known: Module['constants']): string | undefined {
  if (node?.type === 'Literal') return String(node.value)
  if (node?.type === 'Identifier') return textOf(known.get(node.name), known)
  if (node?.type !== 'TemplateLiteral') return undefined
  const parts = node.expressions.map((part) => textOf(part, known))
  if (parts.includes(undefined)) return undefined
  return node.quasis.map(({ value }, place) => value.cooked + (parts[place] ?? '')).join('')
}
