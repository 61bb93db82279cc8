/** Until when an order takes attempts. */
import { isFinal } from '../../../shared/order-status.ts'
import { accepted, type Result, refused } from '../../../shared/result.ts'
import { isOver } from './attempts.ts'
import type { ExpiryChanged } from './events.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'

/** A session takes attempts for 180 days at most: invoices are paid late. The edge follows each attempt for 30 days from its start. */
export const MAX_SESSION_SECONDS = 180 * 24 * 3600

/** An earlier end is a cancellation, and a person who has just opened the page still pays. */
const MIN_MS = 60_000

/** Requests that are remembered, so that a late repeat of an older one does not undo a newer one. */
const MAX_REQUESTS = 8

/** Why an end cannot be moved. `expiry-invalid`: too soon, or too late. */
type Objection = 'key-reused' | 'follow-up-impossible' | 'order-final' | 'expiry-invalid'

/**
 * Whether the end of a request may be moved. An attempt under way is no obstacle: it goes on after the end as before.
 *
 * @param now Milliseconds since the epoch.
 */
export function judgeExpiry(
  state: OrderState,
  { key, expiresAt }: Omit<ExpiryChanged, 'type'>,
  now: number,
): Result<'new' | 'repeat', Objection> {
  const { terms, expiryChange: { requests = [] } = {} } = state
  const former = requests.find((one) => one.key === key)
  if (former) return former.expiresAt === expiresAt ? accepted('repeat') : refused('key-reused')
  if (!terms.isRequest) return refused('follow-up-impossible')
  // Between its end and its alarm an order takes no attempts either.
  if (isOver(state) || isFinal(statusOf(state)) || now >= terms.expiresAt) return refused('order-final')
  const isPossible = expiresAt >= now + MIN_MS && expiresAt <= terms.openedAt + MAX_SESSION_SECONDS * 1000
  return isPossible ? accepted('new') : refused('expiry-invalid')
}

/** Moves the end. The same end under another key is no change of it. */
export function expiryChanged(state: OrderState, event: ExpiryChanged, now: number): OrderState {
  const verdict = judgeExpiry(state, event, now)
  if (!verdict.ok || verdict.value === 'repeat') return state
  const { terms, expiryChange } = state
  const { key, expiresAt } = event
  const requests = [...(expiryChange?.requests ?? []), { key, expiresAt }].slice(-MAX_REQUESTS)
  const isSame = expiresAt === terms.expiresAt
  const at = isSame ? (expiryChange?.at ?? terms.openedAt) : now
  return { ...state, terms: { ...terms, expiresAt }, expiryChange: { at, requests } }
}

/** Ends an order. An alarm that was set for a former end ends nothing. */
export const expired = (state: OrderState, now: number): OrderState =>
  state.expired || (state.expiryChange && now < state.terms.expiresAt) ? state : { ...state, expired: true }
