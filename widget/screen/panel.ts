/** Which panel the tag shows, and which row of the table of words is true of it. Pure. */
import { type Row as OrderRow, rowOf } from '../../shared/order-outcome.ts'
import { isFailed, isPayable } from '../../shared/order-status.ts'
import type { PanelState, Situation } from './situation.ts'

/** A panel of the tag: what became of the order, or that there is none. */
export type PanelName = OrderRow | 'starting' | 'leaving' | 'empty' | 'broken'

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
  if (isStuck || (error && state.isUnread)) return 'broken'
  if (state.isResuming) return 'starting'
  return state.isSelling ? 'open' : 'empty'
}

/**
 * A row of the table: that of the order, or what it looks like where the tag knows more. `given-up`: the shopper cancelled on
 * the gateway's own page, so no bank declined anything. `popup`: the page that the order waits for is in another window.
 */
export type Row = OrderRow | 'given-up' | 'popup'

/** A panel that no order has. */
export type OwnRow = 'starting' | 'leaving' | 'broken'

/** Which row of the table says what a panel shows. */
export function wordsRow(
  panel: Exclude<PanelName, 'empty' | 'open'>,
  { view, isInPopUp }: Situation,
): Row | OwnRow {
  if (view?.error?.code === GIVEN_UP && isFailed(view.status)) return 'given-up'
  return panel === 'redirect' && isInPopUp ? 'popup' : panel
}

/** The shopper cancelled on the gateway's own page: no bank declined anything. */
const GIVEN_UP = 'cancelled-at-gateway'
