/** What an attempt's request, and the gateway's reply to it, make of an order. */
import { isDecided } from '../../../shared/order-status.ts'
import { change, LOST, lasting, underWay, wasDeclaredNotAccepted, withoutAsking } from './attempts.ts'
import type { AttemptAccepted, Attempted, Lost, Refused, Registered } from './events.ts'
import { isForm } from './methods.ts'
import { formTaken, isFormOpen, newlyHeld } from './reservation.ts'
import type { Attempt, OrderState } from './state.ts'
import { withStep } from './three-ds-steps.ts'
import { refused } from './unconfirmed-refusal.ts'
import { withUnmatched } from './unmatched-transactions.ts'

/** Adds the attempt whose request goes out next. The shopper leaves all former ones. */
export function attempted(
  state: OrderState,
  {
    key,
    clientOrderId,
    method,
    destination,
    bodyDigest,
    shownIn,
    pageUrl,
    returnUrl,
    keepCard,
    exchange,
    isHeld,
  }: Attempted,
  now: number,
): OrderState {
  const number = state.attempts.length + 1
  const attempt: Attempt = {
    number,
    clientOrderId,
    key,
    method,
    destination,
    ...(bodyDigest && { bodyDigest }),
    ...(shownIn && { shownIn }),
    ...(returnUrl && { returnUrl }),
    ...(keepCard && { keepCard: { consentedAt: now, version: keepCard } }),
    ...(exchange !== undefined && { exchange }),
    status: 'sending',
    startedAt: now,
    // The order does not poll for a request without a form before its reply came, or got lost.
    ...(isForm(method) && { asking: { since: now, pace: 'waiting' as const } }),
  }
  const before = state.attempts.map((former) => superseded(former, now))
  const order = lasting(isHeld ? held(state) : state)
  return { ...order, attempts: [...before, attempt], ...(pageUrl && { pageUrl }) }
}

/** The reservation for a form that the shopper leaves stays as it was. Otherwise it begins with this attempt. */
const held = (state: OrderState): OrderState =>
  state.waitingApproval || (state.holdsUnits === true && state.attempts.some(isFormOpen))
    ? state
    : newlyHeld(state)

/** The shopper leaves an attempt that may still be paid, so the order polls for it for a while. */
const superseded = (attempt: Attempt, now: number): Attempt =>
  isDecided(attempt.status) || attempt.superseded
    ? attempt
    : { ...attempt, superseded: true, asking: { since: now, pace: 'waiting' } }

/** Its shopper gives up an attempt that may still be paid: the order polls for it, and takes others. */
export const attemptCancelled = (state: OrderState, number: number, now: number): OrderState =>
  change(state, number, (attempt) =>
    isDecided(attempt.status) || attempt.cancelled
      ? attempt
      : { ...superseded(attempt, now), cancelled: true },
  )

/** Applies the reply to an attempt's request, or its loss. A late one brings identifiers alone. */
export function attemptAnswered(
  state: OrderState,
  event: AttemptAccepted | Refused | Lost,
  now: number,
): OrderState {
  if (event.type === 'accepted') return withAccepted(state, event, now)
  return change(state, event.number, (attempt) => {
    if (attempt.status !== 'sending') return attempt
    return event.type === 'refused' ? refused(attempt, event, now) : silent(attempt, now)
  })
}

/**
 * The reply was lost. Nobody can pay at a form whose address got lost, and the gateway cannot be asked about a
 * recurring payment. Any other request may have moved money, so the order polls for it.
 */
function silent(attempt: Attempt, now: number): Attempt {
  if (isForm(attempt.method)) return { ...attempt, ...LOST }
  return attempt.method === 'recurring-payment'
    ? { ...withoutAsking(attempt), ...LOST, status: 'unknown' }
    : underWay(attempt, now)
}

/**
 * If the reply names another transaction than a callback did, there are two. The order polls for the other one as well.
 */
function withAccepted(state: OrderState, event: AttemptAccepted, now: number): OrderState {
  const { number, gatewayId } = event
  const before = state.attempts[number - 1]
  const answered = change(state, number, (attempt) => accepted(attempt, event, now))
  const after = answered.attempts[number - 1]
  if (!before || !after) return state
  const taken = isFormOpen(after) && !isFormOpen(before) ? formTaken(answered, now) : answered
  return [before.gatewayId, gatewayId].reduce(
    (all, id) => withUnmatched(all, after, { id, now, isVouched: true }),
    taken,
  )
}

/** A late reply brings identifiers alone, since the order may have gone on. */
function accepted(attempt: Attempt, event: AttemptAccepted, now: number): Attempt {
  const { gatewayId, serialNumber, redirectUrl, redirectFrame } = event
  // A number alone may be that of another transaction than the one which a callback names.
  const known = gatewayId ? { ...attempt, gatewayId, ...(serialNumber && { serialNumber }) } : attempt
  if (!isForm(attempt.method)) return acceptedDirectly(attempt, known, event, now)
  const isAwaited = attempt.status === 'sending'
  if (!isAwaited && (attempt.status !== 'lost' || attempt.gatewayId)) return attempt
  if (!isAwaited || !redirectUrl) return { ...known, ...LOST }
  return { ...known, status: 'redirect', redirectUrl, ...(redirectFrame && { redirectFrame }) }
}

/** The gateway did accept a request that was declared not accepted. The order polls for it again. */
function acceptedDirectly(attempt: Attempt, known: Attempt, event: AttemptAccepted, now: number): Attempt {
  if (attempt.status !== 'sending' && !wasDeclaredNotAccepted(attempt))
    return attempt.gatewayId ? attempt : known
  const moving = underWay(known, now)
  return event.step ? withStep(moving, event.step, now) : moving
}

/** A recurring payment is no transaction, so the gateway cannot be asked about it. */
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
