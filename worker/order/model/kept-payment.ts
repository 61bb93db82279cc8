/** Which approval is the payment: the first one, once and for all. Any other is a duplicate charge. */
import { isLimited } from '../../domain/offer-lines.ts'
import { change, withoutAsking } from './attempts.ts'
import type { Report } from './events.ts'
import { withWaitingApproval } from './reservation.ts'
import type { OrderState } from './state.ts'
import { withTotals, withTransaction } from './transactions.ts'

/** Keeps the first approval, once and for all. The order gives any other back, also one after it was cancelled. */
export function approved(state: OrderState, number: number, report: Report, now: number): OrderState {
  const isKept = state.payment === number || mayKeep(state, number, report)
  const isWaiting = state.waitingApproval?.attempt === number && state.waitingApproval.id === report.gatewayId
  if (!isKept && isWaiting) return withTransaction(state, number, report)
  if (!isKept && mayWait(state, number, report))
    return withWaitingApproval(withTransaction(state, number, report), number, report, now)
  if (!isKept) return withTransaction(state, number, report, { surplus: true })
  const kept = withTotals(withTransaction(confirmed(state, number), number, report), report)
  if (state.payment === number) return kept
  return { ...kept, payment: number, ...(report.card ? { card: report.card } : {}) }
}

/**
 * Whether an approval can be the payment: the first one. Not after the order or the attempt was cancelled, nor
 * while it is uncertain that units of a limited offer are held, nor if the order is already giving it back.
 */
const mayKeep = (state: OrderState, number: number, { gatewayId }: Report) =>
  isFirst(state, number) &&
  (!isLimited(state.terms) || state.holdsUnits === true) &&
  !state.duplicateRefunds.some((refund) => refund.gatewayId === gatewayId)

/** Whether no other approval is or may become the payment, and nobody gave up this one. */
const isFirst = ({ payment, cancelled, waitingApproval, attempts }: OrderState, number: number) =>
  payment === undefined && !cancelled && !waitingApproval && !attempts[number - 1]?.cancelled

/**
 * Whether to ask the offer's counter before an approval becomes the payment: for the first one, unless it is on its way
 * back.
 */
const mayWait = (state: OrderState, number: number, { gatewayId }: Report) =>
  isLimited(state.terms) &&
  isFirst(state, number) &&
  !state.transactions.some(({ id, surplus }) => surplus && id === gatewayId)

/** The gateway confirms an approval that it had put in doubt. */
export function confirmed(state: OrderState, number: number): OrderState {
  if (state.laterOutcome !== 'unknown') return state
  const { laterOutcome: _, ...rest } = state
  return change(rest, number, withoutAsking)
}
