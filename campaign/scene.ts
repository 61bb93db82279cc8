import type { FormWalker } from '../e2e/support/form-walker.ts'
import type { Addresses } from '../scripts/stack/addresses.ts'
import type { Caller } from './edge-client.ts'
import { OrderWatch } from './order-watch.ts'
import type { Plan } from './plan.ts'

/** Where orders are made, and by whom. */
export interface Scene {
  readonly addresses: Addresses
  readonly merchantKey: string
  readonly caller: Caller
  readonly walker: FormWalker
}

/** One order that was made, with all that its merchant and shopper know of it. */
export interface Made {
  readonly plan: Plan
  readonly reference: string
  /** Missing where the edge never opened it. */
  readonly watch?: OrderWatch
  /** What was wanted afterwards: each once, however often it was asked for. */
  readonly wanted: WantedFollowUp[]
}

/** A wish with the keys under which it was asked for. */
export interface WantedFollowUp {
  readonly kind: string
  readonly amountMinor?: number
  readonly isTwice: boolean
}

/** Begins to watch an order that the edge has opened. */
export const watchOf = (scene: Scene, id: string, reference: string) =>
  new OrderWatch({ id, reference }, scene)
