/** How a doubt about a request ends: by proof that the gateway never had it, by time, or by a merchant’s word. */
import { isDecided, isInDoubt, isPending } from '../../../shared/order-status.ts'
import type { Times } from '../../config/times.ts'
import { change } from './attempts.ts'
import type { NotAccepted, PollingEnded, UnheardOf } from './events.ts'
import { changeFollowUp, uncertainFollowUp } from './follow-ups.ts'
import { isForm } from './methods.ts'
import type { Attempt, FollowUp, OrderState } from './state.ts'

/** How often the gateway has to say it. */
const ANSWERS = 4

/** Whether such an answer counts for an attempt: not for what the gateway has named, nor for what is decided. */
export const mayProve = ({ intent }: OrderState['terms'], attempt: Attempt): boolean =>
  !isForm(attempt.method) &&
  !attempt.gatewayId &&
  !isDecided(attempt.status) &&
  !(intent === 'payout' && attempt.status === 'unknown')

/** Whether an answer comes too soon: a request can be on its way for long. */
export const isTooSoon = ({ startedAt }: Attempt, now: number, times: Times): boolean =>
  now < startedAt + times.requestDeadline + times.notAcceptedAfter

/** Counts an answer. Between the first and the one that proves it lies some time. */
export function unheardOf(state: OrderState, event: UnheardOf, now: number): OrderState {
  return change(state, event.attempt, (attempt) => {
    if (attempt.status === 'sending' || !mayProve(state.terms, attempt)) return attempt
    const { count, first } = attempt.unheardOf ?? { count: 0, first: now }
    const isLast = count + 1 >= ANSWERS
    const isProven = isLast && now - first >= event.spanMs
    // Further answers prove nothing more until the time is over, and would only be written down.
    if (isLast && !isProven) return attempt
    const counted = { ...attempt, unheardOf: { count: count + 1, first, last: now } }
    return isProven ? { ...counted, ...PROVEN[state.terms.intent === 'payout' ? 'out' : 'in'] } : counted
  })
}

/** Money out is never sent again on such a proof: a person is asked, and it goes on being asked about. */
const PROVEN = {
  in: { status: 'error', error: { code: 'not-accepted' } },
  out: { status: 'unknown', error: { code: 'gateway-silent' } },
} as const

type Asked = Pick<Attempt | FollowUp, 'status' | 'asking'>

/** Whether it is known as such. */
export const isNeverSettled = ({ error }: Pick<Attempt, 'error'>) => error?.code === 'never-settled'

/** A notice about the payment may be about a follow-up that nobody knew the end of, so that is asked about again. */
export function resumePolling(state: OrderState, now: number): OrderState {
  const isLeftOff = (one: FollowUp) => isNeverSettled(one) && one.status === 'unknown' && !one.asking
  if (!state.followUps.some(isLeftOff)) return state
  const asking = { since: now, pace: 'active' } as const
  return { ...state, followUps: state.followUps.map((one) => (isLeftOff(one) ? { ...one, asking } : one)) }
}

/** When the last question about something under way was asked, in milliseconds since the epoch. */
export const pollingEnds = ({ status, asking }: Asked, { daysFor, activeFor }: Times) =>
  asking && isPending(status) ? asking.since + daysFor + activeFor : undefined

/** Nobody knows how it ended, so it needs a person; a callback that still comes is heard. */
export function pollingEnded(state: OrderState, event: PollingEnded): OrderState {
  const { attempt, followUp } = event
  const after = attempt === undefined ? state : change(state, attempt, leftOff)
  return followUp === undefined ? after : changeFollowUp(after, followUp, leftOff)
}

function leftOff<One extends Attempt | FollowUp>(one: One): One {
  const { asking, ...rest } = one
  if (!asking || !isPending(one.status)) return one
  return { ...rest, status: 'unknown', error: { code: 'never-settled' } } as One
}

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
