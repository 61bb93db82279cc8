import type { CallbackQueue } from './callback-queue.ts'
import type { Clock } from './clock.ts'
import type { Deadlines } from './deadlines.ts'
import type { FaultRules } from './fault-rules.ts'
import type { Nonces } from './nonces.ts'
import type { Overtaking } from './overtaking.ts'
import type { Records } from './records.ts'
import type { RecurringPayments } from './recurring-payments.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'

/** What every part of the gateway works with. All of it is synchronous, so one request is one step. */
export interface Backend {
  readonly store: Store
  readonly records: Records
  readonly nonces: Nonces
  readonly recurringPayments: RecurringPayments
  readonly callbacks: CallbackQueue
  readonly deadlines: Deadlines
  readonly overtaking: Overtaking
  readonly faults: FaultRules
  readonly settings: Settings
  readonly clock: Clock
  /** Milliseconds since the epoch, by the sandbox's clock. */
  readonly now: () => number
}
