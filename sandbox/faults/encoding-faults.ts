import { MEDIA_TYPE } from '../api/call.ts'
import type { Reply } from '../api/reply.ts'

/** A reply as it goes over the wire. */
interface Written {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Faults that spoil how a reply is written, by name; of several that apply the first one counts. */
export const WRITING_FAULTS: Readonly<Record<string, (reply: Reply) => Written>> = {
  garbled: (reply) => {
    const { text, ...written } = asUsual(reply)
    return { ...written, text: text.slice(0, text.length / 2) }
  },
  /** The dress of older clients: always 200, and a line feed at the end of every value. */
  'form-encoded': ({ body }) => {
    const pairs = Object.entries(body).map(([name, value]) => `${name}=${encodeURIComponent(value)}\n`)
    return { status: 200, type: 'text/html;charset=utf-8', text: pairs.join('&') }
  },
}

/**
 * Writes a reply under a writing fault, if there is one.
 *
 * @param overMs With it the header goes out at once, and the body in pieces over so many milliseconds.
 */
export function write(reply: Reply, fault: string | undefined, overMs?: number): Response {
  if (reply.status === 504) return timedOut()
  const { status, type, text } = (WRITING_FAULTS[fault ?? ''] ?? asUsual)(reply)
  const body = overMs === undefined ? text : inPieces(text, overMs)
  return new Response(body, { status, headers: { 'Content-Type': type } })
}

const asUsual = ({ status, body }: Reply): Written => ({
  status,
  type: MEDIA_TYPE,
  text: JSON.stringify(body),
})

const timedOut = () =>
  new Response('Gateway Time-out\n', { status: 504, headers: { 'Content-Type': 'text/plain' } })

/** Into how many pieces a slow body falls. */
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
