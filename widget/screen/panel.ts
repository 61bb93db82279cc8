/** Which panel the tag shows. Pure. */
import { isPayable, type OrderStatus } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { PanelState } from './situation.ts'

/** A panel of the tag: the order's status, or that there is no order. */
export type PanelName = OrderStatus | 'starting' | 'leaving' | 'empty' | 'broken'

/** Which panel the tag shows. */
export function panelOf(state: PanelState): PanelName {
  const { view, error, mayPay, isLeaving, leftAttempt } = state
  const isStuck = error?.recoverable === false
  const status = view?.status
  if (status === 'redirect' && leftAttempt === view?.attempts.at(-1)?.startedAt) return 'open'
  // With a token that may only look, the shopper cannot begin to pay either.
  if (status === 'open' && !mayPay) return 'redirect'
  if (view && status === 'cancelled' && isSent(view)) return 'approved'
  // A token that may only look and ran out leaves the last known status.
  if (status && !(isStuck && isPayable(status) && mayPay)) return isLeaving ? 'leaving' : status
  if (isStuck) return 'broken'
  if (state.isResuming) return 'starting'
  return state.isSelling ? 'open' : 'empty'
}

/** Whether a payout was sent, however it was cancelled meanwhile, and nothing has undone it since. */
const isSent = ({ intent, attempts, transactions }: OrderView) =>
  intent === 'payout' &&
  attempts.some(({ status }) => status === 'approved') &&
  transactions.every(({ type }) => /payout/.test(type))
