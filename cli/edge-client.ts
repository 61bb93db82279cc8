/** Requests to an edge, with a merchant key where there is one. */
import { setTimeout } from 'node:timers/promises'
import { answerText, boundedFetch, jsonOf } from './bounded-fetch.ts'
import { CommandError, type Terminal } from './command.ts'
import { readText } from './files.ts'
import { fieldTexts } from './problem-fields.ts'

/** An answer of the edge. */
export interface EdgeReply {
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  /** The parsed JSON; `undefined` where the body is none. */
  readonly body: unknown
}

/** What a request has besides its path. */
interface EdgeRequest {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One edge, as far as this key may use it. */
export interface EdgeClient {
  readonly edge: string
  readonly hasKey: boolean
  /**
   * Sends a request once. One that only reads is repeated while the edge asks to wait.
   *
   * @throws {CommandError} `edge-unreachable` if no answer came: the edge may have acted.
   */
  readonly ask: (path: string, request?: EdgeRequest) => Promise<EdgeReply>
}

/** Every request ends within this time. The edge itself waits 30 s for the gateway. */
const DEADLINE_MS = 60_000

/** A command that reads many orders may spend the key's budget of requests. It then waits as long as the edge says. */
const MAX_WAITS = 5
const MAX_PAUSE_SECONDS = 60

/** How long the edge asks to wait, in milliseconds; `undefined` where it does not, or for longer than a command waits. */
function pauseOf({ status, headers }: EdgeReply): number | undefined {
  const seconds = /^\d{1,4}$/.exec(headers.get('Retry-After') ?? '')?.[0]
  if (status !== 429 || seconds === undefined) return undefined
  return Number(seconds) > MAX_PAUSE_SECONDS ? undefined : Number(seconds) * 1000
}

/**
 * Makes a client. The key goes into the header only, and into no message.
 *
 * @param signal Ends every request at once.
 */
export function edgeClient(edge: string, merchantKey?: string, signal?: AbortSignal): EdgeClient {
  const origin = originOf(edge)
  const authorization = merchantKey === undefined ? {} : { Authorization: `Bearer ${merchantKey}` }
  const askOnce = async (path: string, { method = 'GET', body, headers = {} }: EdgeRequest) => {
    const reply = await boundedFetch(new URL(path, origin), {
      ...{ method, signal, deadlineMs: DEADLINE_MS },
      headers: {
        ...authorization,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new CommandError('edge-unreachable', [`${origin} ${reply.reason.text}`])
    const { status, ok, headers: answered } = reply.value
    return { status, ok, headers: answered, body: jsonOf(reply.value) }
  }
  const ask = async (path: string, request: EdgeRequest = {}) => {
    for (let waits = 0; ; waits += 1) {
      const reply = await askOnce(path, request)
      const pauseMs = waits < MAX_WAITS && isRead(request) ? pauseOf(reply) : undefined
      if (pauseMs === undefined) return reply
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return { edge: origin, hasKey: merchantKey !== undefined, ask }
}

const isRead = ({ method = 'GET' }: EdgeRequest) => method === 'GET'

function originOf(edge: string): string {
  if (!URL.canParse(edge) || !/^https?:/.test(edge))
    throw new CommandError('usage', ['--edge: must be an origin, such as https://pay.example.com'])
  return new URL(edge).origin
}

/** What an answer that is no success says. */
export interface EdgeRefusal {
  /** The problem's code, or the status. */
  readonly code: string
  readonly text: string
  /** One sentence for each field that is wrong. */
  readonly fields: readonly string[]
}

/** Reads an answer that is no success. */
export function refusalOf({ status, headers, body }: EdgeReply): EdgeRefusal {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
  const { code, title, detail, gatewayCode } = problem
  const texts = [
    detail ?? title ?? `the edge ${answerText({ status, headers })}`,
    gatewayCode && `the gateway’s code is ${gatewayCode}`,
  ]
  return {
    code: typeof code === 'string' ? code : String(status),
    text: texts.filter(Boolean).join('; '),
    fields: fieldTexts(problem),
  }
}

/** The body of a success. @throws {CommandError} `edge-refused` with the code of the edge's problem. */
export function accepted<Body>(reply: EdgeReply): Body {
  if (reply.ok) return reply.body as Body
  const { code, text, fields } = refusalOf(reply)
  throw new CommandError('edge-refused', [`${code}: ${text}`, ...fields])
}

/** Options by which a command finds its merchant key. A flag with the key itself would end in the shell's history. */
export interface KeyOptions {
  readonly merchantKeyFile?: string
}

/** Options by which a command reaches an edge as the merchant does. */
export interface MerchantOptions extends KeyOptions {
  readonly edge: string
}

/** Reads the merchant key from the named file or the environment. */
export async function merchantKeyOf(
  { merchantKeyFile }: KeyOptions,
  { env }: Terminal,
): Promise<string | undefined> {
  const text = merchantKeyFile === undefined ? env.PAY_MERCHANT_KEY : await readText(merchantKeyFile)
  return text?.trim() || undefined
}

/** A client with a merchant key. @param signal Ends every request at once. @throws {CommandError} `merchant-key-missing`. */
export async function merchantClient(
  options: MerchantOptions,
  terminal: Terminal,
  signal?: AbortSignal,
): Promise<EdgeClient> {
  const key = await merchantKeyOf(options, terminal)
  if (key === undefined) throw new CommandError('merchant-key-missing', ['there is no merchant key'])
  return edgeClient(options.edge, key, signal)
}
