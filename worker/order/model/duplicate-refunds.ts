/** Refunds of duplicate charges. */
import { isDecided, isFailed } from '../../../shared/order-status.ts'
import { without } from '../../../shared/without.ts'
import { denied, isProven, undenied } from './absence.ts'
import { isUntyped } from './approval-proof.ts'
import type { Reply, Report, Reported } from './events.ts'
import type { Attempt, DuplicateRefund, OrderState, Transaction } from './state.ts'

/**
 * Adds a refund for every duplicate charge that has none. A verification took nothing, and a payout cannot be got back.
 */
export function withDuplicateRefunds(state: OrderState, now: number): OrderState {
  const { intent } = state.terms
  if (intent === 'verify' || intent === 'payout') return state
  const kept = state.attempts[(state.payment ?? 0) - 1]?.gatewayId
  const isNew = ({ id, surplus }: Transaction) =>
    surplus && id !== kept && !state.duplicateRefunds.some(({ gatewayId }) => gatewayId === id)
  const fresh = state.transactions.filter(isNew)
  if (fresh.length === 0) return state
  const duplicateRefunds = fresh.map((transaction, index) => ({
    ...begun(transaction, now),
    number: state.duplicateRefunds.length + index + 1,
  }))
  return { ...state, duplicateRefunds: [...state.duplicateRefunds, ...duplicateRefunds] }
}

const begun = ({ attempt, id, amountMinor }: Transaction, now: number) =>
  ({
    attempt,
    gatewayId: id,
    amountMinor,
    kind: 'void',
    status: 'due',
    tries: 0,
    since: now,
    changedAt: now,
  }) as const

/** Whether the order may send a request. After a refusal it first has to be certain that nothing happened. */
export const mayBeSent = ({ status, isDoubtful }: DuplicateRefund): boolean => status === 'due' && !isDoubtful

/** Stores the intent to refund. */
export const duplicateRefundSent = (state: OrderState, number: number, now: number): OrderState =>
  change(state, number, (before) =>
    mayBeSent(before) ? { ...before, status: 'sending', changedAt: now } : before,
  )

/** Applies the reply to the request. */
export const duplicateRefundAnswered = (state: OrderState, event: Reply, now: number): OrderState =>
  change(state, event.number, (before) =>
    before.status === 'sending' ? answered(before, event, now) : before,
  )

function answered(before: DuplicateRefund, event: Reply, now: number): DuplicateRefund {
  const asking = { since: now, pace: 'active' } as const
  switch (event.type) {
    case 'accepted': {
      const { serialNumber } = event
      const known = serialNumber ? { ...before, serialNumber } : before
      return { ...known, status: 'processing', asking, changedAt: now }
    }
    case 'refused':
      return other(before, now)
    case 'lost':
      return { ...before, status: 'unknown', asking, changedAt: now }
  }
}

/**
 * If one kind is impossible the other may be possible: a void before the charge is settled, a return afterwards. A proxy
 * may have sent the refused request twice, so the order first asks until it is certain that nothing happened.
 */
function other(before: DuplicateRefund, now: number): DuplicateRefund {
  const isFirst = before.kind === 'void'
  return {
    ...without(before, 'asking', 'serialNumber', 'deniedAt'),
    kind: isFirst ? 'return' : 'void',
    status: 'due',
    tries: isFirst ? before.tries : before.tries + 1,
    changedAt: now,
    isDoubtful: true,
  }
}

/** Applies the gateway's report on the charge. */
export function duplicateRefundReported(
  state: OrderState,
  { number, report, spanMs }: Reported,
  now: number,
): OrderState {
  const refund = state.duplicateRefunds[number - 1]
  const attempt = refund && state.attempts[refund.attempt - 1]
  if (!attempt || refund.status === 'approved' || refund.status === 'sending') return state
  return isBack(refund, report)
    ? done(state, refund, now)
    : change(state, number, (before) => unfinished(before, attempt, { report, spanMs, now }))
}

/** The whole of it came back, by the order's hand or another's. */
function isBack({ amountMinor, serialNumber }: DuplicateRefund, report: Report): boolean {
  const { kind, status, reversedMinor } = report
  if (status !== 'approved') return false
  if (isUntyped(report)) {
    const isPinned = serialNumber !== undefined && report.serialNumber === serialNumber
    return isPinned || (reversedMinor ?? 0) >= amountMinor
  }
  if (kind === 'void') return true
  return kind === 'reversal' && (reversedMinor ?? report.amountMinor ?? 0) >= amountMinor
}

/** A report on a charge that is not back, and when it came. */
interface Unfinished {
  readonly report: Report
  readonly spanMs: number | undefined
  readonly now: number
}

function unfinished(before: DuplicateRefund, paid: Attempt, told: Unfinished): DuplicateRefund {
  const { report, now } = told
  const { status, kind, serialNumber } = report
  const isOfThisKind = kind === (before.kind === 'void' ? 'void' : 'reversal')
  const isOurs = before.serialNumber ? serialNumber === before.serialNumber : isOfThisKind
  const hasFailed = isFailed(status)
  const isSent = before.status === 'processing' || before.status === 'unknown'
  // The gateway refused the request and works on it all the same: a proxy may have sent it twice.
  if (before.status === 'due' && isOnItsWay(before, paid, report)) return adopted(before, report, now)
  // Also if its reply was lost: the failed transaction is of this kind, and the charge still stands.
  if (isSent && isOurs && hasFailed) return denied(other(before, now), now)
  if (before.isDoubtful) return isDecided(status) ? asBefore(before, told) : undenied(before)
  // The charge stands as before, so the lost request did nothing, or will be refused when it arrives. The newest
  // transaction is then the charge itself, or an earlier failure of the other kind.
  const isUntouched = (kind === 'payment' && status === 'approved') || (kind !== 'payment' && hasFailed)
  if (before.status !== 'unknown') return before
  return isUntouched ? asBefore(before, told) : undenied(before)
}

/**
 * The charge stands. After the second answer that says so, the order sends the next request. Both have to tell the same sum
 * of the charge: an earlier report may have been wrong, and so may one of them.
 */
function asBefore(before: DuplicateRefund, { report, spanMs, now }: Unfinished): DuplicateRefund {
  const { amountMinor = before.amountMinor } = report.kind === 'payment' ? report : before
  if (amountMinor !== before.amountMinor) return { ...before, amountMinor, deniedAt: now }
  if (!isProven(before, { now, spanMs })) return denied(before, now)
  const rest = without(before, 'asking', 'isDoubtful', 'deniedAt')
  return before.status === 'due' ? rest : { ...rest, status: 'due', tries: before.tries + 1, changedAt: now }
}

/**
 * If the gateway does not report kinds: only after a refusal, and if the report does not name the charge's own request.
 */
function isOnItsWay(before: DuplicateRefund, paid: Attempt, report: Report): boolean {
  const { kind, status, serialNumber } = report
  if (isDecided(status)) return false
  if (!isUntyped(report)) return kind === 'void' || kind === 'reversal'
  return wasSent(before) && (serialNumber === undefined || serialNumber !== paid.serialNumber)
}

const wasSent = ({ kind, tries }: DuplicateRefund) => kind === 'return' || tries > 0

/** The kind that is under way. If the gateway does not report it, it is the refused one, which is now the other one. */
function kindOnItsWay({ kind }: DuplicateRefund, report: Report): DuplicateRefund['kind'] {
  if (isUntyped(report)) return kind === 'void' ? 'return' : 'void'
  return report.kind === 'void' ? 'void' : 'return'
}

function adopted(before: DuplicateRefund, report: Report, now: number): DuplicateRefund {
  const { serialNumber } = report
  return {
    ...without(before, 'isDoubtful', 'deniedAt'),
    kind: kindOnItsWay(before, report),
    status: 'processing',
    ...(serialNumber && { serialNumber }),
    asking: { since: now, pace: 'active' },
    changedAt: now,
  }
}

function done(state: OrderState, { number, gatewayId }: DuplicateRefund, now: number): OrderState {
  const isBackNow = (one: Transaction) => one.surplus && one.id === gatewayId
  const transactions = state.transactions.map((one) =>
    isBackNow(one) ? { ...one, reversed: true as const } : one,
  )
  const approved = (before: DuplicateRefund): DuplicateRefund => ({
    ...without(before, 'asking', 'isDoubtful', 'deniedAt'),
    status: 'approved',
    changedAt: now,
  })
  return change({ ...state, transactions }, number, approved)
}

function change(
  state: OrderState,
  number: number,
  edit: (refund: DuplicateRefund) => DuplicateRefund,
): OrderState {
  const before = state.duplicateRefunds[number - 1]
  const after = before && edit(before)
  return after === before || !after
    ? state
    : { ...state, duplicateRefunds: state.duplicateRefunds.with(number - 1, after) }
}
