/** What proves that the gateway carried out a refund, a capture or a void, and what tells of nothing. */
import { isDecided, isFailed, type StatusIn } from '../../../shared/order-status.ts'
import type { FollowUpKind } from '../../../shared/order-view.ts'
import { isUntyped } from './approval-proof.ts'
import type { Report } from './events.ts'
import type { FollowUp, OrderState } from './state.ts'

/** What a report says of a follow-up, once it says anything for certain. */
export type Settled = Extract<FollowUp['status'], StatusIn<'failed' | 'settled'>>

/** The kinds of transaction that a follow-up makes. A return of reserved money is a cancel, which gateways call a void. */
const MAKES: Readonly<Record<FollowUpKind, readonly Report['kind'][]>> = {
  capture: ['capture'],
  void: ['void'],
  return: ['reversal', 'void'],
  'payout-pay': ['capture'],
}

/** Only a follow-up of the whole can be a void. */
const makes = ({ kind, isWhole }: FollowUp, made: Report['kind']): boolean =>
  MAKES[kind].includes(made) && (isWhole || made !== 'void')

/**
 * Judges what a report on the payment says of a follow-up.
 *
 * Success is believed only where the gateway's totals moved by exactly what was asked for, so a lost answer is settled
 * by comparing them with those from before. A failure is believed only of this very request, or of one that is new.
 *
 * @returns `undefined` if it does not tell.
 */
export function verdictOf(state: OrderState, followUp: FollowUp, report: Report): Settled | undefined {
  if (isUntyped(report)) return untypedVerdict(followUp, report)
  if (!makes(followUp, report.kind)) return undefined
  if (report.status === 'approved') return movedAsAsked(followUp, report) ? 'approved' : undefined
  if (!isDecided(report.status)) return undefined
  return isOfThisRequest(state, followUp, report) ? report.status : undefined
}

/** Without a kind a report tells only where it names this very request, or the gateway's totals moved as asked. */
function untypedVerdict(followUp: FollowUp, report: Report): Settled | undefined {
  const { amountMinor, serialNumber } = followUp
  const isPinned = serialNumber !== undefined && report.serialNumber === serialNumber
  const { status } = report
  if (!isDecided(status)) return undefined
  if (status !== 'approved') return isPinned ? status : undefined
  const isSum = report.amountMinor === amountMinor || report.untold?.includes('amount') === true
  return movedIn(followUp, report) === amountMinor || (isPinned && isSum) ? 'approved' : undefined
}

/** Of this very request its own sum tells; of any other only the totals do. */
function movedAsAsked(followUp: FollowUp, report: Report): boolean {
  const { kind, amountMinor, before, serialNumber } = followUp
  if (report.kind === 'void') return true
  if (serialNumber && report.serialNumber === serialNumber && report.amountMinor === amountMinor) return true
  if (kind === 'return') return movedIn(followUp, report) === amountMinor
  return (report.capturedMinor ?? report.amountMinor) === before.capturedMinor + amountMinor
}

/** Whether a kind of follow-up gives money back. Any other takes it, or pays it out. */
const givesBack = (kind: FollowUpKind) => kind === 'return' || kind === 'void'

/** By how much the total of a report differs from the one before a follow-up. `undefined` where it has none. */
function movedIn({ kind, before }: FollowUp, { reversedMinor, capturedMinor }: Report): number | undefined {
  const [total, former] = givesBack(kind)
    ? [reversedMinor, before.returnedMinor]
    : [capturedMinor, before.capturedMinor]
  return total === undefined ? undefined : total - former
}

/** Without a name a failure may be that of an earlier follow-up, where one failed. */
function isOfThisRequest({ followUps }: OrderState, followUp: FollowUp, { serialNumber }: Report): boolean {
  const mayBeEarlier = sentBefore(followUps, followUp).some(({ status }) => isFailed(status))
  if (followUp.serialNumber) return serialNumber ? serialNumber === followUp.serialNumber : !mayBeEarlier
  if (!serialNumber || followUp.before.requests.includes(serialNumber)) return false
  return !followUps.some((other) => other.serialNumber === serialNumber)
}

/** Whether a report names a request from before a follow-up: the payment's own, or an earlier follow-up's. */
export function isOfEarlier(
  { attempts, followUps }: OrderState,
  followUp: FollowUp,
  { serialNumber }: Report,
): boolean {
  if (!serialNumber) return false
  const { attempt, before } = followUp
  const isPayments = attempts[attempt - 1]?.serialNumber === serialNumber
  const isFollowUps = sentBefore(followUps, followUp).some((one) => one.serialNumber === serialNumber)
  return isPayments || isFollowUps || before.requests.includes(serialNumber)
}

const placeOf = (followUps: readonly FollowUp[], number: number) =>
  followUps.findIndex((one) => one.number === number)

const sentBefore = (followUps: readonly FollowUp[], { number }: FollowUp): readonly FollowUp[] =>
  followUps.slice(0, placeOf(followUps, number))

/** Whether no other follow-up was sent later. */
export const isNewest = ({ followUps }: OrderState, { number }: FollowUp): boolean =>
  followUps.at(-1)?.number === number

/** Whether a report may be about what a follow-up makes. A stage of no told kind may be. */
export const mayBeOf = (followUp: FollowUp, report: Report): boolean =>
  isUntyped(report) || makes(followUp, report.kind)

/**
 * Whether a report that does not settle a follow-up tells of nothing: nothing is under way, and the totals moved by less
 * than its sum. Where they moved by more, it may be part of that.
 */
export function tellsOfNothing(state: OrderState, followUp: FollowUp, report: Report): boolean {
  const moved = movedIn(followUp, report)
  const movedByIt = (moved ?? 0) - movedLater(state, followUp)
  if (Math.max(movedByIt, movedSince(state, followUp)) >= followUp.amountMinor) return false
  if (isOfEarlier(state, followUp, report)) return isDecided(report.status)
  const isUnsaid = moved === undefined && !isUntyped(report) && mayBeOf(followUp, report)
  return isDecided(report.status) && !(report.status === 'approved' && isUnsaid)
}

/** By how much the order's own totals moved since a follow-up, without what later ones moved. */
export function movedSince(state: OrderState, followUp: FollowUp): number {
  const { kind, before } = followUp
  const moved = givesBack(kind)
    ? state.returnedMinor - before.returnedMinor
    : state.capturedMinor - before.capturedMinor
  return moved - movedLater(state, followUp)
}

/** What later follow-ups moved. */
function movedLater({ followUps }: OrderState, { kind, number }: FollowUp): number {
  const later = followUps
    .slice(placeOf(followUps, number) + 1)
    .filter((one) => one.status === 'approved' && givesBack(one.kind) === givesBack(kind))
  return later.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
