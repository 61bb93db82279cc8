/**
 * The one place where the command line asks a server. Each request ends within its deadline and at Ctrl-C, and no more of
 * the answer is read than its limit allows.
 */
import { accepted, type Result, refused } from '../shared/result.ts'
import { reachable } from './local-address.ts'
import { ownMember } from './own-member.ts'

/** A request, and how much of a server's time and text it takes. */
export interface BoundedRequest {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the answer and all of its body. Default: 15 s, as the edge gives a receiver of webhooks. */
  readonly deadlineMs?: number
  /** Of the body. Default: 8 MiB. 0: the body is left unread. */
  readonly maxBytes?: number
  /** Ends the request at once. */
  readonly signal?: AbortSignal | undefined
}

/** An answer, with its whole body. */
export interface BoundedReply {
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  readonly bytes: Uint8Array
}

/** Why there is no answer. The server may have acted on the request. */
export interface FetchFailure {
  readonly code: 'unreachable' | 'timeout' | 'too-large' | 'interrupted'
  /** The rest of a sentence that begins with the server, such as `cannot be reached`. */
  readonly text: string
}

const DEADLINE_MS = 15_000

const MAX_BYTES = 8 * 1024 * 1024

/** Asks once. Repeats nothing. A redirect is the answer: its target was not asked for. */
export async function boundedFetch(
  address: string | URL,
  request: BoundedRequest = {},
): Promise<Result<BoundedReply, FetchFailure>> {
  const { deadlineMs = DEADLINE_MS, maxBytes = MAX_BYTES, signal, ...rest } = request
  const deadline = AbortSignal.timeout(deadlineMs)
  const either = signal ? AbortSignal.any([deadline, signal]) : deadline
  try {
    const reply = await fetch(reachable(address), { ...rest, redirect: 'manual', signal: either })
    const bytes = await bodyWithin(reply, maxBytes)
    if (!bytes) return refused({ code: 'too-large', text: `answers with more than ${maxBytes} bytes` })
    const { status, ok, headers } = reply
    return accepted({ status, ok, headers, bytes })
  } catch (error) {
    if (signal?.aborted) return refused({ code: 'interrupted', text: 'was not waited for' })
    if (deadline.aborted)
      return refused({ code: 'timeout', text: `does not answer within ${deadlineMs / 1000} s` })
    return refused({ code: 'unreachable', text: `cannot be reached${causeOf(error)}` })
  }
}

/** What an answer that is no success says of itself. A redirect may be all that is wrong with an address. */
export function answerText({
  status,
  headers,
}: {
  readonly status: number
  readonly headers?: Headers
}): string {
  const location = status >= 300 && status < 400 ? (headers?.get('Location') ?? null) : null
  return location === null ? `answers ${status}` : `answers ${status} and leads to ${location}`
}

/** The body as text. Bytes that are no UTF-8 become marks. */
export const textOf = ({ bytes }: Pick<BoundedReply, 'bytes'>): string => new TextDecoder().decode(bytes)

/** The body as JSON; `undefined` where it is none. */
export function jsonOf(reply: Pick<BoundedReply, 'bytes'>): unknown {
  try {
    return JSON.parse(textOf(reply))
  } catch {
    return undefined
  }
}

/** A member of what {@link jsonOf} read; `undefined` where that is no object, or has none. */
export const memberOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null
    ? ownMember(body as Readonly<Record<string, unknown>>, name)
    : undefined

/** @returns `undefined` where the body is longer than the limit: then the rest is not read. */
async function bodyWithin({ body }: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  if (!body) return new Uint8Array()
  if (maxBytes === 0) {
    await body.cancel()
    return new Uint8Array()
  }
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.byteLength
    // Leaving the loop cancels the body.
    if (length > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The system's code of a failed connection, such as `ECONNREFUSED`. The error's own text may quote the address. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? ` (${code})` : ''
}
