/** `/return/{id}/{key}`: the shopper's browser comes back from a hosted page and goes on to the shop. */
import type { Hono } from 'hono'
import { payPage, withOrder } from '../access/return-address.ts'
import { orderToken } from '../access/tokens.ts'
import { attemptOf } from '../config/capabilities.ts'
import { errorText } from '../config/error-text.ts'
import { log } from '../config/log.ts'
import type { Edge, EdgeContext } from './context.ts'
import { noticeFields } from './notice-fields.ts'
import { notFoundPage } from './pay-page.ts'
import { problem } from './respond.ts'
import { route } from './route.ts'

/** Adds the route. */
export const returnRoutes = (app: Hono<Edge>) => route(app, '/return/:id/:key', { GET: back, POST: back })

async function back(c: EdgeContext): Promise<Response> {
  const { id = '', key = '' } = c.req.param()
  const attempt = await attemptOf(c.get('config'), { purpose: 'return', orderId: id, key })
  if (attempt === undefined) return lost(c, 'key of the address')
  const page = await wake(c, { id, attempt })
  if (!page) return lost(c, 'no such attempt')
  const token = await orderToken(c.get('config'), { id, scope: 'view' }, Date.now())
  return c.redirect(withOrder(page, { id, token }), 303)
}

/** Wakes the order; where that fails, the edge's own page shows the shopper how the payment went. */
async function wake(c: EdgeContext, { id, attempt }: { id: string; attempt: number }) {
  try {
    const fields = await noticeFields(c.req.raw)
    const woken = await c.env.ORDERS.getByName(id).wake({ by: 'return', attempt, fields })
    return woken?.returnUrl
  } catch (error) {
    log('return-not-stored', { supportId: c.get('supportId'), why: errorText(error) })
    return payPage(c.get('config').PUBLIC_URL)
  }
}

/** A person reads this one, unless a program asked. */
function lost(c: EdgeContext, why: string): Response {
  const answer = problem(c, { code: 'not-found', why })
  return c.req.header('Accept')?.includes('text/html') ? notFoundPage(c) : answer
}
