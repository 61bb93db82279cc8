/** `npm run new -- operation`: a further operation of the gateway, on both sides. Pure. */
import { operations } from '../../worker/gateway/operations.ts'
import { type Created, exists, type Place, quoted, type Read, replacedOnce, withEntry } from './creation.ts'

/** What the command line says of an operation. */
export interface OperationWish {
  readonly name: string
  /** Path at the gateway. Default: that of v2 with the operation's name. */
  readonly path?: string
}

const ROWS: Place = { path: 'worker/gateway/operations.ts', opening: 'export const operations = table({' }
const INPUTS: Place = { path: 'worker/gateway/golden-requests.test.ts', opening: 'const INPUTS' }
const GOLDEN: Place = { path: 'worker/gateway/testing/golden-requests.ts', opening: 'export const GOLDEN' }
const REACHED: Place = { path: 'scripts/reference.ts', opening: 'const REACHED' }
const SANDBOX_TABLE = 'sandbox/operations/operation-table.ts'
const SANDBOX_PATHS = 'sandbox/operations/operation-table.test.ts'

/** Files that say how many operations there are, and how. */
const COUNTED: readonly (readonly [path: string, words: (count: number) => string])[] = [
  ['worker/gateway/request.test.ts', (count) => `are the ${count} of the specification`],
  ['worker/gateway/request.test.ts', (count) => `path)).size).toBe(${count})`],
  [SANDBOX_PATHS, (count) => `carries out the ${count} operations`],
  ['sandbox/README.md', (count) => `all ${count} operations of the specification`],
  ['docs/server.md', (count) => `gateway's ${count} operations`],
  ['docs/architecture.md', (count) => `table of all ${count} operations`],
  ['docs/architecture.md', (count) => `calls all ${count} operations`],
  ['docs/scope.md', (count) => `[${count} operations](operations.md)`],
  ['README.md', (count) => `these ${count} operations`],
]

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const PATH = /^(\/[a-z0-9-]+)+$/

/**
 * Adds an operation that names an earlier transaction and is signed with its control, which most of them do. It compiles; its
 * golden request fails until somebody has made it from the specification, and the sandbox refuses it until it has a handler.
 */
export function newOperation({ name, path = `/api/v2/${name}` }: OperationWish, read: Read): Created {
  if (!NAME.test(name))
    return `${name} is no name of an operation: it has lower-case letters, digits and dashes`
  if (!PATH.test(path)) return `--path must be the path before the endpoint, such as /api/v2/${name}`
  const taken = Object.entries(operations).find(([other, row]) => other === name || row.path === path)
  if (taken) return `${taken[0]} is an operation already, at ${taken[1].path}`
  if (exists(handlerPath(name), read)) return `${handlerPath(name)} exists already: take another name`
  return {
    files: { ...edgeFiles(name, path, read), ...counts(path, read), ...sandboxFiles(name, path, read) },
    left: [
      `Make its row that of the specification: fields, control, endpoint, reply, onLostReply, and what is assumed, in ${ROWS.path}.`,
      `Write its golden request in ${GOLDEN.path} without this code: the control by sha1sum. Until then golden-requests fails.`,
      `Name the routes that lead to it in ${REACHED.path}, and then run npm run reference.`,
      `Write its handler in ${handlerPath(name)}, and a test beside it. Until then the sandbox refuses it.`,
      `Call it from a route or an order: nothing sends it yet.`,
    ],
  }
}

function edgeFiles(name: string, path: string, read: Read): Record<string, string> {
  const row = `{
    path: ${quoted(path)},
    endpoint: 'own',
    scheme: 'control',
    control: EARLIER,
    fields: earlier,
    reply: 'async',
    starts: false,
    onLostReply: 'ask',
    assumed: [],
  }`
  const golden = `{
    url: ${quoted(`https://gate.example.com/paynet${path}/1001`)},
    body: ['login=shop', 'client_orderid=order-1', 'orderid=42', 'control='],
  }`
  const entries = [
    [ROWS, row, `${sentence(name)}.`],
    [INPUTS, 'earlier', ''],
    [GOLDEN, golden, ''],
    [REACHED, '[]', ''],
  ] as const
  return Object.fromEntries(
    entries.map(([place, value, comment]) => {
      const key = name
      return [place.path, withEntry(read(place.path), place, { key, value, comment })]
    }),
  )
}

/** Every text that counts the operations counts one more; the sandbox's test names the path too. */
function counts(path: string, read: Read): Record<string, string> {
  const count = Object.keys(operations).length
  const files: Record<string, string> = {}
  for (const [file, words] of COUNTED)
    files[file] = replacedOnce(files[file] ?? read(file), file, words(count), words(count + 1))
  const paths = files[SANDBOX_PATHS] ?? ''
  files[SANDBOX_PATHS] = replacedOnce(
    paths,
    SANDBOX_PATHS,
    "\n]\n\nit('carries",
    `\n  ${quoted(path)},\n]\n\nit('carries`,
  )
  return files
}

function sandboxFiles(name: string, path: string, read: Read): Record<string, string> {
  const rows = name.toUpperCase().replaceAll('-', '_')
  const table = read(SANDBOX_TABLE)
  const imported = `import { ${rows} } from './${name}.ts'\n\n/** All operations`
  const withImport = replacedOnce(table, SANDBOX_TABLE, '\n/** All operations', imported)
  return {
    [SANDBOX_TABLE]: replacedOnce(
      withImport,
      SANDBOX_TABLE,
      '\n}\n\n/** Finds',
      `\n  ...${rows},\n}\n\n/** Finds`,
    ),
    [handlerPath(name)]: handlerFile(name, path, rows),
  }
}

const handlerPath = (name: string) => `sandbox/operations/${name}.ts`

const handlerFile = (
  name: string,
  path: string,
  rows: string,
) => `import { apiError } from '../api/error-codes.ts'
import { errorReply } from '../api/reply.ts'
import { controlSigned } from '../signing/control.ts'
import type { Handler, Operations } from './handler.ts'
import { control, existingOrder } from './param-groups.ts'

/** ${sentence(name)}. Refuses every request: it has no rules yet. */
const ${camel(name)}: Handler = (call) =>
  errorReply(call, apiError('UNKNOWN_OPERATION', 'the sandbox does not carry out ${name} yet'))

/** The operation ${name}. */
export const ${rows}: Operations = {
  ${quoted(name)}: {
    prefix: ${quoted(path)},
    auth: controlSigned('login', 'client_orderid', 'orderid'),
    params: { ...existingOrder, control },
    handle: ${camel(name)},
  },
}
`

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** The first sentence of a doc comment: what the operation does is the specification's to say. */
const sentence = (name: string) => `Carries out ${name}`
