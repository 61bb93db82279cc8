/** Attempts of an order, looked at and replaced. */

import { isInDoubt, isPending } from '../../../shared/order-status.ts'
import { isForm } from './methods.ts'
import type { Attempt, OrderState } from './state.ts'

/** The gateway has it and has not decided, or does not know. */
export const isUnresolved = ({ status }: Attempt) => isPending(status) || isInDoubt(status)

/** The attempt that the order's status follows: one that may yet take money, also when superseded, before the last. */
export const leadingAttempt = ({ attempts }: OrderState) => attempts.findLast(isUnresolved) ?? attempts.at(-1)

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
export const wasDeclaredNotAccepted = ({ error, method }: Attempt) =>
  error?.code === 'not-accepted' || (error?.code === 'refused' && !isForm(method))

/** The attempt, not asked about any more. */
export const withoutAsking = ({ asking: _, ...attempt }: Attempt): Attempt => attempt
