/** What a call sends. No network. */
import type { CallOptions, OperationRow, OrderRef } from './contract.generated.ts'
import { givenKey, idempotencyKey } from './idempotency-key.ts'

/** One request. Every try sends exactly this. */
export interface Request {
  /** The operation's id, for messages. */
  readonly operation: string
  readonly method: string
  /** Begins with `/`, and has the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** It may change something at the edge. */
  readonly isDeed: boolean
}

/** A call's arguments: what the path names, then the request or filter, then the options, each only where the row has it. */
export type Arguments = readonly unknown[]

/** A described call. */
export interface Call {
  readonly request: Request
  readonly options: CallOptions
}

/** Describes a call. @throws {TypeError} If an argument is missing. */
export async function describeCall(row: OperationRow, given: Arguments): Promise<Call> {
  const [method = '', pattern = ''] = row.route.split(' ')
  const hasSubject = pattern.includes('{')
  const subject = hasSubject ? idOf(row, given[0]) : ''
  const rest = hasSubject ? given.slice(1) : given
  const [parameter = {}, options = {}] = row.takes ? rest : [{}, rest[0]]
  const { body, headers } = await contentOf(row, subject, parameter as Parameter)
  const path = pattern.replace(/\{\w+\}/, encodeURIComponent(subject))
  const query = row.takes === 'filter' ? queryText(parameter as Parameter) : ''
  const request: Request = {
    ...{ operation: row.id, method, path: path + query, headers, isDeed: method !== 'GET' },
    ...(body !== undefined && { body }),
  }
  return { request, options: options as CallOptions }
}

type Parameter = Readonly<Record<string, unknown>>

/** The name of a deed goes into its key. In the body of any other operation `id` is a member like the others. */
async function contentOf(row: OperationRow, subject: string, parameter: Parameter) {
  if (row.takes !== 'request') return { headers: {}, body: undefined }
  const { id, idempotencyKey: begun, ...members } = parameter
  const content = row.isKeyed ? members : parameter
  const hasContent = Object.keys(content).length > 0
  const headers = {
    ...(row.isKeyed && { 'Idempotency-Key': await keyOf(row, subject, { id, begun }) }),
    ...(hasContent && { 'Content-Type': 'application/json' }),
  }
  return { headers, body: hasContent ? JSON.stringify(content) : undefined }
}

/** The key of another program's request counts as it is. @throws {TypeError} If there is neither a name nor such a key. */
const keyOf = async ({ id: operation }: OperationRow, subject: string, { id, begun }: Parameter) =>
  begun === undefined ? idempotencyKey(operation, subject, id as string) : givenKey(operation, begun)

function idOf({ id: operation }: OperationRow, subject: unknown): string {
  const id =
    typeof subject === 'object' && subject !== null ? (subject as Exclude<OrderRef, string>).id : subject
  // A path without its id is another operation.
  if (typeof id !== 'string' || id === '')
    throw new TypeError(`${operation}: whose? The first argument is an id`)
  return id
}

function queryText(filter: Parameter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
