import type { CallbackQueue } from './callbacks/callback-queue.ts'
import type { ReorderedCallbacks } from './callbacks/reordered-callbacks.ts'
import type { FaultRules } from './faults/fault-rule-store.ts'
import type { Settings } from './settings.ts'
import type { Nonces } from './signing/nonces.ts'
import type { Clock } from './store/clock.ts'
import type { Deadlines } from './store/deadlines.ts'
import type { OrderStore } from './store/order-store.ts'
import type { Records } from './store/records.ts'
import type { RecurringPayments } from './store/recurring-payments.ts'

/** All stores and settings of the gateway. All of them are synchronous, so each request is one atomic step. */
export interface Backend {
  readonly store: OrderStore
  readonly records: Records
  readonly nonces: Nonces
  readonly recurringPayments: RecurringPayments
  readonly callbacks: CallbackQueue
  readonly deadlines: Deadlines
  readonly reordered: ReorderedCallbacks
  readonly faults: FaultRules
  readonly settings: Settings
  readonly clock: Clock
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly now: () => number
}
