/** What events make of a follow-up. Pure: no clock, no storage, no network. */
import type { FollowUpAnswered, FollowUpReported, FollowUpWanted, Report } from './events.ts'
import { isInDoubt, type Settled, standsAfter, verdictOf } from './follow-ups.ts'
import { isUntyped } from './report-matching.ts'
import type { FollowUp, OrderState } from './state.ts'
import { withTotals, withTransaction } from './transactions.ts'

/** Replaces one follow-up; the very same state comes back if it stays as it is or does not exist. */
export function changeFollowUp(
  state: OrderState,
  number: number,
  edit: (followUp: FollowUp) => FollowUp,
): OrderState {
  const before = state.followUps[number - 1]
  const after = before && edit(before)
  return after === before || !after ? state : { ...state, followUps: state.followUps.with(number - 1, after) }
}

/** Stores the intent, with all that a lost answer is compared with. */
export function followUpWanted(state: OrderState, event: FollowUpWanted, now: number): OrderState {
  const { type: _, ...wanted } = event
  const { capturedMinor, returnedMinor, transactions } = state
  const requests = transactions.flatMap(({ request }) => request ?? [])
  const followUp: FollowUp = {
    ...wanted,
    number: state.followUps.length + 1,
    before: { capturedMinor, returnedMinor, requests },
    status: 'sending',
    startedAt: now,
  }
  return { ...state, followUps: [...state.followUps, followUp] }
}

/** Applies the answer to the request. One that comes late tells its name and no more. */
export const followUpAnswered = (state: OrderState, event: FollowUpAnswered, now: number): OrderState =>
  changeFollowUp(state, event.followUp, (before) => answered(before, event, now))

function answered(before: FollowUp, event: FollowUpAnswered, now: number): FollowUp {
  const asking = { since: now, pace: 'active' } as const
  if (event.type === 'follow-up-accepted') {
    const { serialNumber } = event
    const isNamed = !serialNumber || before.serialNumber === serialNumber
    const known = isNamed ? before : { ...before, serialNumber }
    return before.status === 'sending' ? { ...known, status: 'processing', asking } : known
  }
  if (before.status !== 'sending') return before
  if (event.type === 'follow-up-lost')
    return { ...before, status: 'unknown', error: { code: 'gateway-silent' }, asking }
  if (event.isUnsent) return { ...before, status: 'error', error: event.failure }
  // A proxy may have sent it twice, so the gateway is asked once before it may be wanted again.
  return { ...before, status: 'processing', refusal: event.failure, asking }
}

/** Applies a report, if it tells what became of the follow-up. */
export function followUpReported(state: OrderState, event: FollowUpReported): OrderState {
  const followUp = state.followUps[event.followUp - 1]
  if (!followUp?.asking && followUp?.status !== 'unknown') return state
  const verdict = verdictOf(state, followUp, event.report)
  if (!verdict && followUp.refusal) return checked(state, followUp, event.report)
  if (!verdict) return isInDoubt(state, followUp, event.report) ? doubted(state, followUp.number) : state
  const told = withTransaction(state, followUp.attempt, event.report)
  const decided = changeFollowUp(told, followUp.number, (before) => settled(before, verdict, event))
  return verdict === 'approved' ? moved(decided, followUp, event) : decided
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
  { report }: FollowUpReported,
): FollowUp {
  const { serialNumber = followUp.serialNumber, errorCode } = report
  const failure = { code: status, ...(errorCode && { gatewayCode: errorCode }) }
  return {
    ...followUp,
    status,
    ...(serialNumber && { serialNumber }),
    ...(status !== 'approved' && { error: failure }),
  }
}

/** The sums afterwards: by what was asked for, or more if the gateway tells of more. */
function moved(state: OrderState, followUp: FollowUp, { report }: FollowUpReported): OrderState {
  const { kind, amountMinor, before } = followUp
  if (report.kind === 'void' || (isUntyped(report) && kind === 'void'))
    return { ...state, aftermath: 'voided' }
  const told = withTotals(state, report)
  return kind === 'return'
    ? withTotals(told, { reversedMinor: before.returnedMinor + amountMinor })
    : withTotals(told, { capturedMinor: before.capturedMinor + amountMinor })
}
