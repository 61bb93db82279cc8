/** Transactions under an order's name that it did not start. */
import { isMarkedName } from '../../../shared/order-names.ts'
import { isDecided } from '../../../shared/order-status.ts'
import { isSecondProof, isUntyped, withSum } from './approval-proof.ts'
import type { Report, Reported } from './events.ts'
import type { Attempt, OrderState, UnmatchedTransaction } from './state.ts'
import { withTransaction } from './transactions.ts'

/** How many the order polls for at a time. More of them would say no more. */
const MAX_ASKED = 20

/** A transaction that the gateway names. */
interface NamedTransaction {
  /** The gateway's identifier. */
  readonly id: string | undefined
  /** The reply to our own request, or a callback at our own address, names it. */
  readonly isVouched?: boolean
  /** It has another name than the attempt, which the order has forgotten. The gateway cannot be asked about it by the attempt's. */
  readonly isForgotten?: boolean
  readonly now: number
}

/**
 * Notes a transaction that the gateway names and the order did not start, such as a second one under its name. The
 * order polls for it, since it may have charged. Charges of a recurring payment are only noted, since the gateway makes
 * them by itself; so is what only a bare name leads to, since it may be another shop's.
 */
export function withUnmatched(state: OrderState, attempt: Attempt, named: NamedTransaction): OrderState {
  const { id, isVouched = false, isForgotten = false } = named
  const { gatewayId, method } = attempt
  const isScheduled = method === 'recurring-payment'
  const isOwn = id === gatewayId || (gatewayId === undefined && !isScheduled && !isForgotten)
  if (!id || isOwn) return state
  const known = state.unmatched.findIndex((one) => one.id === id)
  if (known >= 0 && !(state.unmatched[known]?.isUnproven && isVouched)) return state
  const isFlood = !isScheduled && state.unmatched.filter(isOpen).length >= MAX_ASKED
  if (known < 0 && isFlood) return state
  const found = noted({ id, attempt: attempt.number }, attempt, named)
  const unmatched = known < 0 ? [...state.unmatched, found] : state.unmatched.with(known, found)
  return { ...state, unmatched }
}

const isOpen = ({ asking, isUnproven }: UnmatchedTransaction) => asking !== undefined || isUnproven === true

function noted(
  found: UnmatchedTransaction,
  { method, clientOrderId }: Attempt,
  { isVouched, isForgotten, now }: NamedTransaction,
): UnmatchedTransaction {
  if (method === 'recurring-payment') return found
  const isMarked = isMarkedName(clientOrderId)
  if (isForgotten || !(isMarked || isVouched)) return { ...found, isUnproven: true }
  return { ...found, asking: { since: now, pace: 'active' }, ...(!isMarked && { isVouched: true }) }
}

/** Applies the gateway's report on it. An approval is a duplicate charge, whatever its sum. */
export function unmatchedReported(state: OrderState, { number, report }: Reported): OrderState {
  const found = state.unmatched[number - 1]
  const attempt = found && state.attempts[found.attempt - 1]
  if (!found?.asking || !attempt) return state
  if (!isDecided(report.status)) return state
  // The reply says which of two transactions is the attempt's own. Until it came or got lost, none is a duplicate.
  if (attempt.status === 'sending') return state
  const { asking: _, ...known } = found
  const noted = { ...state, unmatched: state.unmatched.with(number - 1, known) }
  // The attempt's own reply came after the notice that named it.
  if (attempt.gatewayId === found.id) return noted
  if (!isSecondProof(attempt, found))
    return { ...state, unmatched: state.unmatched.with(number - 1, { ...known, isUnproven: true }) }
  // Nobody can tell whether it is a charge or a follow-up of one, so a person has to decide.
  const mayBeFollowUp = report.reversedMinor || state.followUps.some((one) => one.attempt === found.attempt)
  if (isUntyped(report) && report.status === 'approved' && mayBeFollowUp) return state
  const summed = withSum(state, asCharge(report))
  const isCharge = summed.kind === 'payment' && summed.status === 'approved'
  return withTransaction(noted, attempt.number, summed, isCharge ? { surplus: true } : {})
}

/** If the gateway never reports kinds, a transaction of which nothing came back is a charge. */
const asCharge = (report: Report): Report => (isUntyped(report) ? { ...report, kind: 'payment' } : report)
