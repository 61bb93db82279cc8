/** The decisions that an order's safety stands on, in one place, so that a test can show what each is good for. */
import type { OrderEvent } from './events.ts'
import { judgeFollowUp } from './follow-ups.ts'
import { judgeWish } from './payment-admission.ts'
import { dues } from './schedule.ts'
import { transition } from './transition.ts'

/** What is decided, and by what. All of it is pure. */
export interface Policy {
  readonly transition: typeof transition
  readonly dues: typeof dues
  readonly judgeWish: typeof judgeWish
  readonly judgeFollowUp: typeof judgeFollowUp
  /** Whether an event is on disk before anything is done about it. */
  readonly isStoredFirst: (event: OrderEvent) => boolean
  /** The name under which something is told: the same for every try, so that repeats are dropped. */
  readonly notificationId: (id: string) => string
}

/** The only policy there is outside of tests. */
export const POLICY: Policy = {
  transition,
  dues,
  judgeWish,
  judgeFollowUp,
  isStoredFirst: () => true,
  notificationId: (id) => id,
}
