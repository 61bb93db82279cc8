/** Records real answers of the edge, for the examples of its API document. */
import { addresses, merchantKey } from '../stack/stack.ts'

/** One request and its answer, as the document shows them. */
export interface RecordedAnswer {
  readonly operationId: string
  readonly summary: string
  readonly status: number
  readonly request?: unknown
  readonly response: unknown
}

/** A request of a recording. */
interface RecordedRequest {
  /** Values of the path's parameters. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** The token of an order, or empty for none. Default: the merchant's key. */
  readonly token?: string
}

/** Calls operations by their ids in the document. */
export interface ApiRecorder {
  /** All answers until now. */
  readonly answers: readonly RecordedAnswer[]
  /**
   * Calls an operation and records the answer.
   *
   * @param summary What is special about it, in a few words.
   * @returns The JSON of the answer, as it came.
   */
  readonly call: (operationId: string, summary: string, request?: RecordedRequest) => Promise<Answered>
}

/** The answer's JSON. Which members it has, the operation says. */
// biome-ignore lint/suspicious/noExplicitAny: the document describes it, and the recording is compared with the document
type Answered = any

/** Reads the document of the running edge. */
export async function apiRecorder(): Promise<ApiRecorder> {
  const document = await (await fetch(`${addresses().local.edge}/openapi.json`)).json()
  const routes = routesIn(document as Document)
  const answers: RecordedAnswer[] = []
  const call: ApiRecorder['call'] = async (operationId, summary, request = {}) => {
    const route = routes.get(operationId)
    if (!route) throw new TypeError(`the document has no operation ${operationId}`)
    const { body, token = merchantKey() } = request
    const reply = await fetch(addressOf(route.path, request), {
      method: route.verb.toUpperCase(),
      headers: {
        'Idempotency-Key': crypto.randomUUID(),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await reply.json()
    const { status } = reply
    answers.push(shown({ operationId, summary, status, ...(body && { request: body }), response }))
    return response
  }
  return { answers, call }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

/** Operation id → method and path. */
const routesIn = ({ paths }: Document) =>
  new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([verb, { operationId }]) => [operationId, { verb, path }] as const),
    ),
  )

function addressOf(pattern: string, { path = {}, query = {} }: RecordedRequest): string {
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  const search = new URLSearchParams(query).toString()
  return addresses().local.edge + filled + (search && `?${search}`)
}

/**
 * What readers see of it: the hosts of this machine become those of the documents' examples, and tokens, offers and
 * receipts are cut, since nobody can use them.
 */
export function shown<Value>(recorded: Value): Value {
  const { edge, shop, gateway, bank, local } = addresses()
  const hosts = [
    [edge, 'https://pay.example.com'],
    [shop, 'https://shop.example.com'],
    [gateway, 'https://gateway.example.com'],
    [bank, 'https://bank.example.com'],
    [local.edge, 'https://pay.example.com'],
    [local.gateway, 'https://gateway.example.com'],
  ] as const
  const text = hosts.reduce((all, [host, named]) => all.replaceAll(host, named), JSON.stringify(recorded))
  // The receiver of webhooks has another port each time.
  const named = text.replaceAll(/127\.0\.0\.1:\d+#\w+/g, 'shop.example.com#wxivjm')
  return JSON.parse(named.replaceAll(/(eyJ[\w-]{10})[\w-]*\.[\w-]+\.[\w-]+/g, '$1…'))
}

/** Paths of all members of a recorded value, sorted; those of an array's items once. */
export function memberPaths(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inner = Array.isArray(value)
    ? value.flatMap((item) => memberPaths(item, `${at}[]`))
    : Object.entries(value).flatMap(([name, item]) => memberPaths(item, `${at}.${name}`))
  return [...new Set(inner.length > 0 ? inner : [at])].toSorted()
}
