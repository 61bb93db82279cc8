/**
 * Follow-ups of keys with limits before they are sent: the key's count of the day is asked, and above the limits another key
 * decides. What may go out becomes one of the order's follow-ups, under the same number.
 */
import { isFailed } from '../../../shared/order-status.ts'
import type { ProblemCode } from '../../../shared/problem.ts'
import { accepted, type Result, refused } from '../../../shared/result.ts'
import type { FollowUpAsked, UnsentEvent } from './events.ts'
import { admitUnsent, followUpOf, nextNumber, unsentOf } from './follow-ups.ts'
import type { FollowUp, OrderState, UnsentFollowUp } from './state.ts'

/** The follow-up of a number that was not sent. */
export const unsentFollowUp = (state: OrderState, number: number): UnsentFollowUp | undefined =>
  unsentOf(state).find((one) => one.number === number)

/** A key that asks again and again must not make an order's row grow without end, nor its merchant's inbox. */
const MAX_UNSENT = 20

/** Whether the order keeps as many as it takes. */
export const isCrowded = (state: OrderState): boolean => unsentOf(state).length >= MAX_UNSENT

/** Stores that a key with limits asks for a follow-up. Nothing is sent yet. */
export function followUpAsked(state: OrderState, event: FollowUpAsked, now: number): OrderState {
  const { type: _, limit, ...asked } = event
  const status = limit ? 'waiting' : 'counting'
  const unsent: UnsentFollowUp = {
    ...{ ...asked, number: nextNumber(state), status, askedAt: now },
    ...(limit && { limit }),
  }
  return { ...state, unsent: [...unsentOf(state), unsent] }
}

/** Applies what becomes of one. An event of a status that it does not have changes nothing, so repeats are harmless. */
export function unsentChanged(state: OrderState, event: UnsentEvent): OrderState {
  const before = unsentFollowUp(state, event.number)
  const after = before && changed(before, event)
  if (!after || after === before) return state
  return { ...state, unsent: unsentOf(state).map((one) => (one === before ? after : one)) }
}

function changed(before: UnsentFollowUp, event: UnsentEvent): UnsentFollowUp {
  const { status } = before
  switch (event.type) {
    case 'limit-exceeded':
      return status === 'counting' ? { ...before, status: 'waiting', limit: event.limit } : before
    case 'follow-up-dropped':
      return status === 'counting' ? { ...before, status: 'error', error: { code: event.code } } : before
    case 'approval-refused':
      return status === 'waiting' ? { ...before, status: 'cancelled', decidedBy: event.by } : before
    case 'approval-lapsed':
      return status === 'waiting' || status === 'counting' ? { ...before, status: 'expired' } : before
  }
}

/** A key's word on a follow-up that waits. */
export interface Decision {
  readonly number: number
  readonly verdict: 'approve' | 'refuse'
  /** Name of the key. */
  readonly by: string
  /** The key has limits itself. */
  readonly isLimited: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Decides whether a key may decide. Never the key that asked. One with limits approves nothing, so that no two of them can
 * approve each other's; it may refuse. What has lapsed is over, also where the alarm that says so is late.
 *
 * @returns `done` for the same decision again.
 */
export function admitDecision(
  state: OrderState,
  { number, verdict, by, isLimited, now }: Decision,
): Result<UnsentFollowUp | 'done', ProblemCode> {
  const unsent = unsentFollowUp(state, number)
  const sent = followUpOf(state, number)
  if (!unsent && !sent) return refused('not-found')
  if ((unsent ?? sent)?.askedBy === by || (verdict === 'approve' && isLimited))
    return refused('other-key-needed')
  const isDone = verdict === 'approve' ? sent?.decidedBy !== undefined : unsent?.status === 'cancelled'
  if (isDone) return accepted('done')
  return unsent?.status === 'waiting' && now < unsent.expiresAt ? accepted(unsent) : refused('not-waiting')
}

/**
 * Decides whether a follow-up that was not sent may go out now: the order may have changed since it was asked for. The sum is
 * the one that was asked for, also where the caller named none.
 */
export const admitRelease = (state: OrderState, { kind, amountMinor }: UnsentFollowUp) =>
  admitUnsent(state, { kind, amountMinor })

/**
 * How the count of the key's day has to stand. It has the sum of what moved, and of what may have. A merchant's word that the
 * gateway never took a request gives nothing back: the word may be that of the key itself.
 */
export const countedAs = ({ status, error }: FollowUp): 'held' | 'released' =>
  isFailed(status) && error?.declaredBy === undefined ? 'released' : 'held'

/** Whether the count of the key's day has to be told something of a follow-up. */
export const isCountWrong = (followUp: FollowUp): boolean =>
  followUp.counted !== undefined && followUp.counted !== countedAs(followUp)
