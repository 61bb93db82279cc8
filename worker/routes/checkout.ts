/** `POST /v1/checkout`: a page with a signed offer opens its order. */
import type { Hono } from 'hono'
import { z } from 'zod'
import type { CheckoutReply } from '../../shared/messages.ts'
import { customer } from '../access/customer.ts'
import { type Offer, readOffer } from '../access/offers.ts'
import { IDEMPOTENCY_KEY, orderIdOf } from '../access/order-id.ts'
import { originsOf, termsOf } from '../access/terms.ts'
import { orderToken } from '../access/tokens.ts'
import { readJson } from './body.ts'
import type { Edge, EdgeContext } from './context.ts'
import { problem } from './respond.ts'
import { route } from './route.ts'

/** BCP 47, as far as browsers write it. */
const LOCALE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}$/

/** Strict: what else a page would like to say about money is refused, not ignored. */
const body = z.strictObject({
  offer: z.string().trim(),
  quantity: z.int().exactOptional(),
  amount: z.string().exactOptional(),
  locale: z.string().regex(LOCALE).exactOptional(),
  returnUrl: z.string().exactOptional(),
  customer: customer.exactOptional(),
})

/** Adds the route. */
export const checkoutRoutes = (app: Hono<Edge>) => route(app, '/v1/checkout', { POST: checkout })

async function checkout(c: EdgeContext): Promise<Response> {
  const key = c.req.header('Idempotency-Key') ?? ''
  if (!IDEMPOTENCY_KEY.test(key)) return problem(c, { code: 'idempotency-key-missing' })
  const read = await readJson(c.req.raw, body)
  if (!read.ok) return problem(c, read.reason)
  const now = Date.now()
  const offer = await readOffer(read.value.offer, c.get('config'), Math.floor(now / 1000))
  if (!offer.ok) return problem(c, offer.reason)
  if (!mayBeSoldHere(c, offer.value)) return problem(c, { code: 'origin-not-allowed', why: 'offer' })
  const id = await orderIdOf(offer.value.digest, key)
  const terms = termsOf(offer.value, { id, request: read.value, config: c.get('config'), now })
  if (!terms.ok) return problem(c, terms.reason)
  const opened = await c.env.ORDERS.getByName(id).open(terms.value, read.value.customer)
  if (!opened.ok) return problem(c, opened.reason)
  const token = await orderToken(c.get('config'), { id, scope: 'pay' }, now)
  return c.json<CheckoutReply>({ order: opened.value, token })
}

/** The edge's own page sells every offer: that is where payment links lead. */
function mayBeSoldHere(c: EdgeContext, offer: Offer): boolean {
  const origin = c.req.header('Origin')
  const { PUBLIC_URL } = c.get('config')
  return origin === undefined || origin === PUBLIC_URL || originsOf(offer, c.get('config')).includes(origin)
}
