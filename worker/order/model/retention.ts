/** When an order is to be erased: first its shopper's data, then itself. */
import { isUncertain } from '../../../shared/order-status.ts'
import type { Times } from '../../config/durations.ts'
import type { Queue } from '../../outbox/notification-queue.ts'
import { lastChange } from './erasure.ts'
import { needsAttention } from './needs-attention.ts'
import type { OrderState } from './state.ts'

/** A job that erases the shopper's data, or the order itself. */
export interface RetentionJob {
  readonly type: 'erase-personal' | 'erase-core'
}

/**
 * These make up for an object that died, or did not write down that it did them. They wait for nothing, and go on. A mail to
 * the shopper that cannot be sent keeps none of their data.
 */
const MAKING_UP: readonly string[] = ['look', 'settle-units', 'index', 'mail']

/** What else an order has to do, and to tell. */
interface Unfinished {
  readonly others: readonly { readonly job: { readonly type: string } }[]
  readonly queue: Queue
}

/**
 * Lists the next erasure, if nothing else is left to do. Never while money is uncertain, a duplicate charge is not given
 * back, or the merchant does not know of something.
 *
 * @returns At most one job, and when it is due in milliseconds since the epoch.
 */
export function retentionJobs(
  state: OrderState,
  { others, queue }: Unfinished,
  { personalKept, coreKept }: Times,
): { readonly at: number; readonly job: RetentionJob }[] {
  const isBusy = others.some(({ job }) => !MAKING_UP.includes(job.type))
  if (isBusy || queue.length > 0 || !isAtRest(state)) return []
  const since = lastChange(state)
  return state.erased
    ? [{ at: since + coreKept, job: { type: 'erase-core' } }]
    : [{ at: since + personalKept, job: { type: 'erase-personal' } }]
}

/**
 * An order that nobody tried to pay is deleted as a whole, unless it is a payment request, which the list shows; and of one
 * that was erased nothing is left to erase.
 */
const isAtRest = (state: OrderState) =>
  (state.attempts.length > 0 || state.terms.isRequest === true) &&
  !state.tombstone &&
  !state.waitingApproval &&
  ![...state.attempts, ...state.followUps].some(({ status }) => isUncertain(status)) &&
  !needsAttention(state)
