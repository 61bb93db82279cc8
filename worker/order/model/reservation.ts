/** Units of limited offers that an order holds, all of them or none, and until when. */
import { toIsoTime } from '../../../shared/iso-time.ts'
import { isUncertain } from '../../../shared/order-status.ts'
import type { OrderView } from '../../../shared/order-view.ts'
import type { Times } from '../../config/durations.ts'
import { isLimited, limitedLines } from '../../domain/offer-lines.ts'
import { change } from './attempts.ts'
import { isNeverSettled } from './doubt.ts'
import type { Report } from './events.ts'
import { isForm } from './methods.ts'
import type { Attempt, OrderState, Transaction, WaitingApproval } from './state.ts'
import { statusOf } from './status.ts'
import { withTotals } from './transactions.ts'

/** The shopper can still pay at the attempt's form, as far as the order knows. */
export const isFormOpen = ({ status }: Attempt) => status === 'redirect'

/** An outcome is on its way, so nothing lapses. Nobody can pay at a form whose address got lost. */
const isOpen = (attempt: Attempt) => isUncertain(attempt.status) && !isLeftOff(attempt)

/** Polling ended, so no outcome comes by itself. If an approval comes after all, the order asks the counter. */
const isLeftOff = (attempt: Attempt) => isNeverSettled(attempt) && !attempt.asking

/** The order asks the counters of its offers next, so from now on it may hold some of their units. */
export const unitsWanted = (state: OrderState): OrderState =>
  state.holdsUnits === true ? state : { ...state, holdsUnits: 'in-doubt' }

/** The counters granted all units. If an approval waits for them, it becomes the payment. */
export function unitsHeld(state: OrderState, now: number): OrderState {
  if (state.waitingApproval) return waitingApprovalHeld(state, state.waitingApproval, now)
  if (state.holdsUnits !== 'in-doubt') return state
  const held = newlyHeld(state)
  return state.attempts.some(isFormOpen) ? { ...held, reserved: { since: now } } : held
}

/**
 * The previous version does not know waiting approvals. While both run, it may have kept another one, or let the
 * shopper cancel. The granted units are then sold, or go back.
 */
function waitingApprovalHeld(state: OrderState, waitingApproval: WaitingApproval, now: number): OrderState {
  if (state.payment !== undefined) return { ...givenBack(state), holdsUnits: true }
  return state.cancelled ? { ...givenBack(state), holdsUnits: 'in-doubt' } : kept(state, waitingApproval, now)
}

/** Units that nothing is reserved with yet. */
export const newlyHeld = ({ reserved: _, ...state }: OrderState): OrderState => ({
  ...state,
  holdsUnits: true,
})

/** A counter has too few left, and the others have theirs back. An approval that waits for them is given back. */
export const unitsRefused = (state: OrderState): OrderState => withoutHold(givenBack(state))

/** A counter has not answered for long, while an approval waits for it. */
export const unitsUnanswered = (state: OrderState): OrderState =>
  state.waitingApproval && !state.waitingApproval.isOverdue
    ? { ...state, waitingApproval: { ...state.waitingApproval, isOverdue: true } }
    : state

/** The counters have all units back. An approval that came in between still has to be decided. */
export const unitsReleased = (state: OrderState): OrderState =>
  state.waitingApproval ? state : withoutHold(state)

function withoutHold(state: OrderState): OrderState {
  if (!state.holdsUnits) return state
  const { holdsUnits: _, ...rest } = state
  return rest
}

/** The gateway accepted a form. The first one begins the reservation; another one renews it, once. */
export function formTaken(state: OrderState, now: number): OrderState {
  if (state.holdsUnits !== true) return state
  return state.reserved ? unitsRenewed(state, now) : { ...state, reserved: { since: now } }
}

/** The shopper goes on with a form. That renews the reservation, once. */
export function unitsRenewed(state: OrderState, now: number): OrderState {
  const { holdsUnits, reserved } = state
  if (holdsUnits !== true || !reserved || reserved.renewedAt !== undefined) return state
  return state.attempts.some(isFormOpen) ? { ...state, reserved: { ...reserved, renewedAt: now } } : state
}

/** When unpaid forms lose their reservation. An older version stored the attempt's time alone. */
function lapsesAt({ reserved, attempts }: OrderState, times: Times): number | undefined {
  const from = reserved?.renewedAt ?? reserved?.since ?? attempts.findLast(isFormOpen)?.startedAt
  return from === undefined ? undefined : from + times.reservation
}

/**
 * For how long the shopper alone can have kept the units, in milliseconds, at most: at a form until its reservation
 * lapsed, and at the steps of a card's bank for as long as one. Any further time the gateway took, and no network answers
 * for that.
 */
export function shopperMs(state: OrderState, now: number, times: Times): number {
  const { reserved, attempts } = state
  const lapses = lapsesAt(state, times)
  const since = reserved?.since ?? attempts.findLast(isFormOpen)?.startedAt
  const formMs = since === undefined || lapses === undefined ? 0 : Math.min(now, lapses) - since
  return formMs + (attempts.every(({ method }) => isForm(method)) ? 0 : times.reservation)
}

/**
 * When all units go back to their counters. At once if nothing can be paid any more, or after the order was cancelled,
 * since a later approval is given back. Later while a form is unpaid. Never while an outcome is on its way.
 */
export function unitsFreeAt(state: OrderState, times: Times): number | undefined {
  const { terms, holdsUnits, payment, cancelled, waitingApproval, attempts, updatedAt } = state
  if (!holdsUnits || payment !== undefined || waitingApproval) return undefined
  if (cancelled) return updatedAt
  if (attempts.some(isOpen)) return undefined
  // The order that asked the counters got their answers long ago, or its object died.
  const longest = (1 + limitedLines(terms).length) * times.requestDeadline
  if (holdsUnits === 'in-doubt') return updatedAt + Math.max(times.catchUpAfter, longest)
  return attempts.some(isFormOpen) ? lapsesAt(state, times) : updatedAt
}

/** Until when the page may count on the units, or could. Absent where nothing lapses. */
export function reservedView(state: OrderState, times: Times): Pick<OrderView, 'reservedUntil'> {
  const until = isLimited(state.terms) && statusOf(state) === 'redirect' ? lapsesAt(state, times) : undefined
  return until === undefined ? {} : { reservedUntil: toIsoTime(until) }
}

/**
 * An approval came while it is uncertain that the order holds its units. It asks the counters first, so nothing is paid yet.
 */
export const withWaitingApproval = (
  state: OrderState,
  number: number,
  report: Report,
  now: number,
): OrderState => ({
  ...state,
  holdsUnits: 'in-doubt',
  waitingApproval: {
    attempt: number,
    id: report.gatewayId ?? '',
    type: report.type,
    since: now,
    ...(report.card && { card: report.card }),
    ...(report.capturedMinor !== undefined && { capturedMinor: report.capturedMinor }),
    ...(report.reversedMinor !== undefined && { reversedMinor: report.reversedMinor }),
  },
})

/** The approval is the payment. The order asks the gateway again, since the money may have moved on since then. */
function kept(
  { waitingApproval: _, ...state }: OrderState,
  waitingApproval: WaitingApproval,
  now: number,
): OrderState {
  const { attempt: number, card } = waitingApproval
  const asked = change(state, number, (attempt) => ({ ...attempt, asking: { since: now, pace: 'again' } }))
  return {
    ...withTotals({ ...asked, holdsUnits: true, payment: number }, waitingApproval),
    ...(card && { card }),
  }
}

/** The approval no longer waits for the counter, so the order gives it back. */
export function givenBack(state: OrderState): OrderState {
  const { waitingApproval, ...rest } = state
  if (!waitingApproval) return state
  // The previous version has kept this very one.
  if (state.payment === waitingApproval.attempt) return rest
  const isIt = (one: Transaction) =>
    one.attempt === waitingApproval.attempt &&
    one.id === waitingApproval.id &&
    one.type === waitingApproval.type &&
    !one.request
  return {
    ...rest,
    transactions: state.transactions.map((one) => (isIt(one) ? { ...one, surplus: true as const } : one)),
  }
}

/** The gateway took back the approval that waits for the counter. */
export function withoutWaitingApproval(state: OrderState, number: number): OrderState {
  const { waitingApproval, ...rest } = state
  return waitingApproval?.attempt === number ? rest : state
}
