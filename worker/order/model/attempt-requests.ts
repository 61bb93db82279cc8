/** What an attempt’s request and the gateway’s reply to it make of an order. */
import { isDecided } from '../../../shared/order-status.ts'
import { change, LOST, underWay, wasDeclaredNotAccepted, withoutAsking } from './attempts.ts'
import type { Accepted, Attempted, Registered } from './events.ts'
import { isForm } from './methods.ts'
import { formTaken, isFormOpen, newlyHeld } from './reservation.ts'
import type { Attempt, OrderState } from './state.ts'
import { withStep } from './three-ds-steps.ts'
import { withUnmatched } from './unmatched-transactions.ts'

export function attempted(
  state: OrderState,
  { key, method, destination, bodyDigest, shownIn, pageUrl, keepCard, isHeld }: Attempted,
  now: number,
): OrderState {
  const number = state.attempts.length + 1
  const { reference } = state.terms
  const clientOrderId = number === 1 ? reference : `${reference}.${number}`
  const attempt: Attempt = {
    number,
    clientOrderId,
    key,
    method,
    destination,
    ...(bodyDigest && { bodyDigest }),
    ...(shownIn && { shownIn }),
    ...(keepCard && { keepCard: { consentedAt: now, version: keepCard } }),
    status: 'sending',
    startedAt: now,
    // A request without a form is not asked about before its own answer came, or did not.
    ...(isForm(method) && { asking: { since: now, pace: 'waiting' as const } }),
  }
  const before = state.attempts.map((former) => superseded(former, now))
  const order = isHeld ? held(state) : state
  return { ...order, attempts: [...before, attempt], ...(pageUrl && { pageUrl }) }
}

/** What is held for a form that the shopper leaves behind stays reserved as it was; else the attempt begins anew. */
const held = (state: OrderState): OrderState =>
  state.claim || (state.holdsLimit === true && state.attempts.some(isFormOpen)) ? state : newlyHeld(state)

/** The shopper leaves an attempt behind that may still be paid: it is followed for a while. */
const superseded = (attempt: Attempt, now: number): Attempt =>
  isDecided(attempt.status) || attempt.superseded
    ? attempt
    : { ...attempt, superseded: true, asking: { since: now, pace: 'waiting' } }

/**
 * Nobody can pay at a form whose address got lost, and nobody can be asked about a recurring payment. Any other request
 * may have moved money, so it is asked about.
 */
export function silent(attempt: Attempt, now: number): Attempt {
  if (isForm(attempt.method)) return { ...attempt, ...LOST }
  return attempt.method === 'recurring-payment'
    ? { ...withoutAsking(attempt), ...LOST, status: 'unknown' }
    : underWay(attempt, now)
}

/** Where the answer names another transaction than a callback did, there are two: the other is asked about as well. */
export function withAccepted(state: OrderState, event: Accepted, now: number): OrderState {
  const { attempt: number, gatewayId } = event
  const before = state.attempts[number - 1]
  const told = change(state, number, (attempt) => accepted(attempt, event, now))
  const after = told.attempts[number - 1]
  if (!before || !after) return state
  const taken = isFormOpen(after) && !isFormOpen(before) ? formTaken(told, now) : told
  return [before.gatewayId, gatewayId].reduce((all, id) => withUnmatched(all, after, { id, now }), taken)
}

/** A late answer tells the names of what was created, and no more: the order may have gone on. */
function accepted(attempt: Attempt, event: Accepted, now: number): Attempt {
  const { gatewayId, serialNumber, redirectUrl, redirectFrame } = event
  const known = { ...attempt, gatewayId, ...(serialNumber ? { serialNumber } : {}) }
  if (!isForm(attempt.method)) return acceptedDirectly(attempt, known, event, now)
  const isAwaited = attempt.status === 'sending'
  if (!isAwaited && (attempt.status !== 'lost' || attempt.gatewayId)) return attempt
  if (!isAwaited || !redirectUrl) return { ...known, ...LOST }
  return { ...known, status: 'redirect', redirectUrl, ...(redirectFrame && { redirectFrame }) }
}

/** What somebody declared not to be accepted, and was, is followed again. */
function acceptedDirectly(attempt: Attempt, known: Attempt, event: Accepted, now: number): Attempt {
  if (attempt.status !== 'sending' && !wasDeclaredNotAccepted(attempt))
    return attempt.gatewayId ? attempt : known
  const moving = underWay(known, now)
  return event.step ? withStep(moving, event.step, now) : moving
}

/** A recurring payment is no transaction: nobody is asked about it. */
export function registered(state: OrderState, event: Registered): OrderState {
  const { attempt: number, gatewayId, recurringPaymentId } = event
  const isAsked = state.attempts[number - 1]?.method === 'recurring-payment'
  if (state.payment !== undefined || !isAsked) return state
  const decided = change(state, number, ({ error: _, ...attempt }) => ({
    ...withoutAsking(attempt),
    status: 'approved',
    ...(gatewayId && { gatewayId }),
  }))
  return { ...decided, payment: number, recurringPaymentId }
}
