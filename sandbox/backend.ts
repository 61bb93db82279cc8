import type { CallbackQueue } from './callback-queue.ts'
import type { FaultRules } from './fault-rules.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'

/** What every part of the gateway works with. All of it is synchronous, so one request is one step. */
export interface Backend {
  readonly store: Store
  readonly callbacks: CallbackQueue
  readonly faults: FaultRules
  readonly settings: Settings
  /** Milliseconds since the epoch. */
  readonly now: () => number
}
