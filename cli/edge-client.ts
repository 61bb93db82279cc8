/** The merchant's client of an edge, as the commands use it: the package's, with the limits and the words of a terminal. */
import {
  isPayError,
  type MerchantClient,
  merchantClient as packageClient,
  RefusedError,
  type UncertainError,
  VerificationError,
} from '../packages/server/src/server.ts'
import { answerText, boundedFetch, textOf } from './bounded-fetch.ts'
import { CommandError, type Terminal } from './command.ts'
import { readText } from './files.ts'
import { refusalIn } from './problem-fields.ts'

/** A client of one edge. Its methods throw errors of the package, which {@link commandErrorOf} translates. */
export interface EdgeClient extends MerchantClient {
  /** Its origin. */
  readonly edge: string
}

/** How a command sends its requests. */
export interface EdgePatience {
  /**
   * For how long a request is sent again whose answer was lost. Default: not at all. A person who waits at a terminal hears of
   * it at once, and decides.
   */
  readonly patienceMs?: number
  /** Ends every request at once. */
  readonly signal?: AbortSignal
}

/** Every try ends within this time. The edge itself waits 30 s for the gateway. */
const DEADLINE_MS = 60_000

/** A command that reads many orders may spend the key's budget of requests. It then waits as long as the edge says. */
const BUSY_PATIENCE_MS = 300_000

/** Options by which a command finds its merchant key. A flag with the key itself would end in the shell's history. */
export interface KeyOptions {
  readonly merchantKeyFile?: string
}

/** Options by which a command reaches an edge as the merchant does. */
export interface MerchantOptions extends KeyOptions {
  readonly edge: string
}

/** Makes a client with a merchant key. The key goes into the header only, and into no message. @throws {CommandError} `merchant-key-missing`. */
export async function merchantClient(
  options: MerchantOptions,
  terminal: Terminal,
  { patienceMs = 0, signal }: EdgePatience = {},
): Promise<EdgeClient> {
  const key = await merchantKeyOf(options, terminal)
  if (key === undefined) throw new CommandError('merchant-key-missing', ['there is no merchant key'])
  const edge = edgeOrigin(options.edge)
  const client = packageClient({
    ...{ edge, key, patienceMs, busyPatienceMs: BUSY_PATIENCE_MS, fetch: edgeFetch },
    // The deadline of `edgeFetch` comes first.
    timeoutMs: 2 * DEADLINE_MS,
    ...(signal && { signal }),
  })
  return { ...client, edge }
}

/** Reads the merchant key from the named file or the environment. */
export async function merchantKeyOf(
  { merchantKeyFile }: KeyOptions,
  { env }: Terminal,
): Promise<string | undefined> {
  const text = merchantKeyFile === undefined ? env.PAY_MERCHANT_KEY : await readText(merchantKeyFile)
  return text?.trim() || undefined
}

/** The origin of `--edge`. @throws {CommandError} `usage`. */
export function edgeOrigin(edge: string): string {
  if (!URL.canParse(edge) || !/^https?:/.test(edge))
    throw new CommandError('usage', ['--edge: must be an origin, such as https://pay.example.com'])
  return new URL(edge).origin
}

/** Sends within the limits of every request of the command line. @throws {CommandError} What a person reads of a lost answer. */
async function edgeFetch(address: string, { method, headers, body, signal }: RequestInit): Promise<Response> {
  const reply = await boundedFetch(address, {
    ...{ method: method as 'GET' | 'POST' | 'PUT', deadlineMs: DEADLINE_MS },
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && { body }),
    ...(signal && { signal }),
  })
  if (!reply.ok)
    throw new CommandError('edge-unreachable', [`${new URL(address).origin} ${reply.reason.text}`])
  const { status } = reply.value
  if (status >= 300 && status < 400) throw notAnEdge(status, answerText(reply.value))
  return new Response(textOf(reply.value) || null, { status, headers: reply.value.headers })
}

const notAnEdge = (status: number, text: string) =>
  new CommandError('edge-refused', [`${status}: the edge ${text}`])

/** What a person reads of an error of a client; `undefined` for any other error, which is a mistake of the program. */
export function commandErrorOf(error: unknown): CommandError | undefined {
  if (error instanceof CommandError) return error
  if (!isPayError(error) || error instanceof VerificationError) return undefined
  if (error.cause instanceof CommandError) return error.cause
  const problem = error instanceof RefusedError ? error.problem : error.refusal
  if (problem) {
    const { code, text, fields } = refusalIn(problem)
    return new CommandError('edge-refused', [`${code}: ${text}`, ...fields])
  }
  const { status } = error
  if (status !== undefined) return notAnEdge(status, answerText({ status }))
  return new CommandError('edge-unreachable', [error.message])
}

/** Why nobody knows whether a deed was done, for a person. */
export function whyUncertain({ cause, status, message }: UncertainError): readonly string[] {
  if (cause instanceof CommandError) return cause.problems
  if (status !== undefined) return [`the edge answers ${status}`]
  return [cause instanceof Error ? cause.message : message]
}
