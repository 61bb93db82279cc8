/** How a tag reacts when another tag or tab of this browser changes the order of the same offer. Pure. */
import { isFinal } from '../../../shared/order-status.ts'
import type { OrderAccess } from '../context.ts'
import type { RememberedOrder } from '../remembered-orders.ts'
import type { TagState } from './tag-state.ts'

/** What the tag shows, and whether it follows that or carries out a click. */
export type ShownOrder = Pick<TagState, 'access' | 'view' | 'isFollowed' | 'isBusy'>

/** Read the shown order again, join the other tab's order, or do nothing. */
export type TabSync = 'refresh' | OrderAccess | undefined

/**
 * Decides what to do about a change of the remembered order. The tag joins another tab's order only while the order that it
 * shows has no attempt.
 */
export function syncWithTab(remembered: RememberedOrder | undefined, shown: ShownOrder): TabSync {
  const { id, token, key, seq = 0, mayPay = true } = remembered ?? {}
  const { access, view, isFollowed, isBusy } = shown
  // The other tab forgot the order, so it is over; not even the key of a new one is there.
  if (!id) return view && !isFinal(view.status) && key === undefined ? 'refresh' : undefined
  if (access?.id === id) return view && seq > view.seq && !isFollowed ? 'refresh' : undefined
  const isUntouched = !access || (view?.status === 'open' && !view.attempts.length)
  return token && key && !isBusy && isUntouched ? { id, token, key, mayPay } : undefined
}
