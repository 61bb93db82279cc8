/** What a change of an order adds to the figures of the edge. No order's own data is in them. */
import { isDecided } from '../../../shared/order-status.ts'
import type { Attempt, OrderState } from '../model/state.ts'

interface Kind {
  readonly intent: string
  readonly method: string
}

interface Outcome extends Kind {
  readonly status: string
  /** The gateway's code, or ours; empty for a success. */
  readonly reason: string
}

/** The attempts that began, and those whose outcome became known or changed. */
export interface AttemptFigures {
  readonly begun: readonly Kind[]
  readonly ended: readonly Outcome[]
}

/** Counts what a change brought. */
export function figuresOf(before: OrderState, after: OrderState): AttemptFigures {
  const { intent } = after.terms
  const known = before.attempts.length
  const begun = after.attempts.slice(known).map(({ method }) => ({ intent, method }))
  const ended = after.attempts.filter((attempt) => isNewOutcome(before.attempts[attempt.number - 1], attempt))
  return { begun, ended: ended.map((attempt) => ({ intent, ...outcomeOf(attempt) })) }
}

const isNewOutcome = (before: Attempt | undefined, { status }: Attempt): boolean =>
  before !== undefined && status !== before.status && isDecided(status)

const outcomeOf = ({ method, status, error }: Attempt) => ({
  method,
  status,
  reason: error?.gatewayCode ?? error?.code ?? '',
})
