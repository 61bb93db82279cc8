/** How a tag follows what another tag or tab of this browser does with the order of the same offer. Pure. */
import { isFinal } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { OrderAccess } from './context.ts'
import type { RememberedOrder } from './remembered-orders.ts'

/** What the tag shows, as far as the other tab matters to it. */
export interface ShownOrder {
  readonly id: string | undefined
  readonly view: OrderView | undefined
  /** The tag hears of the order's changes already. */
  readonly isFollowed: boolean
  /** The shopper's click here is being carried out. */
  readonly isBusy: boolean
}

/** Read the shown order again, join the other tab's order, or do nothing. */
export type TabSync = 'refresh' | OrderAccess | undefined

/**
 * Decides what a change of the remembered order means here. The tag joins another order only while the shopper has not
 * started to pay the one that it shows.
 */
export function syncWithTab(remembered: RememberedOrder | undefined, shown: ShownOrder): TabSync {
  const { id, token, key, seq = 0 } = remembered ?? {}
  const { view } = shown
  // The other tab dropped the order, so it ended: no key is left, not even for a new one.
  if (!id) return view && !isFinal(view.status) && key === undefined ? 'refresh' : undefined
  if (shown.id === id) return view && seq > view.seq && !shown.isFollowed ? 'refresh' : undefined
  const isUntouched = !shown.id || (view?.status === 'open' && !view.attempts.length)
  return token && key && !shown.isBusy && isUntouched ? { id, token, key, mayPay: true } : undefined
}
