/** Opens the order of an offer, or joins the one that this browser already has. */
import { isFinal } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result } from '../../shared/result.ts'
import type { Refusal } from './api.ts'
import type { Context, OrderAccess, Terms } from './context.ts'
import type { RememberedOrder } from './remembered-orders.ts'

/** An order that this browser may pay. */
export interface Opened {
  readonly order: OrderView
  readonly token: string
  /** The key that it was opened with; keys of attempts are derived from it. */
  readonly key: string
}

/**
 * Opens the order of what the shopper saw, unless the tag names something else by then.
 *
 * @param opened Called with the order, and what gives access to it.
 * @returns Why the edge refused, if it did.
 */
export async function openOrder(
  context: Context,
  terms: Terms,
  opened: (access: OrderAccess, order: OrderView) => void,
): Promise<Refusal | undefined> {
  const answer = await openOrJoin(context, terms)
  if (context.signal.aborted) return
  if (!answer.ok) return answer.reason
  const { order, token, key } = answer.value
  opened({ id: order.id, token, key, mayPay: true }, order)
  return
}

/**
 * Opens or joins an order. Repeating is harmless: the key is stored before anything is sent, and the same key opens
 * the same order from any tab.
 *
 * @param terms What the shopper saw, whatever the page asks for meanwhile.
 */
async function openOrJoin(context: Context, terms: Terms): Promise<Result<Opened, Refusal>> {
  const { orders, digest } = context
  const remembered = await orders.obtain(digest)
  const answer = await checkout(context, terms, remembered)
  if (!answer.ok) return answer
  const { order } = answer.value
  if (!isFinal(order.status) && !isAnotherSum(order, terms.sum)) return answer
  return checkout(context, terms, await orders.obtain(digest, remembered.key))
}

/** Whether an order nobody has tried to pay comes to something else than the shopper chose since. */
export const isAnotherSum = ({ status, attempts, amount }: OrderView, sum: string | undefined) =>
  sum !== undefined && status === 'open' && !attempts.length && amount !== sum

/** Opens an order by its key, or reads it again: the same key gives the same order, and a new token. */
export async function checkout(
  { api, orders, digest, offer }: Context,
  { locale, returnUrl, pageUrl, choice: chosen }: Terms,
  remembered: RememberedOrder,
): Promise<Result<Opened, Refusal>> {
  const { key, choice = chosen } = remembered
  orders.write(digest, { ...remembered, choice })
  const answer = await api.checkout(key, { offer, locale, returnUrl, pageUrl, ...choice })
  if (!answer.ok) return answer
  const { order, token } = answer.value.body
  orders.write(digest, { key, choice, id: order.id, token, seq: order.seq })
  return accepted({ order, token, key })
}
