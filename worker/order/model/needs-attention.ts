/** Whether an order needs a person. */
import { uncertainFollowUp } from './follow-ups.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'

/**
 * Tells whether the order cannot settle something by asking: an outcome that contradicts itself, a duplicate charge, an
 * unmatched transaction that is still unknown, a follow-up that may have happened, a payment while the offer's counter
 * is silent, or a merchant whom the edge could not notify.
 */
export function needsAttention(state: OrderState): boolean {
  const isContradicted =
    statusOf(state) === 'unknown' || state.attempts.some(({ status }) => status === 'unknown')
  // A verification takes nothing.
  const hasSurplus =
    state.terms.intent !== 'verify' &&
    state.transactions.some(({ surplus, reversed }) => surplus && !reversed)
  const isStranger = state.foreign.some(({ asking }) => asking || state.tombstone)
  const isInDoubt = uncertainFollowUp(state)?.status === 'unknown'
  // A few milliseconds of waiting do not count, so that no list entry comes and goes with them.
  const isUnanswered = state.claim?.isOverdue === true
  return (
    isContradicted ||
    hasSurplus ||
    isInDoubt ||
    isStranger ||
    isUnanswered ||
    state.notificationFailed === true
  )
}
