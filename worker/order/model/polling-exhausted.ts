/** What is still under way when the last question was asked. Pure: no clock, no storage, no network. */
import { isPending } from '../../../shared/order-status.ts'
import type { Times } from '../../config/times.ts'
import { change } from './attempts.ts'
import type { AskingEnded } from './events.ts'
import { changeFollowUp } from './follow-up-transition.ts'
import type { Attempt, FollowUp, OrderState } from './state.ts'

type Asked = Pick<Attempt | FollowUp, 'status' | 'asking'>

/** Whether it is known as such. */
export const isNeverSettled = ({ error }: Pick<Attempt, 'error'>) => error?.code === 'never-settled'

/** A notice about the payment may be about a follow-up that nobody knew the end of, so that is asked about again. */
export function askingAnew(state: OrderState, now: number): OrderState {
  const isLeftOff = (one: FollowUp) => isNeverSettled(one) && one.status === 'unknown' && !one.asking
  if (!state.followUps.some(isLeftOff)) return state
  const asking = { since: now, pace: 'active' } as const
  return { ...state, followUps: state.followUps.map((one) => (isLeftOff(one) ? { ...one, asking } : one)) }
}

/** When the last question about something under way was asked, in milliseconds since the epoch. */
export const askingEnds = ({ status, asking }: Asked, { daysFor, activeFor }: Times) =>
  asking && isPending(status) ? asking.since + daysFor + activeFor : undefined

/** Nobody knows how it ended, so it needs a person; a callback that still comes is heard. */
export function askingEnded(state: OrderState, event: AskingEnded): OrderState {
  const { attempt, followUp } = event
  const after = attempt === undefined ? state : change(state, attempt, leftOff)
  return followUp === undefined ? after : changeFollowUp(after, followUp, leftOff)
}

function leftOff<One extends Attempt | FollowUp>(one: One): One {
  const { asking, ...rest } = one
  if (!asking || !isPending(one.status)) return one
  return { ...rest, status: 'unknown', error: { code: 'never-settled' } } as One
}
