/** Which status may follow which. `docs/architecture.md` draws these tables, and a check holds the drawing against them. */
import type { StatusIn } from '../../../shared/order-status.ts'
import type { AttemptStatus } from './state.ts'

/** A table of statuses: each, and those that it may change to. */
export type StatusFlow<One extends string> = Readonly<Record<One, readonly One[]>>

const DECIDED = ['approved', 'declined', 'filtered', 'error'] as const

/** What an attempt may change to. An attempt begins at `sending`. */
export const ATTEMPT_FLOW: StatusFlow<AttemptStatus> = {
  sending: ['redirect', 'lost', 'method', 'challenge', 'processing', 'unknown', ...DECIDED],
  redirect: ['processing', 'unknown', ...DECIDED],
  lost: ['unknown', ...DECIDED],
  method: ['challenge', 'processing', 'unknown', ...DECIDED],
  challenge: ['method', 'processing', 'unknown', ...DECIDED],
  processing: ['method', 'challenge', 'unknown', ...DECIDED],
  // A report that contradicts the order put it in doubt; the next one may take the doubt away.
  unknown: ['redirect', 'lost', 'method', 'challenge', 'processing', ...DECIDED],
  // A failure is not the last word: the gateway may report another one, or an approval.
  declined: ['filtered', 'error', 'unknown', 'approved'],
  filtered: ['declined', 'error', 'unknown', 'approved'],
  // The gateway goes on with a request that it seemed to have refused, or not to know.
  error: ['declined', 'filtered', 'method', 'challenge', 'processing', 'unknown', 'approved'],
  // Only an approval that is not the payment: the payment's attempt stays approved.
  approved: ['declined', 'filtered', 'error'],
}

/** What a paid order may change to. It begins at `approved`, and never becomes payable again. */
export const PAYMENT_FLOW: StatusFlow<StatusIn<'settled' | 'in-doubt'>> = {
  approved: ['captured', 'partially-returned', 'returned', 'voided', 'charged-back', 'unknown'],
  captured: ['partially-returned', 'returned', 'voided', 'charged-back', 'unknown'],
  'partially-returned': ['returned', 'voided', 'charged-back', 'unknown'],
  // More was captured than the order knew.
  returned: ['partially-returned', 'voided', 'charged-back', 'unknown'],
  voided: ['charged-back', 'unknown'],
  'charged-back': ['voided', 'unknown'],
  unknown: ['approved', 'captured', 'partially-returned', 'returned', 'voided', 'charged-back'],
}
