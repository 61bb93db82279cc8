/**
 * How long a bank's page may take, and what is due about a step of 3-D Secure meanwhile. `config/durations.ts` has the
 * times.
 */
import { isDecided } from '../../../shared/order-status.ts'
import type { Times } from '../../config/durations.ts'
import { leadingAttempt } from './attempts.ts'
import { pollDue } from './polling.ts'
import type { Attempt, OrderState, Step } from './state.ts'

/** A job that a step makes due. */
export type StepJob = 'end-method' | 'end-challenge' | 'hand-on'

/** The key under which the object remembers when it last sent the gateway something of a step. */
export const stepKey = ({ number, step }: Attempt) => `step ${number} ${step?.type} ${step?.since}`

/**
 * When a step's time is over, in milliseconds since the epoch. A Method page has ten seconds, and none if the bank has
 * no such page. A challenge has to begin soon, and then has its own limit. All others have that limit from when the
 * gateway sent them, since it may send a step once and never say that it is over.
 */
export function stepEnds(step: Step, times: Times): number | undefined {
  const { type, since, url, openedAt } = step
  if (step.isAnswered || step.isOver) return undefined
  if (type === 'method') return since + (url ? times.methodDeadline : 0)
  if (type !== 'challenge') return since + times.challengeLimit
  return openedAt === undefined ? since + times.challengeStart : openedAt + times.challengeLimit
}

/** Whole seconds left of the step that the order's page shows. `undefined` if it has no limit. */
export function secondsLeft(state: OrderState, now: number, times: Times): number | undefined {
  const step = leadingAttempt(state)?.step
  const ends = step && stepEnds(step, times)
  return ends === undefined ? undefined : Math.max(0, Math.ceil((ends - now) / 1000))
}

/**
 * The next job of an attempt's step. While the gateway is silent, the order sends again after ever longer pauses. It
 * sends nothing for a shopper who cancelled. A challenge still ends in time, so that the order asks about it again.
 *
 * @param toldAt When the order last sent the gateway something of this step, as far as the object remembers.
 */
export function stepDue(
  { cancelled }: Pick<OrderState, 'cancelled'>,
  attempt: Attempt,
  { toldAt, times }: { readonly toldAt: number | undefined; readonly times: Times },
): { readonly at: number; readonly type: StepJob } | undefined {
  const { status, step } = attempt
  if (!step || step.isAnswered || isDecided(attempt.status)) return undefined
  if (cancelled || attempt.cancelled) return endOfShown(attempt, step, times)
  const again = (since: number) => pollDue({ asking: { since, pace: 'active' } }, toldAt, times)
  if (step.pendingAnswer) return dueFor('hand-on', again(step.pendingAnswer.at))
  const ends = stepEnds(step, times)
  if (ends === undefined) return undefined
  if (status === 'method') return dueFor('end-method', again(ends))
  return endOfShown(attempt, step, times)
}

const endOfShown = ({ status }: Attempt, step: Step, times: Times) =>
  status === 'challenge' ? dueFor('end-challenge', stepEnds(step, times)) : undefined

const dueFor = (type: StepJob, at: number | undefined) => (at === undefined ? undefined : { at, type })
