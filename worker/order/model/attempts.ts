/** Reads and replaces the attempts of an order. */
import { isInDoubt, isPending } from '../../../shared/order-status.ts'
import { isForm } from './methods.ts'
import type { Attempt, OrderState } from './state.ts'

/** The gateway has the request and has not decided, or does not know. */
export const isUnresolved = ({ status }: Attempt) => isPending(status) || isInDoubt(status)

/**
 * The attempt whose status the order shows: one that may yet take money, even if superseded, else the last. What an attempt
 * takes that its shopper cancelled is given back, so it leads no more.
 */
export const leadingAttempt = ({ attempts }: OrderState) =>
  attempts.findLast((one) => isUnresolved(one) && !one.cancelled) ?? attempts.at(-1)

/** Replaces one attempt. Returns the very same state if the attempt does not change or does not exist. */
export function change(state: OrderState, number: number, edit: (attempt: Attempt) => Attempt): OrderState {
  const attempt = state.attempts[number - 1]
  const after = attempt && edit(attempt)
  return after === attempt || !after ? state : { ...state, attempts: state.attempts.with(number - 1, after) }
}

/** Whether an order takes no more attempts: it is paid, cancelled, expired or erased. */
export const isOver = ({ payment, cancelled, expired, tombstone }: OrderState) =>
  payment !== undefined || !!cancelled || !!expired || !!tombstone

/** The reply to its request never came. */
export const LOST = { status: 'lost', error: { code: 'gateway-silent' } } as const

/** The gateway works on it, so the order polls eagerly. */
export const underWay = ({ error: _, ...attempt }: Attempt, now: number): Attempt => ({
  ...attempt,
  status: 'processing',
  asking: { since: now, pace: 'active' },
})

/**
 * A merchant declared that the gateway never accepted it, or the gateway seemed not to know it. A later reply or report
 * shows otherwise.
 */
export const wasDeclaredNotAccepted = ({ error, method }: Attempt) =>
  error?.code === 'not-accepted' || (error?.code === 'refused' && !isForm(method))

/** The attempt without polling. */
export const withoutAsking = ({ asking: _, ...attempt }: Attempt): Attempt => attempt

/**
 * An order that stays, also if the attempt that it was opened with fails.
 *
 * @returns The very same state if it stays already.
 */
export function lasting(state: OrderState): OrderState {
  const { isTentative, ...rest } = state
  return isTentative ? rest : state
}
