/** Whether an order needs a person. */
import { uncertainFollowUp } from './follow-ups.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'

/**
 * Tells whether something cannot be settled by asking: an outcome that contradicts itself, a charge too many, a
 * transaction that the order did not start and that is not known yet, a follow-up of which nobody knows whether it
 * happened, a payment about which the offer's counter is silent, or a merchant who could not be told.
 */
export function needsAttention(state: OrderState): boolean {
  const isContradicted =
    statusOf(state) === 'unknown' || state.attempts.some(({ status }) => status === 'unknown')
  // A verification takes nothing.
  const hasSurplus =
    state.terms.intent !== 'verify' &&
    state.transactions.some(({ surplus, reversed }) => surplus && !reversed)
  const isStranger = state.foreign.some(({ asking }) => asking)
  const isInDoubt = uncertainFollowUp(state)?.status === 'unknown'
  // A few milliseconds of waiting are none, so that no listing comes and goes with them.
  const isUnanswered = state.claim?.isOverdue === true
  return isContradicted || hasSurplus || isInDoubt || isStranger || isUnanswered || state.unheard === true
}
