/** What became of a refund, a capture or a void: what proves that the gateway did it, and what that makes of the order. */
import { isDecided, type StatusIn } from '../../../shared/order-status.ts'
import type { FollowUpKind } from '../../../shared/order-view.ts'
import { isUntyped } from './approval-proof.ts'
import type { Report, Reported } from './events.ts'
import { changeFollowUp } from './follow-ups.ts'
import type { Attempt, FollowUp, OrderState } from './state.ts'
import { withTotals, withTransaction } from './transactions.ts'

/** Applies a report, if it tells what became of the follow-up. */
export function followUpReported(state: OrderState, { number, report }: Reported): OrderState {
  const followUp = state.followUps[number - 1]
  if (!followUp?.asking && followUp?.status !== 'unknown') return state
  const verdict = verdictOf(state, followUp, report)
  if (!verdict && followUp.refusal) return checked(state, followUp, report)
  if (!verdict) return saysUnknown(state, followUp, report) ? doubted(state, number) : state
  const told = withTransaction(state, followUp.attempt, report)
  const decided = changeFollowUp(told, number, (before) => settled(before, verdict, report))
  return verdict === 'approved' ? moved(decided, followUp, report) : decided
}

/** A refusal stands where the gateway tells of the payment, and of nothing that was begun since. */
function checked(state: OrderState, followUp: FollowUp, report: Report): OrderState {
  const stands = standsAfter(state, followUp, report)
  if (stands === undefined) return state
  // What is under way without a name is not known to be this one: its refusal is kept, and it is asked about again.
  const { serialNumber } = report
  if (!stands && !serialNumber) return state
  return changeFollowUp(state, followUp.number, ({ refusal, asking, ...before }) =>
    stands
      ? { ...before, status: 'error', ...(refusal && { error: refusal }) }
      : { ...before, ...(asking && { asking }), ...(serialNumber && { serialNumber }) },
  )
}

/** The gateway has taken it and does not know how it ended. It goes on being asked about. */
const doubted = (state: OrderState, number: number): OrderState =>
  changeFollowUp(state, number, (before) =>
    before.status === 'processing' ? { ...before, status: 'unknown', error: { code: 'unknown' } } : before,
  )

function settled(
  { error: _, asking: __, refusal: ___, ...followUp }: FollowUp,
  status: Settled,
  { serialNumber = followUp.serialNumber, errorCode }: Report,
): FollowUp {
  const failure = { code: status, ...(errorCode && { gatewayCode: errorCode }) }
  return {
    ...followUp,
    status,
    ...(serialNumber && { serialNumber }),
    ...(status !== 'approved' && { error: failure }),
  }
}

/** The sums afterwards: by what was asked for, or more if the gateway tells of more. */
function moved(state: OrderState, followUp: FollowUp, report: Report): OrderState {
  const { kind, amountMinor, before } = followUp
  if (report.kind === 'void' || (isUntyped(report) && kind === 'void'))
    return { ...state, laterOutcome: 'voided' }
  const told = withTotals(state, report)
  return kind === 'return'
    ? withTotals(told, { reversedMinor: before.returnedMinor + amountMinor })
    : withTotals(told, { capturedMinor: before.capturedMinor + amountMinor })
}

/** What a report says of a follow-up, once it says anything for certain. */
type Settled = Extract<FollowUp['status'], StatusIn<'failed' | 'settled'>>

/** The kinds of transaction that a follow-up makes. A return of reserved money is a cancel, which gateways call a void. */
const MAKES: Readonly<Record<FollowUpKind, readonly Report['kind'][]>> = {
  capture: ['capture'],
  void: ['void'],
  return: ['reversal', 'void'],
  'payout-pay': ['capture'],
}

/**
 * Judges what a report says of a follow-up.
 *
 * Success is believed only where the gateway's totals moved by exactly what was asked for, so a lost answer is settled
 * by comparing them with those from before. A failure is believed only of this very request, or of one that is new.
 *
 * @returns `undefined` if it does not tell.
 */
export function verdictOf(state: OrderState, followUp: FollowUp, report: Report): Settled | undefined {
  const attempt = state.attempts[followUp.attempt - 1]
  if (!attempt || !isAbout(attempt, report)) return undefined
  if (isUntyped(report)) return untypedVerdict(followUp, report)
  if (!MAKES[followUp.kind].includes(report.kind)) return undefined
  if (report.status === 'approved') return movedAsAsked(followUp, report) ? 'approved' : undefined
  if (!isDecided(report.status)) return undefined
  return isOfThisRequest(state, followUp, report) ? report.status : undefined
}

/** Without a kind a report tells only where it names this very request, or the gateway's totals moved as asked. */
function untypedVerdict(
  { kind, amountMinor, before, serialNumber }: FollowUp,
  report: Report,
): Settled | undefined {
  const isPinned = serialNumber !== undefined && report.serialNumber === serialNumber
  const { status } = report
  if (!isDecided(status)) return undefined
  if (status !== 'approved') return isPinned ? status : undefined
  const isGivenBack = kind === 'return' || kind === 'void'
  const moved = isGivenBack
    ? report.reversedMinor === before.returnedMinor + amountMinor
    : report.capturedMinor === before.capturedMinor + amountMinor
  const isSum = report.amountMinor === amountMinor || report.untold?.includes('amount') === true
  return moved || (isPinned && isSum) ? 'approved' : undefined
}

/**
 * Whether a refusal stands after a report that does not settle the follow-up: not where the newest stage is still open,
 * and may be this very request, which was carried out before it was refused. A stage of no told kind may be, and so may
 * one that names no request.
 *
 * @returns `undefined` if the report does not tell.
 */
function standsAfter(state: OrderState, followUp: FollowUp, report: Report): boolean | undefined {
  const attempt = state.attempts[followUp.attempt - 1]
  if (!attempt || !isAbout(attempt, report)) return undefined
  const isOpen = !isDecided(report.status)
  const isFitting = isUntyped(report) || MAKES[followUp.kind].includes(report.kind)
  return !(isOpen && isFitting && !isOfEarlier(state, followUp, report))
}

/** Whether a report names a request from before a follow-up: the payment's own, or an earlier follow-up's. */
function isOfEarlier(
  { attempts, followUps }: OrderState,
  { attempt, number, before }: FollowUp,
  { serialNumber }: Report,
): boolean {
  if (!serialNumber) return false
  const isPayments = attempts[attempt - 1]?.serialNumber === serialNumber
  const isFollowUps = followUps.some((one) => one.number < number && one.serialNumber === serialNumber)
  return isPayments || isFollowUps || before.requests.includes(serialNumber)
}

/** Whether the gateway says of this very request that it does not know. */
function saysUnknown(state: OrderState, followUp: FollowUp, report: Report): boolean {
  const attempt = state.attempts[followUp.attempt - 1]
  if (!attempt || report.status !== 'unknown' || report.serialNumber === undefined) return false
  return isAbout(attempt, report) && report.serialNumber === followUp.serialNumber
}

const isAbout = ({ clientOrderId, gatewayId }: Attempt, report: Report) =>
  report.clientOrderId === clientOrderId && report.gatewayId === gatewayId

/** Of this very request its own sum tells; of any other only the totals do. */
function movedAsAsked({ kind, amountMinor, before, serialNumber }: FollowUp, report: Report): boolean {
  if (report.kind === 'void') return true
  if (serialNumber && report.serialNumber === serialNumber && report.amountMinor === amountMinor) return true
  if (kind === 'return') return report.reversedMinor === before.returnedMinor + amountMinor
  return (report.capturedMinor ?? report.amountMinor) === before.capturedMinor + amountMinor
}

function isOfThisRequest({ followUps }: OrderState, followUp: FollowUp, { serialNumber }: Report): boolean {
  if (followUp.serialNumber) return !serialNumber || serialNumber === followUp.serialNumber
  if (!serialNumber || followUp.before.requests.includes(serialNumber)) return false
  return !followUps.some((other) => other.serialNumber === serialNumber)
}
