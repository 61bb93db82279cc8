/** What is done with a payment afterwards, and what became of it. Pure: no clock, no storage, no network. */
import { isDecided, isUncertain, type StatusIn } from '../../../shared/order-status.ts'
import type { FollowUpKind } from '../../../shared/order-view.ts'
import type { ProblemCode } from '../../../shared/problem.ts'
import { accepted, type Result, refused } from '../../../shared/result.ts'
import type { Report } from './events.ts'
import { isUntyped } from './report-matching.ts'
import type { Attempt, FollowUp, OrderState } from './state.ts'

/** A merchant's wish: the same key is the same wish, however often it arrives. */
export interface FollowUpWish {
  readonly kind: FollowUpKind
  readonly key: string
  /** Minor units; absent for all that is left. */
  readonly amountMinor?: number
  readonly comment?: string
}

/** A wish that may be fulfilled: what it moves, and whether that is everything. */
export interface Allowed {
  readonly amountMinor: number
  readonly isWhole: boolean
  /** No sum was named: it is all that was left. */
  readonly isRest?: true
}

/** What becomes of a wish: it joins the follow-up it started before, starts one, or is refused. */
export type FollowUpVerdict = Result<'joins' | Allowed, ProblemCode>

/** The follow-up that blocks others, if any: two at a time could give back more than was paid. */
export const uncertainFollowUp = ({ followUps }: OrderState): FollowUp | undefined =>
  followUps.find(({ status }) => isUncertain(status))

/** What was taken from the payer, in minor units: reserved money is not, until it is captured. */
export const takenMinor = ({ terms, capturedMinor }: OrderState): number =>
  capturedMinor > 0 ? capturedMinor : terms.amountMinor

/** Judges a wish. The sums are those that the gateway last told. */
export function judgeFollowUp(state: OrderState, wish: FollowUpWish): FollowUpVerdict {
  const known = state.followUps.find(({ key }) => key === wish.key)
  if (known) return isSameWish(known, wish) ? accepted('joins') : refused('key-reused')
  if (uncertainFollowUp(state)) return refused('follow-up-in-flight')
  if (state.payment === undefined || state.aftermath !== undefined) return refused('follow-up-impossible')
  const verdict = RULES[wish.kind](state, wish)
  return verdict.ok && wish.amountMinor === undefined ? accepted({ ...verdict.value, isRest: true }) : verdict
}

const isSameWish = (known: FollowUp, { kind, amountMinor, comment }: FollowUpWish) =>
  known.kind === kind &&
  known.comment === comment &&
  (amountMinor === undefined ? known.isWhole || known.isRest === true : known.amountMinor === amountMinor)

type Rule = (state: OrderState, wish: FollowUpWish) => Result<Allowed, ProblemCode>

/** Manual, states and transitions: rules 1 to 7. */
const RULES: Readonly<Record<FollowUpKind, Rule>> = {
  capture: ({ terms, capturedMinor, returnedMinor }, { amountMinor = terms.amountMinor }) => {
    if (terms.intent !== 'preauth' || capturedMinor > 0 || returnedMinor > 0) return impossible
    if (amountMinor > terms.amountMinor || amountMinor <= 0) return refused('amount-invalid')
    return accepted({ amountMinor, isWhole: amountMinor === terms.amountMinor })
  },
  void: ({ terms, capturedMinor, returnedMinor }, wish) =>
    isCardPayment(terms) && capturedMinor === 0 && returnedMinor === 0 ? whole(terms, wish) : impossible,
  return: (state, wish) => {
    const left = takenMinor(state) - state.returnedMinor
    const { amountMinor = left } = wish
    if (!isCardPayment(state.terms) || left <= 0) return impossible
    if (amountMinor > left || amountMinor <= 0) return refused('amount-invalid')
    const isWhole = amountMinor === left && state.returnedMinor === 0
    // A hold is released as a whole; nothing of it was taken yet.
    return isHeld(state) && !isWhole ? refused('amount-invalid') : accepted({ amountMinor, isWhole })
  },
  // Money out is sent once, ever, whoever sent it: another try is another order.
  'payout-pay': ({ terms, followUps, capturedMinor }, wish) =>
    terms.methods.includes('payout-check') && followUps.length === 0 && capturedMinor === 0
      ? whole(terms, wish)
      : impossible,
}

/** What has no parts. A part that is asked for all the same is not taken for the whole. */
const whole = ({ amountMinor: all }: OrderState['terms'], { amountMinor = all }: FollowUpWish) =>
  amountMinor === all
    ? accepted<Allowed>({ amountMinor, isWhole: true })
    : refused<ProblemCode>('amount-invalid')

const impossible = refused<ProblemCode>('follow-up-impossible')

const isCardPayment = ({ intent }: OrderState['terms']) => intent === 'sale' || intent === 'preauth'

/** Reserved, and not captured. */
const isHeld = ({ terms, capturedMinor }: OrderState) => terms.intent === 'preauth' && capturedMinor === 0

/** What a report says of a follow-up, once it says anything for certain. */
export type Settled = Extract<FollowUp['status'], StatusIn<'failed' | 'settled'>>

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
export function standsAfter(state: OrderState, followUp: FollowUp, report: Report): boolean | undefined {
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
export function isInDoubt(state: OrderState, followUp: FollowUp, report: Report): boolean {
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
