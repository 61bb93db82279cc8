/** The decisions that an order's safety depends on, in one place. Tests take one away and show the damage. */
import type { OrderEvent } from './events.ts'
import { admitFollowUp } from './follow-ups.ts'
import { admitPayment } from './payment-admission.ts'
import { dueJobs } from './schedule.ts'
import { transition } from './transition.ts'

/** Each decision, and the function that makes it. All are pure. */
export interface Policy {
  readonly transition: typeof transition
  readonly dueJobs: typeof dueJobs
  readonly admitPayment: typeof admitPayment
  readonly admitFollowUp: typeof admitFollowUp
  /** Whether an event is on disk before the order acts on it. */
  readonly isStoredFirst: (event: OrderEvent) => boolean
  /** The id of a notification. Every try has the same one, so that the merchant can drop repeats. */
  readonly notificationId: (id: string) => string
  /** Whether a delivery is on disk before the object may leave the memory, so that it is not sent again. */
  readonly isDeliveryWritten: () => boolean
}

/** The only policy outside of tests. */
export const POLICY: Policy = {
  transition,
  dueJobs,
  admitPayment,
  admitFollowUp,
  isStoredFirst: () => true,
  notificationId: (id) => id,
  isDeliveryWritten: () => true,
}
