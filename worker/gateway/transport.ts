/** Carries one signed request to the gateway and brings back its answer, within a deadline. */
import { withDeadline } from '../deadline.ts'
import { GatewayError } from './gateway-error.ts'
import type { SentValues } from './sent-values.ts'

/** A request, ready to go. */
export interface SignedRequest {
  readonly operation: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer, not yet understood. Any status may carry one. */
export interface RawReply {
  readonly status: number
  /** Without parameters, in small letters. Absent where none was told. */
  readonly mediaType?: string
  readonly text: string
  /** What it must not repeat of cards and accounts; whoever sent the request knows. */
  readonly sent?: SentValues
}

export type Transport = (request: SignedRequest) => Promise<RawReply>

/** Answers are flat lists of short values; a page of HTML for a bank step is the longest. */
const MAX_REPLY_BYTES = 512 * 1024

/**
 * Makes a transport over `fetch`.
 *
 * Redirects are not followed: the signature covers one address, and the card data of later operations must not travel
 * to another.
 *
 * @param deadlineMs For the whole exchange, the body included.
 * @returns A transport that throws {@link GatewayError} when no answer came. It never sends twice.
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
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_REPLY_BYTES) throw new RangeError('reply too long')
  }
  return text + decoder.decode()
}
