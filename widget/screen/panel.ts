/** Which panel the tag shows. Pure. */
import { type Row, rowOf } from '../../shared/order-outcome.ts'
import { isPayable } from '../../shared/order-status.ts'
import type { PanelState } from './situation.ts'

/** A panel of the tag: what became of the order, or that there is none. */
export type PanelName = Row | 'starting' | 'leaving' | 'empty' | 'broken'

/** Which panel the tag shows. */
export function panelOf(state: PanelState): PanelName {
  const { view, error, mayPay, isLeaving, leftAttempt } = state
  const isStuck = error?.recoverable === false
  const status = view?.status
  if (status === 'redirect' && leftAttempt === view?.attempts.at(-1)?.startedAt) return 'open'
  // With a token that may only look, the shopper cannot begin to pay either.
  if (status === 'open' && !mayPay) return 'redirect'
  // A token that may only look and ran out leaves the last known status.
  if (view && !(isStuck && isPayable(view.status) && mayPay)) return isLeaving ? 'leaving' : rowOf(view)
  if (isStuck) return 'broken'
  if (state.isResuming) return 'starting'
  return state.isSelling ? 'open' : 'empty'
}
