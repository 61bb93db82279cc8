/** Everything that a call, a webhook or a receipt may fail with: a closed union, told apart by `code`. */
import type { Problem, ProblemCode } from './contract.generated.ts'

/**
 * The edge refused the request. `code` is that of the edge, or `unknown-problem` for one that this version does not know:
 * `problem.code` has it.
 *
 * `gateway-refused` is not the last word on a follow-up: should the gateway have moved the money all the same, the edge corrects
 * the follow-up within a day, and sends the webhook `follow-up.settled` once more.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly code: ProblemCode | 'unknown-problem'
  /** HTTP status. */
  readonly status: number
  /** What the edge said, with the order as it stands where that explains the refusal. */
  readonly problem: Problem

  constructor(operation: string, code: RefusedError['code'], problem: Problem) {
    super(
      `${operation}: the edge refused with ${problem.code} (${problem.status}), support id ${problem.supportId}`,
    )
    this.code = code
    this.status = problem.status
    this.problem = problem
  }
}

/** What is known of a call that ended without a certain answer. */
interface Uncertainty {
  readonly tries: number
  /** HTTP status of the answer to the last try, be it the edge's or a proxy's. Absent: none came. */
  readonly status?: number
  /** What the edge said to the last try. An earlier one, whose answer was lost, may have acted or may still act. */
  readonly refusal?: Problem
  readonly cause?: unknown
}

/**
 * Nobody can tell whether the deed was done: an answer was lost and no later one was certain, or the edge was too busy or too
 * broken to decide. It has not failed. Call again with the same name, also much later and from another machine: that does
 * nothing twice, and an answer without an error is certain at once.
 *
 * A `RefusedError` of the next call is not, since that call does not know of the lost try, which a proxy may still hold and
 * deliver. Within five minutes of this error believe only `gateway-refused`, `key-reused` and `reference-reused`. After any
 * other code call again once the five minutes are over.
 */
export class UncertainError extends Error {
  override readonly name = 'UncertainError'
  readonly code = 'uncertain'
  readonly operation: string
  readonly tries: number
  readonly status?: number
  readonly refusal?: Problem

  constructor(operation: string, { tries, status, refusal, cause }: Uncertainty) {
    super(`${operation}: uncertain after ${tries} tries; repeat it with the same name`, { cause })
    this.operation = operation
    this.tries = tries
    if (status !== undefined) this.status = status
    if (refusal) this.refusal = refusal
  }
}

/** A request that only reads was not answered: the edge cannot be reached, or is too busy or too broken. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly code = 'unreachable'
  readonly operation: string
  readonly status?: number
  readonly refusal?: Problem

  constructor(operation: string, { tries, status, refusal, cause }: Uncertainty) {
    super(`${operation}: not answered in ${tries} tries${refusal ? `, ${refusal.code} at last` : ''}`, {
      cause,
    })
    this.operation = operation
    if (status !== undefined) this.status = status
    if (refusal) this.refusal = refusal
  }
}

/**
 * - `webhook-malformed`, `receipt-malformed`: it is none
 * - `webhook-forged`, `receipt-forged`: no secret or key of yours signed it
 * - `webhook-outdated`, `receipt-outdated`: its time is too far from the clock
 * - `receipt-foreign`: another edge signed it
 */
export type VerificationCode =
  | 'webhook-malformed'
  | 'webhook-forged'
  | 'webhook-outdated'
  | 'receipt-malformed'
  | 'receipt-forged'
  | 'receipt-outdated'
  | 'receipt-foreign'

/** A webhook or a receipt that must not be believed. The code is for your log: tell a stranger nothing. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError'
  readonly code: VerificationCode

  constructor(code: VerificationCode) {
    super(code)
    this.code = code
  }
}

/** Every error of this package. A wrong argument is a `TypeError`; your own `AbortSignal` throws its reason. */
export type PayError = RefusedError | UncertainError | UnreachableError | VerificationError

/** Whether this package threw it, so that a `switch` over its `code` can be exhaustive. */
export const isPayError = (error: unknown): error is PayError =>
  error instanceof RefusedError ||
  error instanceof UncertainError ||
  error instanceof UnreachableError ||
  error instanceof VerificationError
