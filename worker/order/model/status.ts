/** The status of an order. */
import { isFailed, type OrderStatus } from '../../../shared/order-status.ts'
import { leadingAttempt } from './attempts.ts'
import type { OrderState } from './state.ts'
import { takenMinor } from './transactions.ts'

/**
 * The status of an order: that of its payment if there is one, else how the order ended, else that of its leading
 * attempt.
 */
export function statusOf(state: OrderState): OrderStatus {
  if (state.tombstone) return state.tombstone.status
  if (state.payment !== undefined) return settledStatus(state)
  if (state.cancelled) return 'cancelled'
  // Approved, but it is not yet known whether it can be kept.
  if (state.waitingApproval) return 'processing'
  const leading = leadingAttempt(state)
  const status = !leading || leading.cancelled ? 'open' : leading.status
  // An approval that is not the payment is given back, so nothing is paid.
  const shown = status === 'lost' || status === 'approved' ? 'error' : status
  return state.expired && (shown === 'open' || isFailed(shown)) ? 'expired' : shown
}

function settledStatus(state: OrderState): OrderStatus {
  const { laterOutcome, returnedMinor, capturedMinor } = state
  if (laterOutcome) return laterOutcome
  if (returnedMinor > 0) return returnedMinor < takenMinor(state) ? 'partially-returned' : 'returned'
  return capturedMinor > 0 ? 'captured' : 'approved'
}
