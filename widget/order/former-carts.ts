/** The orders of carts that the page has changed since. No cart is paid while the payment of another may be under way. */
import { isFinal, isMoving, isSettled } from '../../shared/order-status.ts'
import { accepted, type Result } from '../../shared/result.ts'
import type { Refusal } from './api.ts'
import type { Context, OrderAccess } from './context.ts'
import { isPassing } from './problems.ts'

/**
 * Looks for an order of a former cart that the tag has to show in place of the cart's own: its payment is under way, or it
 * succeeded before any page saw that.
 *
 * @param isOpening The shopper is about to pay: cancels the other orders of former carts. Repeating is harmless.
 * @returns The order, if there is one; or why the edge has not cancelled one.
 */
export async function findFormerCart(
  { goods, orders, digest, api }: Context,
  isOpening = false,
): Promise<Result<OrderAccess | undefined, Refusal>> {
  for (const [formerCart, { id = '', token = '', key }] of goods?.lines ? orders.unpaidCarts() : []) {
    if (formerCart === digest) continue
    const answer = await api.read(id, token)
    const order = answer.ok ? answer.value.body : undefined
    if (order && (isMoving(order.status) || isSettled(order.status)))
      return accepted({ id, token, key, mayPay: true, formerCart, order })
    if (!isOpening) continue
    const left = order && !isFinal(order.status) ? await api.cancel(id, token) : answer
    // Any other refusal says that the browser has no part in the order any more.
    if (!left.ok && (isPassing(left.reason) || left.reason.order)) return left
    orders.forget(formerCart, id)
  }
  return accepted(undefined)
}
