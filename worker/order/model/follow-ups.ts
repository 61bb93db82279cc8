/**
 * Captures, voids, returns and second steps of payouts: which are allowed, and what a request and its reply make of the
 * order. `follow-up-outcome.ts` says what became of one, also after a lost answer.
 */
import { isUncertain } from '../../../shared/order-status.ts'
import type { FollowUpKind } from '../../../shared/order-view.ts'
import type { ProblemCode } from '../../../shared/problem.ts'
import { accepted, type Result, refused } from '../../../shared/result.ts'
import type { FollowUpWanted, Reply } from './events.ts'
import type { FollowUp, OrderState, UnsentFollowUp } from './state.ts'
import { takenMinor } from './transactions.ts'

/** A merchant's request, its sum in minor units. One key makes one follow-up, however often the request arrives. */
export interface RequestedFollowUp {
  readonly kind: FollowUpKind
  readonly key: string
  /** Absent for all that is left. */
  readonly amountMinor?: number
  readonly comment?: string
}

/** An allowed follow-up: the sum that it moves, and whether that is the whole. */
export interface AllowedFollowUp {
  readonly amountMinor: number
  readonly isWhole: boolean
  /** The caller named no sum: it is all that was left. */
  readonly isRest?: true
}

/** The decision: the request joins the follow-up of its key, starts one, or is refused. */
export type FollowUpAdmission = Result<'joins' | AllowedFollowUp, ProblemCode>

/** The follow-up of a number. Their list is in the order in which they were sent, which numbers need not be. */
export const followUpOf = ({ followUps }: OrderState, number: number): FollowUp | undefined =>
  followUps.find((one) => one.number === number)

/**
 * The follow-ups that were not sent. One whose number or key a sent one has is over: after a rollback, a version that knows none
 * of them gave it away. An older version had none.
 */
export const unsentOf = ({
  followUps,
  unsent = [],
}: Pick<OrderState, 'followUps' | 'unsent'>): readonly UnsentFollowUp[] =>
  unsent.filter((one) => !followUps.some(({ number, key }) => number === one.number || key === one.key))

/** The number of the next follow-up, whether it is sent or not. */
export const nextNumber = (state: OrderState): number => state.followUps.length + unsentOf(state).length + 1

/** The follow-up that blocks others, if any: two at a time could give back more than was paid. */
export const uncertainFollowUp = ({ followUps }: OrderState): FollowUp | undefined =>
  followUps.find(({ status }) => isUncertain(status))

/** Decides on a request. It counts on the totals that the gateway reported last. */
export function admitFollowUp(state: OrderState, request: RequestedFollowUp): FollowUpAdmission {
  const known = [...state.followUps, ...unsentOf(state)].find(({ key }) => key === request.key)
  if (known) return isSameFollowUp(known, request) ? accepted('joins') : refused('key-reused')
  return admitUnsent(state, request)
}

/** Decides whether a follow-up may be sent now, whatever its key. */
export function admitUnsent(
  state: OrderState,
  request: Pick<RequestedFollowUp, 'kind' | 'amountMinor'>,
): Result<AllowedFollowUp, ProblemCode> {
  if (uncertainFollowUp(state)) return refused('follow-up-in-flight')
  if (state.payment === undefined || state.laterOutcome !== undefined) return refused('follow-up-impossible')
  const verdict = RULES[request.kind](state, request)
  return verdict.ok && request.amountMinor === undefined
    ? accepted({ ...verdict.value, isRest: true })
    : verdict
}

const isSameFollowUp = (
  known: FollowUp | UnsentFollowUp,
  { kind, amountMinor, comment }: RequestedFollowUp,
) =>
  known.kind === kind &&
  known.comment === comment &&
  (amountMinor === undefined ? known.isWhole || known.isRest === true : known.amountMinor === amountMinor)

type Rule = (
  state: OrderState,
  request: Pick<RequestedFollowUp, 'amountMinor'>,
) => Result<AllowedFollowUp, ProblemCode>

/** Manual, states and transitions: rules 1 to 7. */
const RULES: Readonly<Record<FollowUpKind, Rule>> = {
  capture: ({ terms, capturedMinor, returnedMinor }, { amountMinor = terms.amountMinor }) => {
    if (terms.intent !== 'preauth' || capturedMinor > 0 || returnedMinor > 0) return impossible
    if (amountMinor > terms.amountMinor || amountMinor <= 0) return refused('amount-invalid')
    return accepted({ amountMinor, isWhole: amountMinor === terms.amountMinor })
  },
  void: ({ terms, capturedMinor, returnedMinor }, request) =>
    isCardPayment(terms) && capturedMinor === 0 && returnedMinor === 0 ? whole(terms, request) : impossible,
  return: (state, request) => {
    const left = takenMinor(state) - state.returnedMinor
    const { amountMinor = left } = request
    if (!isCardPayment(state.terms) || left <= 0) return impossible
    if (amountMinor > left || amountMinor <= 0) return refused('amount-invalid')
    const isWhole = amountMinor === left && state.returnedMinor === 0
    // A hold is released as a whole, since nothing of it was taken yet.
    return isHeld(state) && !isWhole ? refused('amount-invalid') : accepted({ amountMinor, isWhole })
  },
  // A payout is sent once, ever: another try is another order.
  'payout-pay': ({ terms, followUps, capturedMinor }, request) =>
    terms.methods.includes('payout-check') && followUps.length === 0 && capturedMinor === 0
      ? whole(terms, request)
      : impossible,
}

/** Moves the whole. A request for a part is refused. */
const whole = (
  { amountMinor: all }: OrderState['terms'],
  { amountMinor = all }: Pick<RequestedFollowUp, 'amountMinor'>,
) =>
  amountMinor === all
    ? accepted<AllowedFollowUp>({ amountMinor, isWhole: true })
    : refused<ProblemCode>('amount-invalid')

const impossible = refused<ProblemCode>('follow-up-impossible')

const isCardPayment = ({ intent }: OrderState['terms']) => intent === 'sale' || intent === 'preauth'

/** Reserved and not captured. */
const isHeld = ({ terms, capturedMinor }: OrderState) => terms.intent === 'preauth' && capturedMinor === 0

/** Replaces one follow-up. Returns the very same state if it does not change or does not exist. */
export function changeFollowUp(
  state: OrderState,
  number: number,
  edit: (followUp: FollowUp) => FollowUp,
): OrderState {
  const before = followUpOf(state, number)
  const after = before && edit(before)
  if (after === before || !after) return state
  return { ...state, followUps: state.followUps.map((one) => (one === before ? after : one)) }
}

/** Stores the intent, with the totals that settle a lost reply. */
export function followUpWanted(state: OrderState, event: FollowUpWanted, now: number): OrderState {
  const { type: _, by: __, isCounted, number, ...wanted } = event
  const { capturedMinor, returnedMinor, transactions } = state
  const unsent = unsentOf(state)
  const asked = unsent.find((one) => one.number === number)
  const requests = transactions.flatMap(({ request }) => request ?? [])
  const followUp: FollowUp = {
    ...wanted,
    ...(asked && limitsOf(asked)),
    ...(isCounted && { counted: 'held' }),
    number: number ?? nextNumber(state),
    before: { capturedMinor, returnedMinor, requests },
    status: 'sending',
    startedAt: now,
  }
  const left = asked && { unsent: unsent.filter((one) => one !== asked) }
  return { ...state, ...left, followUps: [...state.followUps, followUp] }
}

const limitsOf = ({ askedBy, limit }: UnsentFollowUp) => ({ askedBy, ...(limit && { limit }) })

/** Applies the reply. A late one brings its identifier alone. */
export const followUpAnswered = (state: OrderState, event: Reply, now: number): OrderState =>
  changeFollowUp(state, event.number, (before) => answered(before, event, now))

function answered(before: FollowUp, event: Reply, now: number): FollowUp {
  const asking = { since: now, pace: 'active' } as const
  if (event.type === 'accepted') {
    const { serialNumber } = event
    const isNamed = !serialNumber || before.serialNumber === serialNumber
    const known = isNamed ? before : { ...before, serialNumber }
    return before.status === 'sending' ? { ...known, status: 'processing', asking } : known
  }
  if (before.status !== 'sending') return before
  if (event.type === 'lost')
    return { ...before, status: 'unknown', error: { code: 'gateway-silent' }, asking }
  if (event.isUnsent) return { ...before, status: 'error', error: event.failure }
  // A proxy may have sent the request twice, so the order asks until two answers lie apart.
  return { ...before, status: 'processing', refusal: event.failure, asking }
}
