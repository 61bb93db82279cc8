import { MEDIA_TYPE } from '../api/call.ts'
import { isFromProxy, type Reply } from '../api/reply.ts'

/** A reply as it goes over the wire. */
interface EncodedReply {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Faults that spoil the encoding of a reply, by name. If several apply, only the first one counts. Add a new one here. */
export const ENCODING_FAULTS: Readonly<Record<string, (reply: Reply) => EncodedReply>> = {
  garbled: (reply) => {
    const { text, ...encoded } = asJson(reply)
    return { ...encoded, text: text.slice(0, text.length / 2) }
  },
  /** What older clients expect: always 200, and a line feed at the end of every value. */
  'form-encoded': ({ body }) => {
    const pairs = Object.entries(body).map(([name, value]) => `${name}=${encodeURIComponent(value)}\n`)
    return { status: 200, type: 'text/html;charset=utf-8', text: pairs.join('&') }
  },
}

/**
 * Encodes a reply, with an encoding fault if there is one.
 *
 * @param overMs Sends the header at once and the body in pieces over this many milliseconds. Default: all at once.
 */
export function encodeReply(reply: Reply, fault: string | undefined, overMs?: number): Response {
  if (isFromProxy(reply)) return fromProxy(reply)
  const { status, type, text } = (ENCODING_FAULTS[fault ?? ''] ?? asJson)(reply)
  const body = overMs === undefined ? text : inPieces(text, overMs)
  return new Response(body, { status, headers: { 'Content-Type': type } })
}

const asJson = ({ status, body }: Reply): EncodedReply => ({
  status,
  type: MEDIA_TYPE,
  text: JSON.stringify(body),
})

const fromProxy = ({ status }: Reply) => {
  const text = status === 502 ? 'Bad Gateway\n' : 'Gateway Time-out\n'
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain' } })
}

/** A slow body comes in this many pieces. */
const PIECES = 4

function inPieces(text: string, overMs: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const size = Math.ceil(bytes.length / PIECES)
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      await scheduler.wait(overMs / PIECES)
      controller.enqueue(bytes.slice(sent, sent + size))
      sent += size
      if (sent >= bytes.length) controller.close()
    },
  })
}
