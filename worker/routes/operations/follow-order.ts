/** `/v1/orders/{id}/live`: every change of an order as it happens. */
import { LIVE_PROTOCOL, LIVE_TOKEN_PREFIX } from '../../../shared/messages.ts'
import { accepted, type Result } from '../../../shared/result.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { authorizeEither, authorizeToken, bearerOf } from '../authorize.ts'
import type { EdgeContext } from '../context.ts'
import { problem } from '../respond.ts'
import type { HandlerOf } from '../serve.ts'

/** How far whoever listens may see, and until when, in milliseconds since the epoch. */
interface Listener {
  readonly scope: 'pay' | 'view' | 'merchant'
  readonly until: number
}

/** Opens the socket of an order to whoever may look at it. */
export const followOrder: HandlerOf<'followOrder'> = async (c, { id }) => {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    c.header('Upgrade', 'websocket')
    return problem(c, { code: 'upgrade-required' })
  }
  const listener = await listenerOf(c)
  if (!listener.ok) return problem(c, listener.reason)
  const answer = await c.env.ORDERS.getByName(id).fetch(forwarded(c, listener.value))
  if (answer.status === 503) return crowded(c, answer)
  if (answer.status !== 101) return problem(c, { code: 'not-found', why: `live: ${answer.status}` })
  // A client that offered no protocol must not be told of one (RFC 6455 §4.1).
  const isOffered = c.req.header('Sec-WebSocket-Protocol') !== undefined
  return isOffered ? answer : new Response(null, { status: 101, webSocket: answer.webSocket })
}

/** All places are taken. The order says when to come again; until then it can be read. */
function crowded(c: EdgeContext, { headers }: Response): Response {
  c.header('Retry-After', headers.get('Retry-After') ?? '')
  return problem(c, { code: 'unavailable', why: 'live: crowded' })
}

/** Servers can set headers; browsers cannot set those of a socket, so their token comes as a second protocol. */
async function listenerOf(c: EdgeContext): Promise<Result<Listener, Refusal>> {
  if (!bearerOf(c)) {
    const token = tokenAmong(c.req.header('Sec-WebSocket-Protocol') ?? '')
    return authorizeToken(c, { token, needed: 'view' })
  }
  const allowed = await authorizeEither(c, 'view', 'read')
  if (!allowed.ok) return allowed
  const { value: caller } = allowed
  if (caller.by === 'token') return accepted({ scope: caller.scope, until: caller.until })
  // A key has no end; a socket gets one all the same, so that a key that is taken back does not listen for long.
  return accepted({ scope: 'merchant', until: Date.now() + c.get('config').times.viewToken })
}

/** The second protocol is not echoed. */
function tokenAmong(protocols: string): string {
  const [first, second = ''] = protocols.split(',').map((protocol) => protocol.trim())
  const isOurs = first === LIVE_PROTOCOL && second.startsWith(LIVE_TOKEN_PREFIX)
  return isOurs ? second.slice(LIVE_TOKEN_PREFIX.length) : ''
}

/** What the order needs to know: from which change on, and how far the token reaches. The token stays behind. */
function forwarded(c: EdgeContext, { scope, until }: Listener): Request {
  const url = new URL('https://order/live')
  url.searchParams.set('scope', scope)
  url.searchParams.set('until', String(until))
  const after = c.req.query('after')
  if (after && /^\d{1,15}$/.test(after)) url.searchParams.set('after', after)
  return new Request(url, { headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': LIVE_PROTOCOL } })
}
