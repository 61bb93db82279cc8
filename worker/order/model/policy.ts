/** The decisions that an order's safety stands on, in one place, so that a test can show what each is good for. */
import type { OrderEvent } from './events.ts'
import { admitFollowUp } from './follow-ups.ts'
import { admitPayment } from './payment-admission.ts'
import { dueJobs } from './schedule.ts'
import { transition } from './transition.ts'

/** What is decided, and by what. All of it is pure. */
export interface Policy {
  readonly transition: typeof transition
  readonly dueJobs: typeof dueJobs
  readonly admitPayment: typeof admitPayment
  readonly admitFollowUp: typeof admitFollowUp
  /** Whether an event is on disk before anything is done about it. */
  readonly isStoredFirst: (event: OrderEvent) => boolean
  /** The name under which something is told: the same for every try, so that repeats are dropped. */
  readonly notificationId: (id: string) => string
}

/** The only policy there is outside of tests. */
export const POLICY: Policy = {
  transition,
  dueJobs,
  admitPayment,
  admitFollowUp,
  isStoredFirst: () => true,
  notificationId: (id) => id,
}
