/** `/v1/orders/{id}/live`: every change of an order as it happens. */
import type { Hono } from 'hono'
import { LIVE_PROTOCOL, LIVE_TOKEN_PREFIX } from '../../shared/messages.ts'
import { type Authorized, authorizeToken } from './authorize.ts'
import type { Edge, EdgeContext } from './context.ts'
import { problem } from './respond.ts'
import { route } from './route.ts'

/** Adds the route. */
export const liveRoutes = (app: Hono<Edge>) => route(app, '/v1/orders/:id/live', { GET: live })

async function live(c: EdgeContext): Promise<Response> {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    c.header('Upgrade', 'websocket')
    return problem(c, { code: 'upgrade-required' })
  }
  const token = tokenAmong(c.req.header('Sec-WebSocket-Protocol') ?? '')
  const allowed = await authorizeToken(c, { token, needed: 'view' })
  if (!allowed.ok) return problem(c, allowed.reason)
  const answer = await c.env.ORDERS.getByName(allowed.value.id).fetch(forwarded(c, allowed.value))
  return answer.status === 101 ? answer : problem(c, { code: 'not-found', why: `live: ${answer.status}` })
}

/** Browsers cannot set headers of a socket, so the token comes as a second protocol, which is not echoed. */
function tokenAmong(protocols: string): string {
  const [first, second = ''] = protocols.split(',').map((protocol) => protocol.trim())
  const isOurs = first === LIVE_PROTOCOL && second.startsWith(LIVE_TOKEN_PREFIX)
  return isOurs ? second.slice(LIVE_TOKEN_PREFIX.length) : ''
}

/** What the order needs to know: from which change on, and how far the token reaches. The token stays behind. */
function forwarded(c: EdgeContext, { scope, until }: Authorized): Request {
  const url = new URL('https://order/live')
  url.searchParams.set('scope', scope)
  url.searchParams.set('until', String(until))
  const after = c.req.query('after')
  if (after && /^\d{1,15}$/.test(after)) url.searchParams.set('after', after)
  return new Request(url, { headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': LIVE_PROTOCOL } })
}
