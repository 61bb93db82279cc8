/** A rule that a test sets: what goes wrong, and when. `run-faults.ts` says where to add a fault. */
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
