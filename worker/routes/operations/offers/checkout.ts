/** `POST /v1/checkout`: a page opens an order for a signed offer or a product, or for a cart of several. */
import * as z from 'zod'
import { opened } from '../../../../shared/contract/response-schemas.ts'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import type { ProblemCode } from '../../../../shared/problem.ts'
import { type Result, refused } from '../../../../shared/result.ts'
import { orderIdOf } from '../../../credentials/order-id.ts'
import { payToken } from '../../../credentials/order-tokens.ts'
import { type NamedGoods, NO_PRODUCT, readNamedGoods } from '../../../credentials/sale.ts'
import { customer } from '../../../domain/customer.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { locale } from '../../../domain/request-fields.ts'
import type { OrderTerms } from '../../../domain/terms.ts'
import type { OpenedOrder } from '../../../order/commands.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { termsOf } from '../../offer-terms.ts'
import { orderOf, placeRefusal, searchRefusal } from '../../order-place.ts'
import { isTyped, PAYMENT_PROBLEMS, payment, readPayment } from '../../payment-body.ts'
import { problem } from '../../respond.ts'
import {
  goods,
  isSold,
  largeCart,
  namesOneOfGoods,
  ONE_OF_GOODS,
  SALE_PROBLEMS,
  saleIn,
} from '../../sale-body.ts'
import { expectedSum, sumRefusal } from '../../shown-sum.ts'

/** Strict: a page that sends any other claim about money is refused, not ignored. */
const body = z
  .strictObject({
    ...goods,
    quantity: z.int().exactOptional(),
    amount: z
      .string()
      .describe('Decimal text; only if the offer or product leaves the amount open.')
      .exactOptional(),
    expect: expectedSum.exactOptional(),
    locale: locale.exactOptional(),
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
  .refine(namesOneOfGoods)
  .refine(({ lines, quantity, amount }) => !lines || (quantity === undefined && amount === undefined))
  .meta({ id: 'CheckoutRequest', oneOf: ONE_OF_GOODS })

/** The key of the attempt that comes with the opening: the one that pages derive, which pay by a second request. */
const firstKey = (key: string) => `${key}.1`

/** The same offer, product or cart, and key, open the same order. */
export const checkout = operation(
  {
    route: 'POST /v1/checkout',
    tag: 'shopper',
    summary: 'Opens an order for a signed offer, a product or a cart of several, and pays it',
    about:
      'The same offer and key open the same order, however often they are sent. So do the same lines and key, in any order. ' +
      'With `pay` the order begins with its first attempt; where it has one already, the request joins that, and what ' +
      'it says itself does not count. An order that has an attempt is found also once its offer has expired or is not sold any more. ' +
      'The price of a product is the catalogue’s when its order is opened: an order that exists under the key keeps the price ' +
      'that it was opened at, and is found whatever the catalogue says now. `price-changed` has the products as they are: ' +
      'show them, ask the shopper, and send the request with the new `expect` and the same key. Where that problem has an ' +
      '`order`, the order keeps its price: cancel it, and send another key. A ' +
      'request with `pay` that is refused leaves no order: `order` of the problem document shows what would ' +
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
      'price-changed',
      'key-reused',
      'amount-invalid',
      'quantity-invalid',
      'customer-invalid',
      'collect-missing',
      'country-not-served',
      'return-url-invalid',
    ],
  },
  async (c, { key, body }) => {
    const now = c.get('receivedAt')
    const terms = await termsIn(c, { body, key, now })
    if (!terms.ok) return (await answerKnown(c, { body, key }, terms.reason)) ?? problem(c, terms.reason)
    const paying = body.pay && readPayment(c, body.pay)
    if (paying?.ok === false) return problem(c, paying.reason)
    const misplaced = await placeRefusal(c, { opensOrders: true, route: 'POST /v1/checkout' })
    if (misplaced) return problem(c, misplaced)
    const { id } = terms.value
    const order = orderOf(c, id)
    const opened = paying
      ? await order.checkOut(terms.value, {
          ...paying.value,
          key: firstKey(key),
          customer: { ...body.customer, ...paying.value.customer },
        })
      : await order.open(terms.value, body.customer)
    return answer(c, id, opened)
  },
)

type Body = z.output<typeof body>

interface Asked {
  readonly body: Body
  readonly key: string
}

/** The terms of the order that the request opens now. */
async function termsIn(
  c: EdgeContext,
  { body, key, now }: Asked & { readonly now: number },
): Promise<Result<OrderTerms, Refusal>> {
  const sale = await saleIn(c, body, pageAround(c, body))
  if (!sale.ok) return sale
  const id = await orderIdOf(sale.value.digest, key)
  const terms = termsOf(sale.value, { id, request: body, config: c.get('config'), now })
  const wrong = terms.ok && body.expect && sumRefusal(body.expect, terms.value, sale.value)
  return wrong ? refused(wrong) : terms
}

/** What keeps signed offers from being sold, and came perhaps after they were paid. */
const UNSOLD: readonly ProblemCode[] = [
  'offer-expired',
  'offer-withdrawn',
  'currency-not-served',
  'method-off',
  'methods-disjoint',
]

/**
 * Answers with the order of the key, although its goods are refused now: a page that lost the answer asks so, and its shopper
 * may have paid. Of offers alone, where they may be over by now and something was tried in the order. Of a product always:
 * nothing that the catalogue says now changes what was agreed on.
 *
 * A product that never was asks no order: anybody may name one.
 *
 * @param refusal Why the goods are refused.
 * @returns `undefined` where there is no such order.
 */
async function answerKnown(
  c: EdgeContext,
  { body, key }: Asked,
  { code, why }: Refusal,
): Promise<Response | undefined> {
  const sellsProduct = body.product !== undefined || body.lines?.some((line) => 'product' in line)
  if (why === NO_PRODUCT || !(sellsProduct || UNSOLD.includes(code))) return undefined
  const goods = await readNamedGoods(body, { config: c.get('config'), now: c.get('receivedAt') })
  if (!goods || !isSold(c, goods, pageAround(c, body))) return undefined
  const misplaced = await searchRefusal(c)
  if (misplaced) return problem(c, misplaced)
  const id = await orderIdOf(goods.digest, key)
  const known = await knownOrder(c, id, goods)
  return known && answer(c, id, known)
}

function knownOrder(c: EdgeContext, id: string, { digest, lines, isCart }: NamedGoods) {
  const signed = lines.flatMap(({ offer, choice }) => (offer ? [{ claims: offer.claims, choice }] : []))
  if (signed.length === lines.length) return orderOf(c, id).findTried(signed)
  const [only] = lines
  // The digest of a cart has its quantities already.
  return orderOf(c, id).findOpened({ offer: digest, ...(only && !isCart && { chosen: only.choice }) })
}

/** Answers with the order, and a token that pays it. */
async function answer(c: EdgeContext, id: string, opened: Result<OpenedOrder, Refusal>): Promise<Response> {
  if (!opened.ok) return problem(c, opened.reason)
  const { order, ...times } = opened.value
  const token = await payToken(c.get('config'), { id, ...times }, c.get('receivedAt'))
  return c.json<CheckoutReply>({ order, token })
}

/**
 * The page around the edge's own frame, whose `Origin` is the edge's in any page. What is typed there comes from no page
 * that is not told.
 */
function pageAround(c: EdgeContext, { origin, pay }: Body): string | undefined {
  const isFrame = pay && isTyped(pay) && c.req.header('Origin') === c.get('config').PUBLIC_URL
  return isFrame ? (origin ?? 'null') : origin
}
