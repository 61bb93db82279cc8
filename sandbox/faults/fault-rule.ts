import type { TransactionType } from '../store/transaction.ts'

/** How another shop's order can have ended. */
export const OTHER_STATUSES = ['approved', 'declined', 'processing'] as const
type OtherStatus = (typeof OTHER_STATUSES)[number]

/** What becomes of a request: faults say which of these they have. */
export const CONSEQUENCES = ['acts', 'used-name', 'older-id', 'lost', '400', '502', 'dropped'] as const
export type Consequence = (typeof CONSEQUENCES)[number]

/** Which callbacks of a request that was carried out twice get lost; `swapped`: the second one comes first. */
export const TWIN_CALLBACKS = ['first-lost', 'second-lost', 'both-lost', 'swapped'] as const
export type TwinCallbacks = (typeof TWIN_CALLBACKS)[number]

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
  /** The other shop's name for its order: the request's own, or only what is before its first full stop. Default: `exact`. */
  readonly name?: 'exact' | 'bare'
  /** Whether the other shop ordered before the request came, or just after it. Default: `older`. */
  readonly age?: 'older' | 'newer'
  /** How the other shop's order ended. Default: `approved`. */
  readonly status?: OtherStatus
  /** What the other shop's order is. Default: what the request would make. */
  readonly type?: TransactionType
  /** What becomes of the request, or of its answer. Default: `acts`. */
  readonly consequence?: Consequence
  /** Whose order a wrong answer is about: one of this account, or one that another shop made there. Default: `shop`. */
  readonly whose?: 'shop' | 'other'
  /** A follow-up shows after so many status requests. */
  readonly readings?: number
  /** What becomes of the callbacks where a request is carried out twice. Default: both arrive. */
  readonly callbacks?: TwinCallbacks
}
