/** What the tag does when the edge refuses the shopper's request. */
import type { OrderView, Way } from '../../shared/order-view.ts'
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
  pause(seconds: number, way: RefusedWay): void
}

/** The way to pay that a refusal is about. `all`: no order could be opened, so that none can be paid in. */
export type RefusedWay = Way | 'all'

/**
 * Handles a refusal of the shopper's request. A lost answer decides nothing: the order knows whether the request arrived.
 *
 * @param way What it refused to pay by. Absent if it refused something else, such as to cancel: then it neither keeps the
 *   shopper from paying nor says whether anything was charged.
 * @returns The refusal, unless the order turned out to be further than the shopper saw.
 */
export async function takeRefusal(
  order: RefusedOrder,
  refusal: Refusal,
  way?: RefusedWay,
): Promise<Refusal | undefined> {
  const { presentation, view: seen } = order
  const isNews = NEWS.includes(refusal.code)
  const isLost = refusal.code === 'network'
  const { awaited } = presentation
  if (!isLost) presentation.stay()
  const seconds = way ? pauseOf(refusal) : 0
  // A way that is back in a while stays, with what was typed there.
  if (refusal.order && !seconds) order.session?.receive(refusal.order)
  else if (isNews || isLost) await order.session?.refresh()
  order.session?.follow()
  const arrived = isLost && (awaited ? order.view?.attempts.length === awaited : order.view !== seen)
  if ((isNews && order.view) || arrived) return
  presentation.stay()
  order.fail(toPayError(refusal))
  if (way && seconds) order.pause(seconds, way)
  return refusal
}

/** An edge or a proxy that says no time means a minute. */
const USUAL_SECONDS = 60

/** How long the shopper has to wait, in seconds; 0 if waiting is not what helps. */
const pauseOf = ({ code, retryAfterSeconds = 0 }: Refusal): number =>
  code === 'too-many-requests'
    ? retryAfterSeconds || USUAL_SECONDS
    : code === 'method-off'
      ? retryAfterSeconds
      : 0
