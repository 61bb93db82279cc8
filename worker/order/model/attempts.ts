/** Attempts of an order, looked at and replaced. Pure: no clock, no storage, no network. */

import { isForm } from './methods.ts'
import type { Attempt, AttemptStatus, OrderState } from './state.ts'

const FINAL: readonly AttemptStatus[] = ['approved', 'declined', 'filtered', 'error']

/** Whether the gateway will not change its mind about an attempt, reconciliation and chargebacks apart. */
export const isDecided = ({ status }: Attempt) => FINAL.includes(status)

/** Money may have moved, and nobody knows yet: such an attempt speaks for its order, also when superseded. */
const isUncertain = ({ status }: Attempt) => ['method', 'challenge', 'processing', 'unknown'].includes(status)

/** The attempt that the order's status follows. */
export const leadingAttempt = ({ attempts }: OrderState) => attempts.findLast(isUncertain) ?? attempts.at(-1)

/** Replaces one attempt; the very same state comes back if the attempt stays as it is or does not exist. */
export function change(state: OrderState, number: number, edit: (attempt: Attempt) => Attempt): OrderState {
  const attempt = state.attempts[number - 1]
  const after = attempt && edit(attempt)
  return after === attempt || !after ? state : { ...state, attempts: state.attempts.with(number - 1, after) }
}

/** Whether an order takes no more attempts: it is paid, or was given up, or its time is over. */
export const isOver = ({ payment, cancelled, expired }: OrderState) =>
  payment !== undefined || !!cancelled || !!expired

/** The answer to its request never came. */
export const LOST = { status: 'lost', error: { code: 'gateway-silent' } } as const

/** The gateway works on it, so it is asked about eagerly. */
export const underWay = ({ error: _, ...attempt }: Attempt, now: number): Attempt => ({
  ...attempt,
  status: 'processing',
  asking: { since: now, pace: 'active' },
})

/** Somebody declared that the gateway never took it, or it seemed to know of nothing; the gateway knows better. */
export const isWrittenOff = ({ error, method }: Attempt) =>
  error?.code === 'not-accepted' || (error?.code === 'refused' && !isForm(method))

/** The attempt, not asked about any more. */
export const withoutAsking = ({ asking: _, ...attempt }: Attempt): Attempt => attempt
