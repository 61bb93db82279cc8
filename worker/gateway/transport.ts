/** Sends a signed request to the gateway and returns its reply, within a deadline. */
import { withDeadline } from '../deadline.ts'
import { GatewayError } from './gateway-error.ts'
import type { SentValues } from './sent-values.ts'

/** A request that is ready to send. */
export interface SignedRequest {
  readonly operation: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An unread reply. It may have any status. */
export interface RawReply {
  readonly status: number
  /** In lower case, without parameters. Absent if the reply has none. */
  readonly mediaType?: string
  readonly text: string
  /** Card and account data that it must not echo. The sender of the request adds it. */
  readonly sent?: SentValues
}

export type Transport = (request: SignedRequest) => Promise<RawReply>

/** Replies are flat lists of short values. The longest has an HTML page for a bank's step. */
const MAX_REPLY_BYTES = 512 * 1024

/**
 * Makes a transport over `fetch`.
 *
 * It follows no redirect: the signature is for one address, and card data must not reach another.
 *
 * @param deadlineMs For the whole exchange, the reply's body included.
 * @returns A transport that throws {@link GatewayError} if no reply came. It never sends twice.
 */
export function transport(fetcher: typeof fetch, deadlineMs: number): Transport {
  return ({ operation, url, headers, body }) =>
    withDeadline(deadlineMs, async (signal) => {
      try {
        const response = await fetcher(url, { method: 'POST', headers, body, redirect: 'manual', signal })
        return { status: response.status, ...mediaTypeOf(response), text: await limitedText(response) }
      } catch (cause) {
        throw new GatewayError(signal.aborted ? 'timeout' : 'unreachable', operation, cause)
      }
    })
}

function mediaTypeOf({ headers }: Response): Pick<RawReply, 'mediaType'> {
  const mediaType = headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  return mediaType ? { mediaType } : {}
}

async function limitedText(response: Response): Promise<string> {
  // In one go where the length is known: each chunk costs a turn of its own. The platform holds a reply from the network to
  // its length, but not one that another Worker made, such as a proxy in front of the gateway.
  if (isSaidToFit(response)) return withinLimit(await response.text())
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? [])
    text = withinLimit(text + decoder.decode(chunk, { stream: true }))
  return text + decoder.decode()
}

/** Whether the body ends within the limit, since the platform reads no further than `Content-Length` says. */
function isSaidToFit({ headers }: Response): boolean {
  // Of these bodies it is not the length, or not the one that counts (RFC 9112 §6.3).
  if (headers.has('Content-Encoding') || headers.has('Transfer-Encoding')) return false
  const length = headers.get('Content-Length') ?? ''
  return /^\d+$/.test(length) && Number(length) <= MAX_REPLY_BYTES
}

function withinLimit(text: string): string {
  if (text.length > MAX_REPLY_BYTES) throw new RangeError('reply too long')
  return text
}
