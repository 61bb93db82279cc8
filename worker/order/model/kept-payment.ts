/** Which approval is the payment: the first one, once and for all. Any other is a charge too many. */
import { change, withoutAsking } from './attempts.ts'
import type { Report } from './events.ts'
import { claimed } from './reservation.ts'
import type { OrderState } from './state.ts'
import { withTotals, withTransaction } from './transactions.ts'

/** Keeps the first approval, once and for all. Any other, also one after cancelling, has to be given back. */
export function approved(state: OrderState, number: number, report: Report, now: number): OrderState {
  const isKept = state.payment === number || mayKeep(state, report)
  const isWaiting = state.claim?.attempt === number && state.claim.id === report.gatewayId
  if (!isKept && isWaiting) return withTransaction(state, number, report)
  if (!isKept && mayClaim(state, report))
    return claimed(withTransaction(state, number, report), number, report, now)
  if (!isKept) return withTransaction(state, number, report, { surplus: true })
  const kept = withTotals(withTransaction(confirmed(state, number), number, report), report)
  if (state.payment === number) return kept
  return { ...kept, payment: number, ...(report.card ? { card: report.card } : {}) }
}

/**
 * Whether an approval can still be the payment: the first one, but not after giving up, nor where it is not sure that a
 * piece of a limited offer is held for the order, nor what is on its way back, though there may be a piece by now.
 */
const mayKeep = (state: OrderState, { gatewayId }: Report) =>
  state.payment === undefined &&
  !state.cancelled &&
  !state.claim &&
  (!state.terms.limit || state.holdsLimit === true) &&
  !state.reversals.some((reversal) => reversal.gatewayId === gatewayId)

/** Whether the offer's counter has to be asked before an approval is the payment: the first one, unless it is on its way back. */
const mayClaim = (state: OrderState, { gatewayId }: Report) =>
  state.terms.limit !== undefined &&
  state.payment === undefined &&
  !state.cancelled &&
  !state.claim &&
  !state.transactions.some(({ id, surplus }) => surplus && id === gatewayId)

/** The gateway stands by an approval that it had put in doubt. */
export function confirmed(state: OrderState, number: number): OrderState {
  if (state.aftermath !== 'unknown') return state
  const { aftermath: _, ...rest } = state
  return change(rest, number, withoutAsking)
}
