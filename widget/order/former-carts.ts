/** The orders of carts that the page has changed since. No cart is paid while the payment of another may be under way. */
import { isFinal, isMoving, isSettled } from '../../shared/order-status.ts'
import { accepted, type Result } from '../../shared/result.ts'
import type { Refusal } from './api.ts'
import type { Context, OrderAccess, ReadOrder } from './context.ts'
import { checkout } from './open-order.ts'
import { isPassing } from './problems.ts'
import type { RememberedOrder } from './remembered-orders.ts'

/**
 * Looks for an order of a former cart that the tag has to show in place of the cart's own: its payment is under way, or it
 * succeeded before any page saw that.
 *
 * @param isOpening The shopper is about to pay: cancels the other orders of former carts. Repeating is harmless.
 * @returns The order, if there is one; or why the edge has not cancelled one.
 */
export async function findFormerCart(
  context: Context,
  isOpening = false,
): Promise<Result<OrderAccess | undefined, Refusal>> {
  const { goods, orders, digest, api } = context
  for (const [formerCart, remembered] of goods?.lines ? orders.unpaidCarts() : []) {
    if (formerCart === digest) continue
    const found = await orderOf(context, formerCart, remembered)
    const { id, token, order }: Partial<OrderAccess> = found.ok ? found.value : remembered
    if (found.ok && order && (isMoving(order.status) || isSettled(order.status)))
      return accepted({ ...found.value, formerCart })
    if (!isOpening) continue
    const left = id && token && order && !isFinal(order.status) ? await api.cancel(id, token) : found
    // Any other refusal says that the browser has no part in the order any more.
    if (!left.ok && (isPassing(left.reason) || left.reason.order)) return left
    orders.forget(formerCart, id)
  }
  return accepted(undefined)
}

/** Reads an order; one whose payment's answer was lost by its key, for which the edge has to know what is in the cart. */
async function orderOf(
  context: Context,
  digest: string,
  remembered: RememberedOrder,
): Promise<Result<ReadOrder, Refusal>> {
  const { id = '', token = '', key, paying: goods } = remembered
  if (goods) return checkout({ ...context, digest, goods }, remembered)
  const answer = await context.api.read(id, token)
  return answer.ok ? accepted({ id, token, key, mayPay: true, order: answer.value.body }) : answer
}
