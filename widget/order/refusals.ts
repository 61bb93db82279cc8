/** What the tag does when the edge refuses the shopper's request. */
import type { OrderView } from '../../shared/order-view.ts'
import type { PayError } from '../element/events.ts'
import type { Refusal } from './api.ts'
import type { AttemptPresentation } from './attempt-presentation.ts'
import type { OrderSession } from './order-session.ts'
import { NEWS, toPayError } from './problems.ts'

/** The tag's order, as far as a refusal can change it. */
export interface RefusedOrder {
  readonly session: OrderSession | undefined
  readonly view: OrderView | undefined
  readonly presentation: AttemptPresentation
  fail(error: PayError): Promise<undefined>
}

/**
 * Handles a refusal of the shopper's request. A lost answer decides nothing: the order knows whether the request arrived.
 *
 * @returns The refusal, unless the order turned out to be further than the shopper saw.
 */
export async function takeRefusal(order: RefusedOrder, refusal: Refusal): Promise<Refusal | undefined> {
  const { presentation, view: seen } = order
  const isNews = NEWS.includes(refusal.code)
  const isLost = refusal.code === 'network'
  const { awaited } = presentation
  if (!isLost) presentation.stay()
  if (refusal.order) order.session?.receive(refusal.order)
  else if (isNews || isLost) await order.session?.refresh()
  order.session?.follow()
  const arrived = isLost && (awaited ? order.view?.attempts.length === awaited : order.view !== seen)
  if ((isNews && order.view) || arrived) return
  presentation.stay()
  order.fail(toPayError(refusal))
  return refusal
}
