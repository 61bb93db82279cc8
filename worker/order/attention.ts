/** Whether an order needs a person. Pure: no clock, no storage, no network. */
import { unsettled } from './follow-ups.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './view.ts'

/**
 * Tells whether something cannot be settled by asking: an outcome that contradicts itself, a charge too many, a
 * transaction that the order did not start and that is not known yet, or a follow-up of which nobody knows whether it happened.
 */
export function needsAttention(state: OrderState): boolean {
  const isContradicted = statusOf(state) === 'unknown'
  // A verification too many took nothing.
  const isFree = state.terms.intent === 'verify'
  const hasSurplus = !isFree && state.transactions.some(({ surplus, reversed }) => surplus && !reversed)
  const isStranger = state.foreign.some(({ asking }) => asking)
  const isInDoubt = unsettled(state)?.status === 'unknown'
  return isContradicted || hasSurplus || isInDoubt || isStranger
}
