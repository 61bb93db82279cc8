/** What is still under way when the last question was asked. Pure: no clock, no storage, no network. */
import type { Times } from '../config/times.ts'
import { change } from './attempts.ts'
import type { AskingEnded } from './events.ts'
import { changeFollowUp } from './follow-up-transition.ts'
import type { Attempt, FollowUp, OrderState } from './state.ts'

type Asked = Pick<Attempt | FollowUp, 'status' | 'asking'>

const UNDER_WAY: readonly Asked['status'][] = ['processing', 'method', 'challenge']

/** When the last question about something under way was asked, in milliseconds since the epoch. */
export const askingEnds = ({ status, asking }: Asked, { daysFor, activeFor }: Times) =>
  asking && UNDER_WAY.includes(status) ? asking.since + daysFor + activeFor : undefined

/** Nobody knows how it ended, so it needs a person; a callback that still comes is heard. */
export function askingEnded(state: OrderState, event: AskingEnded): OrderState {
  const { attempt, followUp } = event
  const after = attempt === undefined ? state : change(state, attempt, leftOff)
  return followUp === undefined ? after : changeFollowUp(after, followUp, leftOff)
}

function leftOff<One extends Attempt | FollowUp>(one: One): One {
  const { asking, ...rest } = one
  if (!asking || !UNDER_WAY.includes(one.status)) return one
  return { ...rest, status: 'unknown', error: { code: 'never-settled' } } as One
}
