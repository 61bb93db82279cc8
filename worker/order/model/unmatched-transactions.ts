/** Transactions under an order's name that it did not start. */
import { isDecided } from '../../../shared/order-status.ts'
import { isUntyped, withSum } from './approval-proof.ts'
import type { Report, Reported } from './events.ts'
import type { Attempt, OrderState, UnmatchedTransaction } from './state.ts'
import { withTransaction } from './transactions.ts'

/** How many the order polls for at a time. More of them would say no more. */
const MAX_ASKED = 20

/**
 * Notes a transaction that the gateway names and the order did not start, such as a second one under its name. The
 * order polls for it, since it may have charged. Charges of a recurring payment are only noted, since the gateway makes
 * them by itself.
 *
 * @param id The gateway's identifier of it.
 */
export function withUnmatched(
  state: OrderState,
  { number, gatewayId, method }: Attempt,
  { id, now }: { readonly id: string | undefined; readonly now: number },
): OrderState {
  const isScheduled = method === 'recurring-payment'
  const isOwn = id === gatewayId || (gatewayId === undefined && !isScheduled)
  const isKnown = state.foreign.some((one) => one.id === id)
  const isFlood = !isScheduled && state.foreign.filter(({ asking }) => asking).length >= MAX_ASKED
  if (!id || isOwn || isKnown || isFlood) return state
  const found: UnmatchedTransaction = {
    id,
    attempt: number,
    ...(!isScheduled && { asking: { since: now, pace: 'active' as const } }),
  }
  return { ...state, foreign: [...state.foreign, found] }
}

/** Applies the gateway's report on it. An approval is a duplicate charge, whatever its sum. */
export function unmatchedReported(state: OrderState, { number, report }: Reported): OrderState {
  const found = state.foreign[number - 1]
  const attempt = found && state.attempts[found.attempt - 1]
  if (!found?.asking || !attempt) return state
  if (!isDecided(report.status)) return state
  // The reply says which of two transactions is the attempt's own. Until it came or got lost, none is a duplicate.
  if (attempt.status === 'sending') return state
  const { asking: _, ...known } = found
  const noted = { ...state, foreign: state.foreign.with(number - 1, known) }
  // The attempt's own reply came after the notice that named it.
  if (attempt.gatewayId === found.id) return noted
  // Nobody can tell whether it is a charge or a follow-up of one, so a person has to decide.
  if (isUntyped(report) && report.status === 'approved' && report.reversedMinor) return state
  const told = withSum(state, asCharge(report))
  const isCharge = told.kind === 'payment' && told.status === 'approved'
  return withTransaction(noted, attempt.number, told, isCharge ? { surplus: true } : {})
}

/** If the gateway never reports kinds, a transaction of which nothing came back is a charge. */
const asCharge = (report: Report): Report => (isUntyped(report) ? { ...report, kind: 'payment' } : report)
