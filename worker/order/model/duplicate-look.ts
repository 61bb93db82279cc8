/**
 * Looks for a further transaction under the name of an attempt that was decided, or is in doubt. A proxy may have sent the
 * request twice, and no callback may tell of the second. A look counts only if its answer names this order; any other is
 * repeated.
 */
import type { Times } from '../../config/durations.ts'
import { change } from './attempts.ts'
import type { Looked } from './events.ts'
import { isForm } from './methods.ts'
import { withMisnamed, withoutMisnamed } from './misnamed-answers.ts'
import { pollDue } from './polling.ts'
import { subjectOf } from './report-subject.ts'
import { reported } from './reports.ts'
import { refTo } from './request-ref.ts'
import type { Attempt, OrderState } from './state.ts'
import { withUnmatched } from './unmatched-transactions.ts'

/**
 * Since when there has been something to look for, in milliseconds since the epoch. An attempt in doubt whose transaction is
 * known is asked about by that one's identifier, which never tells of a second one.
 */
export const lookSince = ({ decidedAt, status, gatewayId, asking }: Attempt): number | undefined =>
  decidedAt ?? (status === 'unknown' && gatewayId !== undefined ? asking?.since : undefined)

/** Names the looks for one decision of an attempt, or one doubt. Another decision needs others. */
export const lookKey = (attempt: Attempt): string => `look ${attempt.number} ${lookSince(attempt)}`

/** Applies the answer to a look. */
export function looked(
  state: OrderState,
  { attempt: number, report, spanMs }: Looked,
  now: number,
): OrderState {
  const attempt = state.attempts[number - 1]
  if (!attempt || lookSince(attempt) === undefined) return state
  const key = lookKey(attempt)
  const subject = subjectOf(attempt, report)
  if (subject === 'nobody' || subject === 'other-order') return withMisnamed(state, key, { now, spanMs })
  const counted = withLook(withoutMisnamed(state, key), number, now)
  if (subject === 'another') return withUnmatched(counted, attempt, { id: report.gatewayId, now })
  // The gateway had never named the attempt's own transaction. So this is what its status should have told.
  return attempt.gatewayId === undefined && report.gatewayId !== undefined
    ? reported(counted, { type: 'reported', ...refTo('attempt', number), report }, now)
    : counted
}

const withLook = (state: OrderState, number: number, now: number): OrderState =>
  change(state, number, (attempt) => (attempt.lookedAt === now ? attempt : { ...attempt, lookedAt: now }))

/** The later look comes about this long after the decision. An alarm that comes a little early serves it too. */
export const laterLookAfter = ({ activeFor, activeEvery }: Times): number => activeFor - activeEvery

/**
 * The gateway's reports may lag behind, so a request that charges by itself gets a later look. One that opened a form
 * charges nothing, and a second form has an address that nobody knows: there one answer suffices.
 */
const lastLookAfter = ({ method }: Attempt, times: Times) => (isForm(method) ? 0 : laterLookAfter(times))

/**
 * When the order has to look again, in milliseconds since the epoch; `undefined` once it has looked as often as it has to,
 * or the gateway has not given a usable answer for a day. That it looked is in memory alone until the next change is
 * written: an order that forgets it looks once more.
 *
 * @param askedAt When it last tried, as far as the object remembers.
 */
export function lookDue(attempt: Attempt, askedAt: number | undefined, times: Times): number | undefined {
  const { lookedAt = 0 } = attempt
  const since = lookSince(attempt)
  if (since === undefined || askedAt === Number.POSITIVE_INFINITY) return undefined
  if (lookedAt >= since + lastLookAfter(attempt, times)) return undefined
  if (askedAt === undefined) return since + times.activeEvery
  if (lookedAt >= since && lookedAt >= askedAt) return since + times.activeFor
  const due = pollDue({ asking: { since, pace: 'active' } }, askedAt, times)
  return due === undefined || due > since + times.hoursFor ? undefined : due
}
