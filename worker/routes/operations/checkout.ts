/** `POST /v1/checkout`: a page with a signed offer opens its order. */
import type { CheckoutReply } from '../../../shared/messages.ts'
import { type Offer, readOffer } from '../../credentials/offer-verification.ts'
import { orderIdOf } from '../../credentials/order-id.ts'
import { payToken } from '../../credentials/order-tokens.ts'
import type { EdgeContext } from '../context.ts'
import { originsOf, termsOf } from '../offer-terms.ts'
import { problem } from '../respond.ts'
import type { HandlerOf } from '../serve.ts'

/** The same offer and key open the same order. */
export const checkout: HandlerOf<'checkout'> = async (c, { key, body }) => {
  const now = Date.now()
  const offer = await readOffer(body.offer, c.get('config'), Math.floor(now / 1000))
  if (!offer.ok) return problem(c, offer.reason)
  if (!mayBeSoldHere(c, offer.value)) return problem(c, { code: 'origin-not-allowed', why: 'offer' })
  const id = await orderIdOf(offer.value.digest, key)
  const terms = termsOf(offer.value, { id, request: body, config: c.get('config'), now })
  if (!terms.ok) return problem(c, terms.reason)
  const opened = await c.env.ORDERS.getByName(id).open(terms.value, body.customer)
  if (!opened.ok) return problem(c, opened.reason)
  const { order, openedAt } = opened.value
  const token = await payToken(c.get('config'), { id, openedAt }, now)
  return c.json<CheckoutReply>({ order, token })
}

/** The edge's own page sells every offer: that is where payment links lead. */
function mayBeSoldHere(c: EdgeContext, offer: Offer): boolean {
  const origin = c.req.header('Origin')
  const { PUBLIC_URL } = c.get('config')
  return origin === undefined || origin === PUBLIC_URL || originsOf(offer, c.get('config')).includes(origin)
}
