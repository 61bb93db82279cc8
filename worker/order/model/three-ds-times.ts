/** How long a step of 3-D Secure may take, and what has to be done about it when. Pure: no clock, no storage, no network. */
import { isDecided } from '../../../shared/order-status.ts'
import type { Times } from '../../config/times.ts'
import { leadingAttempt } from './attempts.ts'
import { askDue } from './polling.ts'
import type { Attempt, OrderState, Step } from './state.ts'

/** Work that a step falls due for. */
export type StepWork = 'end-method' | 'end-challenge' | 'hand-on'

/** The name under which it is remembered when the gateway was last told something of a step. */
export const stepKey = ({ number, step }: Attempt) => `step ${number} ${step?.type} ${step?.since}`

/**
 * When a step's time is over, in milliseconds since the epoch. A Method page has ten seconds, and none where the bank
 * has no such page; a challenge has to be begun soon, and then has its own limit. All others have that limit from when
 * they were told: the gateway may tell of them once, and never that they are over.
 */
export function stepEnds(step: Step, times: Times): number | undefined {
  const { type, since, url, openedAt } = step
  if (step.isAnswered || step.isOver) return undefined
  if (type === 'method') return since + (url ? times.methodDeadline : 0)
  if (type !== 'challenge') return since + times.challengeLimit
  return openedAt === undefined ? since + times.challengeStart : openedAt + times.challengeLimit
}

/** Whole seconds that are left of the step that the order's page shows; `undefined` if nothing is due. */
export function secondsLeft(state: OrderState, now: number, times: Times): number | undefined {
  const step = leadingAttempt(state)?.step
  const ends = step && stepEnds(step, times)
  return ends === undefined ? undefined : Math.max(0, Math.ceil((ends - now) / 1000))
}

/**
 * What is to be done next about an attempt's step. A gateway that is silent is told again after ever longer pauses;
 * nothing is told for a shopper who gave up. The time of a challenge ends all the same, so that it is asked about again.
 *
 * @param toldAt When the gateway was last told something of this step, as far as the object remembers.
 */
export function stepDue(
  { cancelled }: Pick<OrderState, 'cancelled'>,
  attempt: Attempt,
  { toldAt, times }: { readonly toldAt: number | undefined; readonly times: Times },
): { readonly at: number; readonly type: StepWork } | undefined {
  const { status, step } = attempt
  if (!step || step.isAnswered || isDecided(attempt.status)) return undefined
  if (cancelled) return endOfShown(attempt, step, times)
  const again = (since: number) => askDue({ asking: { since, pace: 'active' } }, toldAt, times)
  if (step.brought) return dueFor('hand-on', again(step.brought.at))
  const ends = stepEnds(step, times)
  if (ends === undefined) return undefined
  // A step that the gateway did not name cannot be reported; the order goes on asking.
  if (status === 'method') return step.serverTransactionId ? dueFor('end-method', again(ends)) : undefined
  return endOfShown(attempt, step, times)
}

const endOfShown = ({ status }: Attempt, step: Step, times: Times) =>
  status === 'challenge' ? dueFor('end-challenge', stepEnds(step, times)) : undefined

const dueFor = (type: StepWork, at: number | undefined) => (at === undefined ? undefined : { at, type })
