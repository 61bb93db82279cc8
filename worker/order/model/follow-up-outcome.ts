/** What became of a refund, a capture or a void, and what that makes of the order. */
import { isDecided, isUncertain } from '../../../shared/order-status.ts'
import { denied, isProven, laterLook, lookAnswered, undenied } from './absence.ts'
import { isUntyped } from './approval-proof.ts'
import type { Report, Reported } from './events.ts'
import {
  isOfEarlier,
  mayBeOf,
  movedSince,
  type Settled,
  tellsOfNothing,
  verdictOf,
} from './follow-up-proof.ts'
import { changeFollowUp } from './follow-ups.ts'
import type { FollowUp, OrderState } from './state.ts'
import { withTotals, withTransaction } from './transactions.ts'

/** Applies a report on the payment, if it tells what became of the follow-up. */
export function followUpReported(state: OrderState, event: Reported, now: number): OrderState {
  const { number, report } = event
  const followUp = state.followUps[number - 1]
  if (!followUp?.asking && followUp?.status !== 'unknown') return state
  const verdict = verdictOf(state, followUp, report)
  if (followUp.status === 'error')
    return mayCorrect(state, followUp, verdict)
      ? told(state, event, 'approved')
      : lookedLater(state, followUp, event, now)
  if (verdict) return told(state, event, verdict)
  if (followUp.refusal) return refusalReported(state, followUp, event, now)
  return saysUnknown(followUp, report) ? doubted(state, number) : state
}

function told(state: OrderState, { number, report }: Reported, verdict: Settled): OrderState {
  const followUp = state.followUps[number - 1]
  if (!followUp) return state
  const noted = withTransaction(state, followUp.attempt, report)
  const decided = changeFollowUp(noted, number, (before) => settled(before, verdict, report))
  return verdict === 'approved' ? moved(decided, followUp, report) : decided
}

/**
 * What a report on a refused follow-up says that does not settle it. Its refusal stands once the gateway has told of
 * nothing twice, about a minute apart; the order then looks once more. What is under way and has a name of its own is
 * this one, carried out before it was refused.
 */
function refusalReported(
  state: OrderState,
  followUp: FollowUp,
  { report, spanMs }: Reported,
  now: number,
): OrderState {
  const { number } = followUp
  if (tellsOfNothing(state, followUp, report)) {
    const isCertain = isProven(followUp, { now, spanMs })
    return changeFollowUp(state, number, (before) => (isCertain ? failed(before, now) : denied(before, now)))
  }
  const isNotNew = isOfEarlier(state, followUp, report)
  const changed = changeFollowUp(state, number, undenied)
  if (isDecided(report.status)) return doubted(changed, number)
  const { serialNumber } = report
  if (!serialNumber || isNotNew || !mayBeOf(followUp, report)) return changed
  const named = changeFollowUp(changed, number, ({ refusal: _, ...before }) => ({ ...before, serialNumber }))
  return report.status === 'unknown' ? doubted(named, number) : named
}

/** The later look, which is over once the gateway told of nothing again. */
const lookedLater = (
  state: OrderState,
  followUp: FollowUp,
  { report, spanMs }: Reported,
  now: number,
): OrderState =>
  tellsOfNothing(state, followUp, report)
    ? changeFollowUp(state, followUp.number, (before) => lookAnswered(before, { now, spanMs }))
    : state

/** The gateway did nothing, as far as it tells. The moment of its first such answer stays, for {@link corrected}. */
const failed = ({ refusal, ...before }: FollowUp, now: number): FollowUp => ({
  ...before,
  status: 'error',
  ...(refusal && { error: refusal }),
  asking: laterLook(now),
})

/** Whether the failure rests on answers that told of nothing. */
const isDenied = ({ status, deniedAt }: FollowUp) => status === 'error' && deniedAt !== undefined

/** A later follow-up may have moved what a report tells of, and then the order's own totals say whose it is. */
const mayCorrect = ({ followUps }: OrderState, followUp: FollowUp, verdict: Settled | undefined): boolean =>
  isDenied(followUp) && verdict === 'approved' && followUps.length === followUp.number

/**
 * Corrects a follow-up that the gateway refused, where it turns out that it was carried out all the same: the totals
 * moved by exactly its sum, however the order learned that. The newest comes first, and none while another is uncertain,
 * since the sum may be the other's.
 */
export function corrected(state: OrderState): OrderState {
  const found = state.followUps.findLast((one) => isRefused(one) && isCarriedOut(state, one))
  const isClear = state.followUps.every((one) => one === found || !isUncertain(one.status))
  if (!found || !isClear) return state
  return changeFollowUp(state, found.number, ({ error: _, asking: __, refusal: ___, ...before }) => ({
    ...undenied(before),
    status: 'approved',
  }))
}

const isRefused = (followUp: FollowUp) => followUp.refusal !== undefined || isDenied(followUp)

function isCarriedOut(state: OrderState, followUp: FollowUp): boolean {
  const { kind, amountMinor, number } = followUp
  const isLast = state.followUps.length === number
  if (state.laterOutcome === 'voided' && isLast && (kind === 'void' || kind === 'return')) return true
  return kind !== 'void' && movedSince(state, followUp) === amountMinor
}

/** The gateway does not know how it ended, or does not tell. It goes on being asked about. */
const doubted = (state: OrderState, number: number): OrderState =>
  changeFollowUp(state, number, (before) =>
    before.status === 'processing' ? { ...before, status: 'unknown', error: { code: 'unknown' } } : before,
  )

function settled(
  { error: _, asking: __, refusal: ___, deniedAt: ____, ...followUp }: FollowUp,
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

/** Whether the gateway says of this very request that it does not know. */
const saysUnknown = (followUp: FollowUp, { status, serialNumber }: Report): boolean =>
  status === 'unknown' && serialNumber !== undefined && serialNumber === followUp.serialNumber
