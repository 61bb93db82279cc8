/** Decides what an order becomes. Pure: no clock, no storage, no network. */

import { change, isDecided, withoutAsking } from './attempts.ts'
import type { Accepted, Attempted, OrderEvent, Woken } from './events.ts'
import { reported } from './reports.ts'
import type { Attempt, OrderState, OrderTerms } from './state.ts'

/** Foreign identifiers that are kept; a flood of them says no more than these. */
const MAX_FOREIGN = 20

/** An order that was just opened. */
export const opened = (terms: OrderTerms): OrderState => ({
  terms,
  attempts: [],
  transactions: [],
  capturedMinor: 0,
  returnedMinor: 0,
  forged: 0,
  foreign: [],
  seq: 1,
  updatedAt: terms.openedAt,
})

/**
 * Applies one event.
 *
 * @param now Milliseconds since the epoch.
 * @returns The new state, or the very same one if the event changes nothing, so that repeats are free.
 */
export function transition(state: OrderState, event: OrderEvent, now: number): OrderState {
  const after = apply(state, event, now)
  return after === state ? state : { ...after, seq: state.seq + 1, updatedAt: now }
}

function apply(state: OrderState, event: OrderEvent, now: number): OrderState {
  switch (event.type) {
    case 'attempted':
      return attempted(state, event, now)
    case 'accepted':
      return change(state, event.attempt, (attempt) => accepted(attempt, event))
    case 'refused':
      return change(state, event.attempt, (attempt) =>
        attempt.status === 'sending' ? refused(attempt) : attempt,
      )
    case 'reply-lost':
      return change(state, event.attempt, (attempt) =>
        attempt.status === 'sending' ? { ...attempt, ...LOST } : attempt,
      )
    case 'reported':
      return reported(state, event, now)
    case 'woken':
      return woken(state, event, now)
    case 'cancelled':
      return state.cancelled ? state : { ...state, cancelled: true }
    case 'expired':
      return state.expired ? state : { ...state, expired: true }
    case 'limit-wanted':
      return state.holdsLimit ? state : { ...state, holdsLimit: true }
    case 'limit-released':
      return released(state)
  }
}

function attempted(state: OrderState, { key, method, destination }: Attempted, now: number): OrderState {
  const number = state.attempts.length + 1
  const { reference } = state.terms
  const clientOrderId = number === 1 ? reference : `${reference}.${number}`
  const attempt: Attempt = {
    number,
    clientOrderId,
    key,
    method,
    destination,
    status: 'sending',
    startedAt: now,
    asking: { since: now, pace: 'waiting' },
  }
  const before = state.attempts.map((former) => superseded(former, now))
  return { ...state, attempts: [...before, attempt] }
}

/** The shopper leaves an attempt behind that may still be paid: it is followed for a while. */
const superseded = (attempt: Attempt, now: number): Attempt =>
  isDecided(attempt) || attempt.superseded
    ? attempt
    : { ...attempt, superseded: true, asking: { since: now, pace: 'waiting' } }

const LOST = { status: 'lost', error: { code: 'gateway-silent' } } as const

/** Nothing was created, so there is nothing to ask about. */
const refused = (attempt: Attempt): Attempt => ({
  ...withoutAsking(attempt),
  status: 'error',
  error: { code: 'refused' },
})

/** A late answer tells the names of what was created, and no more: the order may have gone on. */
function accepted(attempt: Attempt, { gatewayId, serialNumber, redirectUrl }: Accepted): Attempt {
  const isAwaited = attempt.status === 'sending'
  if (!isAwaited && (attempt.status !== 'lost' || attempt.gatewayId)) return attempt
  const known = { ...attempt, gatewayId, ...(serialNumber ? { serialNumber } : {}) }
  if (!isAwaited || !redirectUrl) return { ...known, ...LOST }
  return { ...known, status: 'redirect', redirectUrl }
}

function woken(state: OrderState, event: Woken, now: number): OrderState {
  const attempt = state.attempts[event.attempt - 1]
  if (!attempt) return state
  const { by, gatewayId, forged = 0 } = event
  const noted = { ...state, forged: state.forged + forged, foreign: withForeign(state, attempt, gatewayId) }
  // Whoever comes back has paid or given up, and whoever is called back for has; only the gateway knows which.
  const isOver = attempt.status === 'redirect' && (by === 'return' || gatewayId !== undefined)
  const pace = paceAfterWake(state, attempt)
  return change(noted, event.attempt, (before) => ({
    ...before,
    ...(isOver ? { status: 'processing' } : {}),
    asking: { since: now, pace, by },
  }))
}

/** What failed may have been paid after all, which is looked into eagerly; what was paid is looked at again. */
function paceAfterWake({ aftermath, payment }: OrderState, attempt: Attempt) {
  const isContested = aftermath === 'unknown' && payment === attempt.number
  if (!isDecided(attempt) || isContested) return 'active'
  return attempt.status === 'approved' ? 'again' : 'doubting'
}

/** The gateway vouches for a transaction that the order did not start, such as a second one under its name. */
function withForeign({ foreign }: OrderState, { gatewayId }: Attempt, named: string | undefined) {
  const isForeign = named && gatewayId && named !== gatewayId && !foreign.includes(named)
  return isForeign ? [...foreign, named].slice(0, MAX_FOREIGN) : foreign
}

const released = (state: OrderState): OrderState => {
  if (!state.holdsLimit) return state
  const { holdsLimit: _, ...rest } = state
  return rest
}
