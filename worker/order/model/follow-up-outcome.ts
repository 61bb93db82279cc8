/** What became of a refund, a capture or a void, and what that makes of the order. */
import { isDecided, isFailed, isUncertain } from '../../../shared/order-status.ts'
import type { Failure } from '../../../shared/order-view.ts'
import { without } from '../../../shared/without.ts'
import { denied, isProven, laterLook, lookAnswered, undenied } from './absence.ts'
import { isUntyped } from './approval-proof.ts'
import type { Report, Reported } from './events.ts'
import { isNewest, isOfEarlier, mayBeOf, movedSince, tellsOfNothing, verdictOf } from './follow-up-proof.ts'
import { changeFollowUp, followUpOf } from './follow-ups.ts'
import type { FollowUp, OrderState } from './state.ts'
import { withTotals, withTransaction } from './transactions.ts'

/** For so long totals that move by exactly its sum correct a failure. Later movements are another's. */
const CORRECTED_FOR_MS = 86_400_000

/** Applies a report on the payment, if it tells what became of the follow-up. */
export function followUpReported(state: OrderState, event: Reported, now: number): OrderState {
  const { number, report } = event
  const followUp = followUpOf(state, number)
  if (!followUp?.asking && followUp?.status !== 'unknown') return state
  const verdict = verdictOf(state, followUp, report)
  if (isFailed(followUp.status)) return lookedLater(state, followUp, event, now)
  if (verdict === 'approved') return carriedOut(state, event)
  if (verdict) return refusalReported(withFailure(state, followUp, event, now), event, now)
  if (followUp.refusal) return refusalReported(state, event, now)
  return saysUnknown(followUp, report) ? inDoubt(state, number) : state
}

function carriedOut(state: OrderState, { number, report }: Reported): OrderState {
  const followUp = followUpOf(state, number)
  if (!followUp) return state
  const noted = withTransaction(state, followUp.attempt, report)
  return moved(
    changeFollowUp(noted, number, (before) => approved(before, report)),
    followUp,
    report,
  )
}

/** One report of a failure proves as little as a refusal, since another request of the same may have acted. */
function withFailure(state: OrderState, followUp: FollowUp, { report }: Reported, now: number): OrderState {
  const { status, errorCode } = report
  const refusal = { code: status, ...(errorCode && { gatewayCode: errorCode }) }
  return changeFollowUp(withTransaction(state, followUp.attempt, report), followUp.number, (before) =>
    before.refusal ? before : { ...before, refusal, asking: { since: now, pace: 'active' } },
  )
}

/**
 * What a report on a refused follow-up says that does not settle it. Its refusal stands once the gateway has told of
 * nothing twice, about a minute apart; the order then looks once more. What is under way, has a name of its own and the
 * same sum is this one, carried out before it was refused.
 */
function refusalReported(state: OrderState, { number, report, spanMs }: Reported, now: number): OrderState {
  const followUp = followUpOf(state, number)
  if (!followUp) return state
  if (tellsOfNothing(state, followUp, report)) {
    const isCertain = isProven(followUp, { now, spanMs })
    return changeFollowUp(withOthersTotals(state, followUp, report), number, (before) =>
      isCertain ? failed(before, now) : denied(before, now),
    )
  }
  const isNotNew = isOfEarlier(state, followUp, report)
  const changed = changeFollowUp(state, number, undenied)
  if (isDecided(report.status)) return inDoubt(changed, number)
  const { serialNumber, amountMinor = followUp.amountMinor } = report
  if (!serialNumber || isNotNew || !mayBeOf(followUp, report)) return changed
  if (amountMinor !== followUp.amountMinor) return inDoubt(changed, number)
  const named = changeFollowUp(changed, number, ({ refusal: _, ...before }) => ({ ...before, serialNumber }))
  return report.status === 'unknown' ? inDoubt(named, number) : named
}

/**
 * Takes over what others moved, from a report that tells of nothing done by a follow-up. Only what moves afterwards may be
 * its own.
 */
function withOthersTotals(state: OrderState, followUp: FollowUp, report: Report): OrderState {
  const after = withReportedTotals(state, report)
  const { capturedMinor, returnedMinor } = after
  if (after === state || !isNewest(state, followUp)) return after
  return changeFollowUp(after, followUp.number, (one) => ({
    ...one,
    before: { ...one.before, capturedMinor, returnedMinor },
  }))
}

/** Only an approved stage tells totals that are certain, and a chargeback's are others. */
const withReportedTotals = (state: OrderState, report: Report): OrderState =>
  report.status === 'approved' && (isUntyped(report) || COUNTED.includes(report.kind))
    ? withTotals(state, report)
    : state

const COUNTED: readonly Report['kind'][] = ['payment', 'capture', 'reversal']

/**
 * The later look. It is over once the gateway told of nothing again. Where a later follow-up may have moved what the report
 * tells of, the order's own totals say whose it is: see {@link corrected}.
 */
function lookedLater(state: OrderState, followUp: FollowUp, event: Reported, now: number): OrderState {
  const { number, report, spanMs } = event
  const isCarriedOutNow = isNewest(state, followUp) && verdictOf(state, followUp, report) === 'approved'
  if (isCarriedOutNow && isDenied(followUp, now)) return carriedOut(state, event)
  if (!tellsOfNothing(state, followUp, report)) return withReportedTotals(state, report)
  return changeFollowUp(withOthersTotals(state, followUp, report), number, (before) =>
    lookAnswered(before, { now, spanMs }),
  )
}

/** The gateway did nothing, as far as it tells. The moment of its first such answer stays, for {@link corrected}. */
const failed = ({ refusal, ...before }: FollowUp, now: number): FollowUp => ({
  ...before,
  status: statusAfter(refusal),
  ...(refusal && { error: refusal }),
  asking: laterLook(now),
})

const statusAfter = (refusal: Failure | undefined): 'declined' | 'filtered' | 'error' =>
  refusal?.code === 'declined' || refusal?.code === 'filtered' ? refusal.code : 'error'

/** Whether the failure rests on answers that told of nothing, and is no older than a correction may be. */
const isDenied = ({ status, deniedAt }: FollowUp, now: number) =>
  isFailed(status) && deniedAt !== undefined && now - deniedAt < CORRECTED_FOR_MS

/**
 * Corrects a follow-up that the gateway refused, where it turns out that it was carried out all the same: the totals
 * moved by exactly its sum, however the order learned that. The newest comes first, and none while another is uncertain,
 * since the sum may be the other's.
 */
export function corrected(state: OrderState, now: number): OrderState {
  const found = state.followUps.findLast((one) => isRefused(one, now) && isCarriedOut(state, one))
  const isClear = state.followUps.every((one) => one === found || !isUncertain(one.status))
  if (!found || !isClear) return state
  return changeFollowUp(state, found.number, (before) => ({
    ...undenied(without(before, 'error', 'asking', 'refusal')),
    status: 'approved',
  }))
}

const isRefused = (followUp: FollowUp, now: number) =>
  followUp.refusal !== undefined || isDenied(followUp, now)

function isCarriedOut(state: OrderState, followUp: FollowUp): boolean {
  const { kind, amountMinor, isWhole } = followUp
  const mayBeVoid = kind === 'void' || (kind === 'return' && isWhole)
  if (state.laterOutcome === 'voided' && isNewest(state, followUp) && mayBeVoid) return true
  return kind !== 'void' && movedSince(state, followUp) === amountMinor
}

/** The gateway does not know how it ended, or does not tell. It goes on being asked about. */
const inDoubt = (state: OrderState, number: number): OrderState =>
  changeFollowUp(state, number, (before) =>
    before.status === 'processing' ? { ...before, status: 'unknown', error: { code: 'unknown' } } : before,
  )

const approved = (followUp: FollowUp, { serialNumber = followUp.serialNumber }: Report): FollowUp => ({
  ...without(followUp, 'error', 'asking', 'refusal', 'deniedAt'),
  status: 'approved',
  ...(serialNumber && { serialNumber }),
})

/** The sums afterwards: by what was asked for, or more if the gateway tells of more. */
function moved(state: OrderState, followUp: FollowUp, report: Report): OrderState {
  const { kind, amountMinor, before } = followUp
  if (report.kind === 'void' || (isUntyped(report) && kind === 'void'))
    return { ...state, laterOutcome: 'voided' }
  const counted = withTotals(state, report)
  return kind === 'return'
    ? withTotals(counted, { reversedMinor: before.returnedMinor + amountMinor })
    : withTotals(counted, { capturedMinor: before.capturedMinor + amountMinor })
}

/**
 * Whether the gateway contradicts itself about a follow-up: it refused it or tells that it failed, and the totals moved. Its
 * own stage goes on saying so, where another copy of the request moved them. A report on the payment itself tells.
 */
export const isContradicted = ({ status, refusal }: FollowUp): boolean =>
  status === 'unknown' && refusal !== undefined

/** Whether the gateway says of this very request that it does not know. */
const saysUnknown = (followUp: FollowUp, { status, serialNumber }: Report): boolean =>
  status === 'unknown' && serialNumber !== undefined && serialNumber === followUp.serialNumber
