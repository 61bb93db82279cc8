/** `POST /v1/checkout`: a page opens an order for a signed offer, or for a cart of several. */
import * as z from 'zod'
import { opened } from '../../../shared/contract/response-schemas.ts'
import type { CheckoutReply } from '../../../shared/http-bodies.ts'
import { orderIdOf } from '../../credentials/order-id.ts'
import { payToken } from '../../credentials/order-tokens.ts'
import { customer } from '../../domain/customer.ts'
import type { EdgeContext } from '../context.ts'
import { operation } from '../define-operation.ts'
import { termsOf } from '../offer-terms.ts'
import { orderOf, placeRefusal } from '../order-place.ts'
import { isTyped, PAYMENT_PROBLEMS, payment, readPayment } from '../payment-body.ts'
import { problem } from '../respond.ts'
import { goods, largeCart, ONE_OF_GOODS, SALE_PROBLEMS, saleIn } from '../sale-body.ts'

/** A language tag of BCP 47, in the forms that browsers send. */
const LOCALE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}$/

/** Strict: a page that sends any other claim about money is refused, not ignored. */
const body = z
  .strictObject({
    ...goods,
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
  .meta({ id: 'CheckoutRequest', oneOf: ONE_OF_GOODS })

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
      ...SALE_PROBLEMS,
      ...PAYMENT_PROBLEMS,
      // The order's tokens were revoked, so its key opens it no more.
      'token-invalid',
      'key-reused',
      'amount-invalid',
      'quantity-invalid',
      'customer-invalid',
      'collect-missing',
      'return-url-invalid',
    ],
  },
  async (c, { key, body }) => {
    const now = Date.now()
    const sale = await saleIn(c, body, pageAround(c, body))
    if (!sale.ok) return problem(c, sale.reason)
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

/**
 * The page around the edge's own frame, whose `Origin` is the edge's in any page. What is typed there comes from no page
 * that is not told.
 */
function pageAround(c: EdgeContext, { origin, pay }: z.output<typeof body>): string | undefined {
  const isFrame = pay && isTyped(pay) && c.req.header('Origin') === c.get('config').PUBLIC_URL
  return isFrame ? (origin ?? 'null') : origin
}
