import type { Call } from '../api/call.ts'
import type { Reply } from '../api/reply.ts'
import type { Deadlines } from '../store/deadlines.ts'
import type { OrderStore } from '../store/order-store.ts'

/** What goes wrong, and when. */
export interface FaultRule {
  /** An operation, `*` for all operations, or one of `MESSAGE_KINDS`. */
  readonly operation: string
  /** A name from `REQUEST_FAULTS`, `ENCODING_FAULTS` or `MESSAGE_FAULTS`, or `delay`, or `slow-body`. */
  readonly fault: string
  /** The rule is used up after it has made a difference this often. Default: never. */
  readonly times?: number
  /** From 0 to 1. Default: the rule applies to everything that matches. */
  readonly probability?: number
  /** Selects which requests a rule with a probability hits. Default: 0. */
  readonly seed?: number
  /** Limits the rule to merchant order ids that start with this. */
  readonly clientOrderId?: string
  readonly delayMs?: number
  readonly amount?: string
  /** The text that `echo` repeats. */
  readonly text?: string
}

/** The stores that faults read or change. */
export interface FaultStores {
  readonly store: OrderStore
  readonly deadlines: Deadlines
  readonly now: () => number
}

/** The rule that a fault applies, and the stores it works on. */
export interface FaultContext {
  readonly rule: FaultRule
  readonly stores: FaultStores
}

/** Executes a request, with the faults that are further in. */
export type Execute = (call: Call) => Reply

/** A fault wraps the operation: it may execute it with changes, twice or not at all. */
export type RequestFault = (call: Call, execute: Execute, context: FaultContext) => Reply
