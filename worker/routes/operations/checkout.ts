/** `POST /v1/checkout`: a page opens an order for a signed offer, or for a cart of several. */
import * as z from 'zod'
import { opened } from '../../../shared/contract/response-schemas.ts'
import { type CheckoutReply, MAX_LINES } from '../../../shared/http-bodies.ts'
import { MAX_OFFER_CHARACTERS } from '../../../shared/offer-claims.ts'
import { readOffer } from '../../credentials/offer-verification.ts'
import { orderIdOf } from '../../credentials/order-id.ts'
import { payToken } from '../../credentials/order-tokens.ts'
import { readSale, type Sale } from '../../credentials/sale.ts'
import { customer } from '../../domain/customer.ts'
import type { EdgeContext } from '../context.ts'
import { operation } from '../define-operation.ts'
import { termsOf } from '../offer-terms.ts'
import { orderOf, placeRefusal } from '../order-place.ts'
import { isTyped, PAYMENT_PROBLEMS, payment, readPayment } from '../payment-body.ts'
import type { LongerBody } from '../request-body.ts'
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

const line = z
  .strictObject({ offer: signedOffer, quantity: z.int().exactOptional() })
  .meta({ id: 'CheckoutLine', description: 'A line of a cart: a sale for a fixed price.' })

/** Room for the names and the quantity in a line's JSON. */
const LINE_BYTES = MAX_OFFER_CHARACTERS + 128

/** Room for what comes beside the lines. */
const OTHER_BYTES = 16 * 1024

const MAX_CART_BYTES = MAX_LINES * LINE_BYTES + OTHER_BYTES

/** The first offer in the JSON of a body, or in its start. */
const FIRST_OFFER = /"offer"\s*:\s*"([\w.-]+)"/

/** Strict: a page that sends any other claim about money is refused, not ignored. */
const body = z
  .strictObject({
    offer: signedOffer.exactOptional(),
    lines: z
      .array(line)
      .describe(
        `Instead of \`offer\`, \`quantity\` and \`amount\`: a cart of 1 to ${MAX_LINES} different offers.`,
      )
      .exactOptional(),
    quantity: z.int().exactOptional(),
    amount: z.string().describe('Decimal text; only if the offer leaves the amount open.').exactOptional(),
    locale: z.string().regex(LOCALE).exactOptional(),
    returnUrl: z.string().exactOptional(),
    pageUrl: z
      .string()
      .describe('The calling page, for a way back. It must have an origin of the shop, or it is not stored.')
      .exactOptional(),
    customer: customer.exactOptional(),
    origin: z
      .string()
      .describe(
        'With `pay` from the edge’s own frame: the origin of the page around it, as the browser told it to the frame.',
      )
      .exactOptional(),
    pay: payment
      .describe('Starts the order’s first attempt. Without it the order is opened only.')
      .exactOptional(),
  })
  .refine(({ offer, lines, quantity, amount }) =>
    lines === undefined ? offer !== undefined : [offer, quantity, amount].every((one) => one === undefined),
  )
  .meta({ id: 'CheckoutRequest', oneOf: [{ required: ['offer'] }, { required: ['lines'] }] })

/** The key of the attempt that comes with the opening: the one that pages derive, which pay by a second request. */
const firstKey = (key: string) => `${key}.1`

/** The same offer or cart, and key, open the same order. */
export const checkout = operation(
  {
    route: 'POST /v1/checkout',
    tag: 'shopper',
    summary: 'Opens an order for a signed offer or a cart of several, and pays it',
    about:
      'The same offer and key open the same order, however often they are sent. So do the same lines and key, in any order. ' +
      'With `pay` the order begins with its first attempt; where it has one already, the request joins that, whatever it ' +
      'says itself. A request with `pay` that is refused leaves no order: `order` of the problem document shows what would ' +
      'have been opened, with the id for a bot check, and the same request may be sent again. A body over 16 kB needs an ' +
      'offer of its cart within the first 16 kB.',
    pages: 'shop',
    access: {},
    budget: 'open',
    isKeyed: true,
    opensOrders: true,
    body,
    longerBody: largeCart,
    reply: { status: 200, description: 'The order and the token that pays it.', body: opened },
    problems: [
      ...OFFER_PROBLEMS,
      ...PAYMENT_PROBLEMS,
      'cart-size',
      'line-repeated',
      'line-unfit',
      'currencies-differ',
      'origins-disjoint',
      'methods-disjoint',
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
    const sale = await readSale(body, c.get('config'), Math.floor(now / 1000))
    if (!sale.ok) return problem(c, sale.reason)
    if (!mayBeSoldHere(c, sale.value, body)) return problem(c, { code: 'origin-not-allowed', why: 'offer' })
    const id = await orderIdOf(sale.value.digest, key)
    const terms = termsOf(sale.value, { id, request: body, config: c.get('config'), now })
    if (!terms.ok) return problem(c, terms.reason)
    const paying = body.pay && readPayment(c, body.pay)
    if (paying?.ok === false) return problem(c, paying.reason)
    const misplaced = await placeRefusal(c, { opensOrders: true, route: 'POST /v1/checkout' })
    if (misplaced) return problem(c, misplaced)
    const order = orderOf(c, id)
    const opened = paying
      ? await order.checkOut(terms.value, {
          ...paying.value,
          key: firstKey(key),
          customer: { ...body.customer, ...paying.value.customer },
        })
      : await order.open(terms.value, body.customer)
    if (!opened.ok) return problem(c, opened.reason)
    const { order: shown, ...times } = opened.value
    const token = await payToken(c.get('config'), { id, ...times }, now)
    return c.json<CheckoutReply>({ order: shown, token })
  },
)

/** Reads a cart longer than any other body, once its first offer is verified. */
function largeCart(c: EdgeContext): LongerBody {
  const isAllowed = async (start: string) => {
    const [, offer = ''] = FIRST_OFFER.exec(start) ?? []
    return (await readOffer(offer, c.get('config'), Math.floor(Date.now() / 1000))).ok
  }
  return { maxBytes: MAX_CART_BYTES, isAllowed }
}

/**
 * Whether the page may sell this. The edge's own page sells every offer, because payment links lead there. Its frame has the
 * same origin in any page, so it tells that of the page around it; what is typed there comes from no page that is not told.
 */
function mayBeSoldHere(
  c: EdgeContext,
  { origins }: Sale,
  { origin: around, pay }: z.output<typeof body>,
): boolean {
  const { PUBLIC_URL, ALLOWED_ORIGINS } = c.get('config')
  const sender = c.req.header('Origin')
  if (sender === PUBLIC_URL && around === undefined && pay && isTyped(pay)) return false
  const isSeller = (page: string) => ALLOWED_ORIGINS.includes(page) && origins.includes(page)
  return [sender, around].every((page) => page === undefined || page === PUBLIC_URL || isSeller(page))
}
