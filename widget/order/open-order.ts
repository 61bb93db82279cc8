/** Opens the order of an offer, or joins the one that this browser already has. */
import type { CheckoutRequest } from '../../shared/http-bodies.ts'
import { isFinal } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result } from '../../shared/result.ts'
import type { Refusal } from './api.ts'
import type { Context, Opened, OrderAccess, Terms } from './context.ts'
import { findFormerCart } from './former-carts.ts'
import type { RememberedOrder } from './remembered-orders.ts'
import type { Sale, TagContext } from './tag-context.ts'

/**
 * Opens the order of the terms that the shopper saw, unless the tag has other terms by then. If the payment of a former cart
 * is under way, the tag gets that order instead.
 */
async function openOrder(context: Context, terms: Terms): Promise<Opened> {
  const former = await findFormerCart(context, true)
  const isFree = former.ok && !former.value && !context.signal.aborted
  return isFree ? openOrJoin(context, terms) : former
}

/** Opens or joins the order to pay, unless there is one. Two calls at once open one order. */
export async function ensureOrder(tag: TagContext, terms: Terms): Promise<Refusal | undefined> {
  const { view, digest, isOpening } = tag.state
  if (!digest || (view && !isFinal(view.status) && !isAnotherSum(view, terms.sum))) return
  if (!isOpening) await open(tag.sale(), terms)
  return (await tag.until((state) => !state.isOpening && state)).unopened
}

async function open(sale: Sale, terms: Terms) {
  sale.send({ type: 'opening-begun' })
  let opened: Opened | undefined
  try {
    opened = await openOrder(sale, terms)
  } finally {
    sale.send({ type: 'opening-ended', opened })
  }
}

/** Several tries: a tab may have to look past each order that the shopper made and ended in the last seconds. */
const MAX_TRIES = 5

/**
 * Opens or joins an order. Repeating is harmless: the tag stores the key before it sends anything, and the same key opens
 * the same order from any tab.
 *
 * @param terms The terms that the shopper saw, even if the page has changed them meanwhile.
 */
async function openOrJoin(context: Context, terms: Terms): Promise<Result<OrderAccess, Refusal>> {
  const { orders, digest } = context
  let remembered = await orders.obtain(digest)
  for (let tries = MAX_TRIES; ; tries -= 1) {
    const answer = await checkout(context, terms, remembered)
    // Another tab may have used the key for another sum at the same moment. Then the refusal has its order.
    const order = answer.ok ? answer.value.order : answer.reason.order
    const isUseless = order && (isFinal(order.status) || isAnotherSum(order, terms.sum))
    if (!isUseless || tries === 1) return answer
    remembered = await orders.obtain(digest, remembered.key)
  }
}

/** Whether an order without attempts has another sum than the shopper has chosen since. */
export const isAnotherSum = ({ status, attempts, amount }: OrderView, sum: string | undefined) =>
  sum !== undefined && status === 'open' && !attempts.length && amount !== sum

/** Opens an order by its key, or reads it again: the same key gives the same order, and a new token. */
export async function checkout(
  { api, orders, digest, goods }: Context,
  { locale, returnUrl, pageUrl, choice: chosen }: Terms,
  remembered: RememberedOrder,
): Promise<Result<OrderAccess, Refusal>> {
  const { key } = remembered
  // A key that another tab announced is stored by that tab, sooner or later.
  const read = orders.read(digest)
  const stored = read?.key === key ? read : undefined
  const { choice = chosen } = stored ?? remembered
  const isCart = !!goods?.lines
  if (stored) orders.write(digest, { ...stored, choice, isCart })
  const request = { ...goods, locale, returnUrl, pageUrl, ...choice } as CheckoutRequest
  const answer = await api.checkout(key, request)
  if (!answer.ok) return answer
  const { order, token } = answer.value.body
  orders.write(digest, { key, choice, isCart, id: order.id, token, seq: order.seq })
  return accepted({ id: order.id, token, key, mayPay: true, order })
}
