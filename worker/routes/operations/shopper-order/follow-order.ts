/** `GET /v1/orders/{id}/live`: a WebSocket that sends every change of an order. */
import * as z from 'zod'
import { LIVE_PROTOCOL, LIVE_TOKEN_PREFIX } from '../../../../shared/http-bodies.ts'
import { accepted, type Result } from '../../../../shared/result.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import type { ApiOperation } from '../../api-operation.ts'
import { authorizeEither, authorizeToken, bearerOf, type Caller } from '../../authorize.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { budgetRefusal } from '../../request-budget.ts'
import { problem } from '../../respond.ts'

const live = {
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
  budget: 'live',
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .describe('`seq` of the last view that the client has.')
      .exactOptional(),
  }),
  reply: { status: 101, description: 'The socket is open.' },
  problems: ['not-found', 'upgrade-required'],
} as const satisfies ApiOperation

/** Opens the order's socket for a caller that may read it. */
export const followOrder = operation(live, async (c, { id }) => {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    c.header('Upgrade', 'websocket')
    return problem(c, { code: 'upgrade-required' })
  }
  const caller = await callerOf(c)
  if (!caller.ok) return problem(c, caller.reason)
  const spent = await budgetRefusal(c, live, caller.value)
  if (spent) return problem(c, spent)
  const answer = await orderOf(c, id).fetch(forwarded(c, listenerOf(c, caller.value)))
  if (answer.status === 503) return crowded(c, answer)
  if (answer.status === 401) return problem(c, { code: 'token-invalid', why: 'revoked' })
  if (answer.status !== 101) return problem(c, { code: 'not-found', why: `live: ${answer.status}` })
  // A client that offered no subprotocol must not get one back (RFC 6455 §4.1).
  const isOffered = c.req.header('Sec-WebSocket-Protocol') !== undefined
  return isOffered ? answer : new Response(null, { status: 101, webSocket: answer.webSocket })
})

/** Which view a client may see, and until when, in milliseconds since the epoch. */
interface Listener {
  readonly scope: 'pay' | 'view' | 'merchant'
  readonly until: number
  /** When its token was issued; absent for a merchant key. */
  readonly issuedAt?: number
  /** Names the exchange of a link that its token comes from. */
  readonly exchange?: string
}

/** Too many sockets. The order says when to try again, and can be read meanwhile. */
function crowded(c: EdgeContext, { headers }: Response): Response {
  c.header('Retry-After', headers.get('Retry-After') ?? '')
  return problem(c, { code: 'unavailable', why: 'live: crowded' })
}

/** A browser cannot set headers of a WebSocket, so its token comes as a second subprotocol. */
async function callerOf(c: EdgeContext): Promise<Result<Caller, Refusal>> {
  if (bearerOf(c)) return authorizeEither(c, 'view', 'read')
  const token = tokenAmong(c.req.header('Sec-WebSocket-Protocol') ?? '')
  const allowed = await authorizeToken(c, { token, needed: 'view' })
  return allowed.ok ? accepted({ by: 'token', ...allowed.value }) : allowed
}

function listenerOf(c: EdgeContext, caller: Caller): Listener {
  // The link itself opens no socket.
  if (caller.by === 'token') return { ...caller, scope: caller.scope === 'pay' ? 'pay' : 'view' }
  // A key does not expire, but its socket does, so that a revoked key soon stops listening.
  return { scope: 'merchant', until: Date.now() + c.get('config').times.viewToken }
}

/** The token in the second subprotocol, which is never echoed. */
function tokenAmong(protocols: string): string {
  const [first, second = ''] = protocols.split(',').map((protocol) => protocol.trim())
  const isOurs = first === LIVE_PROTOCOL && second.startsWith(LIVE_TOKEN_PREFIX)
  return isOurs ? second.slice(LIVE_TOKEN_PREFIX.length) : ''
}

/** The request to the order: where to start, and what the caller may see. The token stays behind. */
function forwarded(c: EdgeContext, { scope, until, issuedAt, exchange }: Listener): Request {
  const url = new URL('https://order/live')
  url.searchParams.set('scope', scope)
  url.searchParams.set('until', String(until))
  if (issuedAt !== undefined) url.searchParams.set('issued', String(issuedAt))
  if (exchange !== undefined) url.searchParams.set('exchange', exchange)
  const after = c.req.query('after')
  if (after && /^\d{1,15}$/.test(after)) url.searchParams.set('after', after)
  return new Request(url, { headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': LIVE_PROTOCOL } })
}
