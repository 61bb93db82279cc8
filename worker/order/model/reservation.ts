/** Units of a limited offer that an order holds, and until when. */

import { toIsoTime } from '../../../shared/iso-time.ts'
import { isUncertain } from '../../../shared/order-status.ts'
import type { OrderView } from '../../../shared/order-view.ts'
import type { Times } from '../../config/times.ts'
import { change } from './attempts.ts'
import { isNeverSettled } from './doubt.ts'
import type { Report } from './events.ts'
import type { Attempt, Claim, OrderState, Transaction } from './state.ts'
import { statusOf } from './status.ts'
import { withTotals } from './transactions.ts'

/** The shopper can still pay at the attempt's form, as far as the order knows. */
export const isFormOpen = ({ status }: Attempt) => status === 'redirect'

/** An outcome is on its way, so nothing lapses. Nobody can pay at a form whose address got lost. */
const isOpen = (attempt: Attempt) => isUncertain(attempt.status) && !isLeftOff(attempt)

/** Nothing more comes of it by itself. An approval that comes all the same asks the counter. */
const isLeftOff = (attempt: Attempt) => isNeverSettled(attempt) && !attempt.asking

/** The offer's counter is asked next. */
export const limitWanted = (state: OrderState): OrderState =>
  state.holdsLimit ? state : { ...state, holdsLimit: 'in-doubt' }

/** The counter has given the units: an approval that waited for them is kept. */
export function limitHeld(state: OrderState, now: number): OrderState {
  if (state.claim) return claimHeld(state, state.claim, now)
  if (state.holdsLimit !== 'in-doubt') return state
  const held = newlyHeld(state)
  return state.attempts.some(isFormOpen) ? { ...held, reserved: { since: now } } : held
}

/**
 * The version before knows of no waiting approval: while both run it may have kept another, or let the shopper give up.
 * What the counter has given is then sold, or goes back.
 */
function claimHeld(state: OrderState, claim: Claim, now: number): OrderState {
  if (state.payment !== undefined) return { ...givenBack(state), holdsLimit: true }
  return state.cancelled ? { ...givenBack(state), holdsLimit: 'in-doubt' } : kept(state, claim, now)
}

/** Units that nothing was reserved with yet. */
export const newlyHeld = ({ reserved: _, ...state }: OrderState): OrderState => ({
  ...state,
  holdsLimit: true,
})

/** The counter has none left: an approval that waited for them goes back. */
export const limitRefused = (state: OrderState): OrderState => withoutHold(givenBack(state))

/** The counter has been silent for long about an approval that waits for it. */
export const claimUnanswered = (state: OrderState): OrderState =>
  state.claim && !state.claim.isOverdue ? { ...state, claim: { ...state.claim, isOverdue: true } } : state

/** The counter has the units back. An approval that came meanwhile is still to be decided. */
export const limitReleased = (state: OrderState): OrderState => (state.claim ? state : withoutHold(state))

function withoutHold(state: OrderState): OrderState {
  if (!state.holdsLimit) return state
  const { holdsLimit: _, ...rest } = state
  return rest
}

/** The gateway has taken a form. The first one begins the reservation; another one is the one renewal it gets. */
export function formTaken(state: OrderState, now: number): OrderState {
  if (state.holdsLimit !== true) return state
  return state.reserved ? limitRenewed(state, now) : { ...state, reserved: { since: now } }
}

/** The shopper goes on with a form: once, that renews the reservation. */
export function limitRenewed(state: OrderState, now: number): OrderState {
  const { holdsLimit, reserved } = state
  if (holdsLimit !== true || !reserved || reserved.renewedAt !== undefined) return state
  return state.attempts.some(isFormOpen) ? { ...state, reserved: { ...reserved, renewedAt: now } } : state
}

/** When forms that nobody answers lose their reservation. An older version kept no time but that of the attempt. */
function lapsesAt({ reserved, attempts }: OrderState, times: Times): number | undefined {
  const from = reserved?.renewedAt ?? reserved?.since ?? attempts.findLast(isFormOpen)?.startedAt
  return from === undefined ? undefined : from + times.reservation
}

/**
 * When the units go back to the counter: at once when nothing that was tried can still be paid, or after giving up,
 * since an approval that still comes goes back then; later while a form is unanswered; never while an outcome is open.
 */
export function limitFreeAt(state: OrderState, times: Times): number | undefined {
  const { holdsLimit, payment, cancelled, claim, attempts, updatedAt } = state
  if (!holdsLimit || payment !== undefined || claim) return undefined
  if (cancelled) return updatedAt
  if (attempts.some(isOpen)) return undefined
  // Whoever asked the counter has long had its answer, or died.
  if (holdsLimit === 'in-doubt') return updatedAt + Math.max(times.catchUpAfter, 2 * times.requestDeadline)
  return attempts.some(isFormOpen) ? lapsesAt(state, times) : updatedAt
}

/** Until when a page may count on the units, or could. Absent where nothing lapses. */
export function reservedView(state: OrderState, times: Times): Pick<OrderView, 'reservedUntil'> {
  const until = state.terms.limit && statusOf(state) === 'redirect' ? lapsesAt(state, times) : undefined
  return until === undefined ? {} : { reservedUntil: toIsoTime(until) }
}

/** An approval came while it is not sure that units are held: the counter is asked first, and nothing is paid so far. */
export const claimed = (state: OrderState, number: number, report: Report, now: number): OrderState => ({
  ...state,
  holdsLimit: 'in-doubt',
  claim: {
    attempt: number,
    id: report.gatewayId ?? '',
    type: report.type,
    since: now,
    ...(report.card && { card: report.card }),
    ...(report.capturedMinor !== undefined && { capturedMinor: report.capturedMinor }),
    ...(report.reversedMinor !== undefined && { reversedMinor: report.reversedMinor }),
  },
})

/** The approval is the payment. The gateway is asked again, since the money may have moved on meanwhile. */
function kept({ claim: _, ...state }: OrderState, claim: Claim, now: number): OrderState {
  const { attempt: number, card } = claim
  const asked = change(state, number, (attempt) => ({ ...attempt, asking: { since: now, pace: 'again' } }))
  return { ...withTotals({ ...asked, holdsLimit: true, payment: number }, claim), ...(card && { card }) }
}

/** An approval that waits for the counter's word is not waited for any more: it has to be given back. */
export function givenBack(state: OrderState): OrderState {
  const { claim, ...rest } = state
  if (!claim) return state
  // The version before has kept this very one.
  if (state.payment === claim.attempt) return rest
  const isIt = (one: Transaction) =>
    one.attempt === claim.attempt && one.id === claim.id && one.type === claim.type && !one.request
  return {
    ...rest,
    transactions: state.transactions.map((one) => (isIt(one) ? { ...one, surplus: true as const } : one)),
  }
}

/** The gateway took an approval back that waits for the counter's word. */
export function withoutClaim(state: OrderState, number: number): OrderState {
  const { claim, ...rest } = state
  return claim?.attempt === number ? rest : state
}
