import type { ProblemCode } from '../../shared/problem.ts'

/** Why a request was refused: a code for whoever asked, and more for the operator's log. */
export interface Refusal {
  readonly code: ProblemCode
  /** Paths such as `billing.city`, where the problem lies in fields. */
  readonly fields?: readonly string[]
  /** The check that failed, for the log only: strangers do not learn which one it was. */
  readonly why?: string
}
