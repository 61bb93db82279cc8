/** What a report of the gateway makes of an order. */
import { isAtForm, isDecided } from '../../../shared/order-status.ts'
import { without } from '../../../shared/without.ts'
import { isNameProof, isOfPayment, isUntyped, matchesAttempt, withSum } from './approval-proof.ts'
import { change, LOST, underWay, wasDeclaredNotAccepted } from './attempts.ts'
import type { Report, Reported } from './events.ts'
import { approved, confirmed } from './kept-payment.ts'
import { isForm } from './methods.ts'
import { withoutWaitingApproval } from './reservation.ts'
import type { Attempt, OrderState } from './state.ts'
import { asItStands, withStep } from './three-ds-steps.ts'
import { takenMinor, withTotals, withTransaction } from './transactions.ts'
import { withoutRefusal } from './unconfirmed-refusal.ts'
import { withUnmatched } from './unmatched-transactions.ts'

/** Applies a report on an attempt. Returns the very same state if it says nothing new. */
export function reported(state: OrderState, { number, report }: Reported, now: number): OrderState {
  const before = state.attempts[number - 1]
  if (!before) return state
  return isNameProof(before)
    ? about(change(state, number, withoutRefusal), number, report, now)
    : underBareName(state, before, report, now)
}

/** The gateway goes on answering about something else. Of an attempt that is decided that says nothing. */
export const doubted = (state: OrderState, { number, report }: Reported, now: number): OrderState => {
  const attempt = state.attempts[number - 1]
  return attempt && !isDecided(attempt.status) ? doubtful(state, attempt, report, now) : state
}

/**
 * The transaction may be another shop's. Once it is decided, the order waits for a callback or a person, unless a merchant
 * has declared already that the gateway never accepted the attempt.
 */
const underBareName = (state: OrderState, attempt: Attempt, report: Report, now: number): OrderState =>
  isDecided(report.status) && attempt.error?.declaredBy === undefined
    ? doubtful(state, attempt, report, now)
    : state

function about(state: OrderState, number: number, told: Report, now: number): OrderState {
  const attempt = state.attempts[number - 1]
  if (!attempt) return state
  if (!isUntyped(told)) return judged(state, attempt, told, now)
  if (isOfPayment(state, attempt, told)) return judged(state, attempt, { ...told, kind: 'payment' }, now)
  // The report is about the newest stage, whichever that is. Only the payment's totals are the order's.
  if (isDecided(attempt.status))
    return state.payment !== number || isOfAnother(attempt, told) ? state : withTotals(state, told)
  return told.status === 'approved'
    ? doubtful(state, attempt, told, now)
    : judged(state, attempt, { ...told, kind: 'payment' }, now)
}

function judged(state: OrderState, attempt: Attempt, told: Report, now: number): OrderState {
  const { number } = attempt
  const report = withSum(state, told)
  if (report.kind !== 'payment') return laterStageReported(state, attempt, report, now)
  if (!matchesAttempt(state.terms, attempt, report) && !isTooMany(state, attempt, report))
    return doubtful(state, attempt, report, now)
  const pinned = change(state, number, (before) =>
    isNamed(before) ? before : withId(before, report.gatewayId),
  )
  return outcome(pinned, number, report, now)
}

/** If a charge of this very attempt cannot be the payment, the order gives it back, whatever its sum. */
const isTooMany = (
  state: OrderState,
  { number, clientOrderId, gatewayId, cancelled }: Attempt,
  report: Report,
) =>
  // What a verification took cannot be given back, so a person has to decide.
  state.terms.intent !== 'verify' &&
  report.status === 'approved' &&
  report.gatewayId !== undefined &&
  report.clientOrderId === clientOrderId &&
  (gatewayId ?? report.gatewayId) === report.gatewayId &&
  (state.cancelled === true ||
    cancelled === true ||
    (state.payment !== undefined && state.payment !== number))

/** If the first reply was lost, the first report that counts brings the identifier. */
const isNamed = ({ gatewayId, unheardOf }: Attempt) => gatewayId !== undefined && unheardOf === undefined

function withId(attempt: Attempt, gatewayId: string | undefined): Attempt {
  const { unheardOf, ...known } = attempt
  if (!known.gatewayId && gatewayId) return { ...known, gatewayId }
  return unheardOf ? known : attempt
}

/**
 * A report that does not fit decides nothing. The order shows it and polls on. It never takes an approval back, but an
 * approval that does not fit puts a failure in doubt: money may have moved.
 */
function doubtful(state: OrderState, { number }: Attempt, { status }: Report, now: number): OrderState {
  return change(state, number, (attempt) => {
    const isFirm = isDecided(attempt.status) && (attempt.status === 'approved' || status !== 'approved')
    if (isFirm || attempt.error?.code === 'report-mismatch') return attempt
    // The order polls a decided attempt for a minute at most, and a doubt for as long as it takes.
    const asking = !isDecided(attempt.status) && attempt.asking ? attempt.asking : patiently(now)
    return {
      ...attempt,
      ...formStatus(attempt),
      status: 'unknown',
      error: { code: 'report-mismatch' },
      asking,
    }
  })
}

/** Kept so that one wrong answer does not lose the shopper's form. */
const formStatus = ({ status, statusBeforeDoubt }: Attempt): Pick<Attempt, 'statusBeforeDoubt'> => {
  const form = isAtForm(status) ? status : statusBeforeDoubt
  return form ? { statusBeforeDoubt: form } : {}
}

/** Polls for as long as the order polls anything. */
const patiently = (now: number) => ({ since: now, pace: 'waiting' }) as const

function outcome(state: OrderState, number: number, report: Report, now: number): OrderState {
  if (!isDecided(report.status)) return undecided(state, number, report, now)
  const before = state.attempts[number - 1]
  const isTakenBack = before?.status === 'approved' && report.status !== 'approved'
  if (isTakenBack && state.payment === number) return contested(state, number, report, now)
  const decided = change(state, number, (attempt) => withOutcome(attempt, report, now))
  return report.status === 'approved'
    ? approved(decided, number, report, now)
    : withTransaction(withoutWaitingApproval(decided, number), number, report)
}

/** The gateway takes the payment's approval back. Nobody may pay again, and the order polls on. */
function contested(state: OrderState, number: number, report: Report, now: number): OrderState {
  const noted = withTransaction(state, number, report)
  if (state.laterOutcome === 'unknown') return noted
  const asked = change(noted, number, (attempt) => ({ ...attempt, asking: patiently(now) }))
  return { ...asked, laterOutcome: 'unknown' }
}

/**
 * A report "under way" says nothing new of a page that the shopper may still be filling in, nor of a decided attempt.
 */
function undecided(state: OrderState, number: number, report: Report, now: number): OrderState {
  return change(state, number, (attempt) => {
    if (wasDeclaredNotAccepted(attempt)) return onWay(underWay(attempt, now), report, now)
    return isDecided(attempt.status) ? attempt : onWay(attempt, report, now)
  })
}

function onWay(attempt: Attempt, { status, step }: Report, now: number): Attempt {
  if (status === 'processing' && !isForm(attempt.method))
    return step ? withStep(attempt, step, now) : asItStands(attempt)
  if (attempt.status === status) return attempt
  if (status === 'processing' && attempt.status !== 'unknown') return attempt
  const { error: _, statusBeforeDoubt, ...rest } = attempt
  if (statusBeforeDoubt && status === 'processing') return backToForm(rest, statusBeforeDoubt)
  return { ...rest, status: status as 'processing' | 'unknown' }
}

/** The gateway knows the form, and nobody has paid there yet. */
const backToForm = (attempt: Omit<Attempt, 'error'>, before: 'redirect' | 'lost'): Attempt =>
  before === 'redirect' ? { ...attempt, status: before } : { ...attempt, ...LOST }

function withOutcome(attempt: Attempt, report: Report, now: number): Attempt {
  const { status, errorCode, reason, isReasonTold } = report
  if (attempt.status === status) return attempt
  const rest = without(attempt, 'error', 'asking', 'step', 'pastSteps', 'statusBeforeDoubt', 'isReasonTold')
  const decided = { ...rest, status, decidedAt: now }
  if (status === 'approved') return decided
  const error = { code: status, ...(errorCode && { gatewayCode: errorCode }), ...(reason && { reason }) }
  return { ...decided, error, ...(isReasonTold && { isReasonTold }) }
}

/**
 * Applies later stages: what the gateway or the bank did with the money afterwards. If the attempt is not known to be
 * paid, an approval of another kind may still be its payment, so nobody may pay again.
 */
function laterStageReported(state: OrderState, attempt: Attempt, report: Report, now: number): OrderState {
  const { status } = report
  if (report.clientOrderId !== attempt.clientOrderId || !isDecided(status)) return state
  // First the offer's counter decides whether it is the payment at all. Then the order asks again.
  if (state.waitingApproval?.attempt === attempt.number) return state
  // A report on another transaction of that name says nothing of this one.
  if (isOfAnother(attempt, report)) return withUnmatched(state, attempt, { id: report.gatewayId, now })
  const after = withTransaction(state, attempt.number, report)
  const noted = state.payment === attempt.number ? withChargeback(state, after, report) : after
  if (status !== 'approved') return noted
  if (attempt.status !== 'approved') return doubtful(noted, attempt, report, now)
  if (noted === state || state.payment !== attempt.number) return noted
  return report.kind === 'other'
    ? contested(noted, attempt.number, report, now)
    : laterStage(confirmed(noted, attempt.number), report)
}

const isOfAnother = ({ gatewayId }: Attempt, report: Report) =>
  gatewayId !== undefined && report.gatewayId !== undefined && report.gatewayId !== gatewayId

function laterStage(state: OrderState, report: Report): OrderState {
  const { amountMinor = state.terms.amountMinor, capturedMinor, reversedMinor } = report
  const counted = withTotals(state, report)
  switch (report.kind) {
    case 'capture':
      return capturedMinor === undefined ? withTotals(counted, { capturedMinor: amountMinor }) : counted
    case 'reversal':
      // If the gateway reports no totals, every return is one more.
      return reversedMinor === undefined
        ? withTotals(counted, { reversedMinor: state.returnedMinor + amountMinor })
        : counted
    case 'void':
      return { ...state, laterOutcome: 'voided' }
    case 'chargeback':
      return { ...state, laterOutcome: 'charged-back' }
    default:
      return state
  }
}

/**
 * Sums up what chargebacks took. A bank can take back a part, several times, and also what was refunded already. One that
 * is reported again with another sum or status counts once: it adds the difference.
 */
function withChargeback(before: OrderState, after: OrderState, report: Report): OrderState {
  const { kind, status, amountMinor } = report
  if (kind !== 'chargeback' || after === before) return after
  const taken = takenMinor(after)
  const isWhole = amountMinor === undefined && status === 'approved'
  const added = isWhole ? taken : approvedMinor(after) - approvedMinor(before)
  const sum = (before.chargedBackMinor ?? 0) + added
  return { ...after, chargedBackMinor: Math.max(0, Math.min(sum, taken)) }
}

/** The sum of all approved transactions. */
const approvedMinor = ({ transactions }: OrderState) =>
  transactions.reduce((sum, { status, amountMinor }) => sum + (status === 'approved' ? amountMinor : 0), 0)
