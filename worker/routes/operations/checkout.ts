/** `POST /v1/checkout`: a page opens an order for a signed offer. */
import * as z from 'zod'
import type { CheckoutReply } from '../../../shared/http-bodies.ts'
import { type Offer, readOffer } from '../../credentials/offer-verification.ts'
import { orderIdOf } from '../../credentials/order-id.ts'
import { payToken } from '../../credentials/order-tokens.ts'
import { customer } from '../../domain/customer.ts'
import type { EdgeContext } from '../context.ts'
import { operation } from '../define-operation.ts'
import { originsOf, termsOf } from '../offer-terms.ts'
import { opened } from '../openapi/response-schemas.ts'
import { orderOf, placeRefusal } from '../order-place.ts'
import { problem } from '../respond.ts'

/** A language tag of BCP 47, in the forms that browsers send. */
const LOCALE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}$/

/** An offer in a request. */
export const signedOffer = z.string().trim().describe('The signed offer.')

/** Problems of any request that brings an offer. */
export const OFFER_PROBLEMS = [
  'offer-invalid',
  'offer-expired',
  'offer-withdrawn',
  'currency-not-served',
] as const

/** Strict: a page that sends any other claim about money is refused, not ignored. */
const body = z
  .strictObject({
    offer: signedOffer,
    quantity: z.int().exactOptional(),
    amount: z.string().describe('Decimal text; only if the offer leaves the amount open.').exactOptional(),
    locale: z.string().regex(LOCALE).exactOptional(),
    returnUrl: z.string().exactOptional(),
    pageUrl: z
      .string()
      .describe('The calling page, for a way back. It must have an origin of the shop, or it is not stored.')
      .exactOptional(),
    customer: customer.exactOptional(),
  })
  .meta({ id: 'CheckoutRequest' })

/** The same offer and key open the same order. */
export const checkout = operation(
  {
    route: 'POST /v1/checkout',
    tag: 'shopper',
    summary: 'Opens an order for a signed offer',
    about: 'The same offer and key open the same order, however often they are sent.',
    pages: 'shop',
    access: {},
    budget: 'open',
    isKeyed: true,
    opensOrders: true,
    body,
    reply: { status: 200, description: 'The order and the token that pays it.', body: opened },
    problems: [
      ...OFFER_PROBLEMS,
      // The order's tokens were revoked, so its key opens it no more.
      'token-invalid',
      'origin-not-allowed',
      'key-reused',
      'amount-invalid',
      'quantity-invalid',
      'customer-invalid',
      'collect-missing',
      'method-off',
      'return-url-invalid',
    ],
  },
  async (c, { key, body }) => {
    const now = Date.now()
    const offer = await readOffer(body.offer, c.get('config'), Math.floor(now / 1000))
    if (!offer.ok) return problem(c, offer.reason)
    if (!mayBeSoldHere(c, offer.value)) return problem(c, { code: 'origin-not-allowed', why: 'offer' })
    const id = await orderIdOf(offer.value.digest, key)
    const terms = termsOf(offer.value, { id, request: body, config: c.get('config'), now })
    if (!terms.ok) return problem(c, terms.reason)
    const misplaced = await placeRefusal(c, { opensOrders: true, route: 'POST /v1/checkout' })
    if (misplaced) return problem(c, misplaced)
    const opened = await orderOf(c, id).open(terms.value, body.customer)
    if (!opened.ok) return problem(c, opened.reason)
    const { order, ...times } = opened.value
    const token = await payToken(c.get('config'), { id, ...times }, now)
    return c.json<CheckoutReply>({ order, token })
  },
)

/** The edge's own page sells every offer, because payment links lead there. */
function mayBeSoldHere(c: EdgeContext, offer: Offer): boolean {
  const origin = c.req.header('Origin')
  const { PUBLIC_URL } = c.get('config')
  return origin === undefined || origin === PUBLIC_URL || originsOf(offer, c.get('config')).includes(origin)
}
