/** What the tag does when the edge refuses the shopper's request. */
import type { Way } from '../../shared/order-view.ts'
import type { ProductLook } from '../../shared/product.ts'
import type { Refusal } from './api.ts'
import { isLost, isOvertaken, needsLook } from './model/refusal.ts'
import type { TagState } from './model/tag-state.ts'
import { askOrder } from './order-requests.ts'
import { takeClaims } from './products.ts'
import type { TagContext } from './tag-context.ts'

/**
 * Handles a refusal of the shopper's request.
 *
 * @param way What it refused to pay by. Absent if it refused something else, such as to cancel: then it neither keeps the
 *   shopper from paying nor says whether anything was charged.
 * @returns The refusal, unless the order turned out to be further than the shopper saw.
 */
export async function takeRefusal(
  tag: TagContext,
  refusal: Refusal,
  way?: Way,
): Promise<Refusal | undefined> {
  const before = tag.state
  const { send } = tag.sale()
  if (!isLost(refusal)) send({ type: 'called-off' })
  if (needsLook(refusal)) await askOrder(tag)
  send({ type: 'refused', refusal, way, before, now: tag.env.now() })
  if (refusal.products) await takePrices(tag, before, refusal.products)
  return isOvertaken(refusal, before, tag.state) ? undefined : refusal
}

/** Shows what products cost now. The tag has left an order of another price: nobody pays it, and its key opens no other. */
async function takePrices(tag: TagContext, { access, digest }: TagState, looks: readonly ProductLook[]) {
  const sale = tag.sale()
  takeClaims(sale, looks)
  if (!access) return
  await tag.orders.obtain(digest, access.key)
  await sale.api.cancel(access.id, access.token)
}
