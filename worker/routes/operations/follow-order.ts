/** `GET /v1/orders/{id}/live`: a WebSocket that sends every change of an order. */
import * as z from 'zod'
import { LIVE_PROTOCOL, LIVE_TOKEN_PREFIX } from '../../../shared/http-bodies.ts'
import { accepted, type Result } from '../../../shared/result.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { authorizeEither, authorizeToken, bearerOf } from '../authorize.ts'
import type { EdgeContext } from '../context.ts'
import { operation } from '../define-operation.ts'
import { problem } from '../respond.ts'

/** Opens the order's socket for a caller that may read it. */
export const followOrder = operation(
  {
    route: 'GET /v1/orders/{id}/live',
    tag: 'shopper',
    summary: 'Streams order updates over WebSocket',
    about:
      'The first message is `{ "seq": … }`, with the order if it is newer than `after`. Every change follows as ' +
      '`{ "seq": …, "order": … }`. The server answers the text `ping` with `pong` and closes the socket on any other ' +
      'text. Pages offer the subprotocols `pay-checkout.v1` and `token.<token>`, of which the server echoes only the ' +
      'first; servers send their key in `Authorization`. An order has 16 sockets. A further one replaces the oldest, ' +
      'which is closed with 1013 and should read the order instead, or gets a 503 with `Retry-After`. A socket ends ' +
      'with its token, and after a quarter of an hour with a merchant key; then open another.',
    pages: 'shop',
    access: { token: 'view', merchant: 'read' },
    isSelfChecked: true,
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .describe('`seq` of the last view that the client has.')
        .exactOptional(),
    }),
    reply: { status: 101, description: 'The socket is open.' },
    problems: ['not-found', 'upgrade-required'],
  },
  async (c, { id }) => {
    if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
      c.header('Upgrade', 'websocket')
      return problem(c, { code: 'upgrade-required' })
    }
    const listener = await listenerOf(c)
    if (!listener.ok) return problem(c, listener.reason)
    const answer = await c.env.ORDERS.getByName(id).fetch(forwarded(c, listener.value))
    if (answer.status === 503) return crowded(c, answer)
    if (answer.status !== 101) return problem(c, { code: 'not-found', why: `live: ${answer.status}` })
    // A client that offered no subprotocol must not get one back (RFC 6455 §4.1).
    const isOffered = c.req.header('Sec-WebSocket-Protocol') !== undefined
    return isOffered ? answer : new Response(null, { status: 101, webSocket: answer.webSocket })
  },
)

/** Which view a client may see, and until when, in milliseconds since the epoch. */
interface Listener {
  readonly scope: 'pay' | 'view' | 'merchant'
  readonly until: number
}

/** Too many sockets. The order says when to try again, and can be read meanwhile. */
function crowded(c: EdgeContext, { headers }: Response): Response {
  c.header('Retry-After', headers.get('Retry-After') ?? '')
  return problem(c, { code: 'unavailable', why: 'live: crowded' })
}

/** A browser cannot set headers of a WebSocket, so its token comes as a second subprotocol. */
async function listenerOf(c: EdgeContext): Promise<Result<Listener, Refusal>> {
  if (!bearerOf(c)) {
    const token = tokenAmong(c.req.header('Sec-WebSocket-Protocol') ?? '')
    return authorizeToken(c, { token, needed: 'view' })
  }
  const allowed = await authorizeEither(c, 'view', 'read')
  if (!allowed.ok) return allowed
  const { value: caller } = allowed
  if (caller.by === 'token') return accepted({ scope: caller.scope, until: caller.until })
  // A key does not expire, but its socket does, so that a revoked key soon stops listening.
  return accepted({ scope: 'merchant', until: Date.now() + c.get('config').times.viewToken })
}

/** The token in the second subprotocol, which is never echoed. */
function tokenAmong(protocols: string): string {
  const [first, second = ''] = protocols.split(',').map((protocol) => protocol.trim())
  const isOurs = first === LIVE_PROTOCOL && second.startsWith(LIVE_TOKEN_PREFIX)
  return isOurs ? second.slice(LIVE_TOKEN_PREFIX.length) : ''
}

/** The request to the order: where to start, and what the caller may see. The token stays behind. */
function forwarded(c: EdgeContext, { scope, until }: Listener): Request {
  const url = new URL('https://order/live')
  url.searchParams.set('scope', scope)
  url.searchParams.set('until', String(until))
  const after = c.req.query('after')
  if (after && /^\d{1,15}$/.test(after)) url.searchParams.set('after', after)
  return new Request(url, { headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': LIVE_PROTOCOL } })
}
