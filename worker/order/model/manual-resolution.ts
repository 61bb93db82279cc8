/** A merchant's word that the gateway never took what is in doubt. Pure: no clock, no storage, no network. */
import { isInDoubt } from '../../../shared/order-status.ts'
import { change } from './attempts.ts'
import type { NotAccepted } from './events.ts'
import { changeFollowUp } from './follow-up-transition.ts'
import { uncertainFollowUp } from './follow-ups.ts'
import { isNeverSettled } from './polling-exhausted.ts'
import type { Attempt, FollowUp, OrderState } from './state.ts'

/** What may be declared: its answer was lost and the gateway has not named it since, or it was never settled. */
export interface Doubt {
  readonly attempt?: Attempt
  readonly followUp?: FollowUp
}

/** Finds what is in doubt: a follow-up before an attempt, since only a paid order has one. */
export function doubtOf(state: OrderState): Doubt | undefined {
  const followUp = uncertainFollowUp(state)
  if (followUp) {
    const isOpen = !followUp.serialNumber || isNeverSettled(followUp)
    // What was refused is in doubt until the gateway says what became of it, which it may never do.
    const isDoubtful = followUp.status === 'unknown' || followUp.refusal !== undefined
    return isDoubtful && isOpen ? { followUp } : undefined
  }
  const attempt = state.attempts.findLast(
    (one) =>
      (one.status === 'processing' || isInDoubt(one.status)) && (!one.gatewayId || isNeverSettled(one)),
  )
  return attempt && { attempt }
}

/**
 * Writes the declaration down. An attempt is asked about all the same, in case the merchant is wrong; a follow-up is
 * not, since the totals that would tell move with the next one.
 */
export function notAccepted(state: OrderState, { by }: NotAccepted): OrderState {
  const doubt = doubtOf(state)
  const declared = { status: 'error', error: { code: 'not-accepted', declaredBy: by } } as const
  if (doubt?.followUp)
    return changeFollowUp(state, doubt.followUp.number, ({ asking: _, refusal: __, ...before }) => ({
      ...before,
      ...declared,
    }))
  return doubt?.attempt
    ? change(state, doubt.attempt.number, (before) => ({ ...before, ...declared }))
    : state
}
