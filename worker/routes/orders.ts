/** `/v1/orders/{id}`: what the page that opened an order may ask of it. */
import type { Hono } from 'hono'
import { z } from 'zod'
import { TOKEN_HEADER } from '../../shared/messages.ts'
import { METHODS } from '../../shared/order-view.ts'
import { customer, customerRefusal } from '../access/customer.ts'
import { IDEMPOTENCY_KEY } from '../access/order-id.ts'
import { orderToken } from '../access/tokens.ts'
import { authorize } from './authorize.ts'
import { readJson } from './body.ts'
import type { Edge, EdgeContext } from './context.ts'
import { problem } from './respond.ts'
import { route } from './route.ts'

const payBody = z.strictObject({
  method: z.enum(METHODS),
  presentation: z.enum(['redirect', 'popup', 'frame']).exactOptional(),
  customer: customer.exactOptional(),
})

const emptyBody = z.strictObject({})

/** Adds the routes. */
export function orderRoutes(app: Hono<Edge>): void {
  route(app, '/v1/orders/:id', { GET: show })
  route(app, '/v1/orders/:id/pay', { POST: pay })
  route(app, '/v1/orders/:id/cancel', { POST: cancel })
}

/** The view, when to ask again, and, for whoever may pay, the token for another while. */
async function show(c: EdgeContext): Promise<Response> {
  const allowed = await authorize(c, 'view')
  if (!allowed.ok) return problem(c, allowed.reason)
  const { id, scope } = allowed.value
  const glance = await c.env.ORDERS.getByName(id).glance(scope === 'pay')
  if (!glance) return problem(c, { code: 'not-found' })
  const { order, retryAfterSeconds } = glance
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterSeconds)))
  if (scope === 'pay') c.header(TOKEN_HEADER, await orderToken(c.get('config'), { id, scope }, Date.now()))
  return c.json(order)
}

async function pay(c: EdgeContext): Promise<Response> {
  const allowed = await authorize(c, 'pay')
  if (!allowed.ok) return problem(c, allowed.reason)
  const key = c.req.header('Idempotency-Key') ?? ''
  if (!IDEMPOTENCY_KEY.test(key)) return problem(c, { code: 'idempotency-key-missing' })
  const read = await readJson(c.req.raw, payBody)
  if (!read.ok) return problem(c, read.reason)
  const { method, customer } = read.value
  const wrong = customer && customerRefusal(customer)
  if (wrong) return problem(c, wrong)
  const request = { key, method, ip: addressOf(c), ...(customer && { customer }) }
  const paid = await c.env.ORDERS.getByName(allowed.value.id).pay(request)
  return paid.ok ? c.json(paid.value) : problem(c, paid.reason)
}

/** Gives the order up. Repeating is harmless. */
async function cancel(c: EdgeContext): Promise<Response> {
  const allowed = await authorize(c, 'pay')
  if (!allowed.ok) return problem(c, allowed.reason)
  const read = await readJson(c.req.raw, emptyBody)
  if (!read.ok) return problem(c, read.reason)
  const cancelled = await c.env.ORDERS.getByName(allowed.value.id).cancel()
  return cancelled.ok ? c.json(cancelled.value) : problem(c, cancelled.reason)
}

/** The platform sets the header itself; only without the platform in between is there none. */
const addressOf = (c: EdgeContext) => c.req.header('CF-Connecting-IP') ?? '127.0.0.1'
