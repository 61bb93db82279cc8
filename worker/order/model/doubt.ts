/**
 * How a doubt about a request ends: by proof that the gateway never had it, by time, or by a merchant's declaration.
 */
import { isDecided, isInDoubt, isPending } from '../../../shared/order-status.ts'
import type { Times } from '../../config/durations.ts'
import { change } from './attempts.ts'
import type { NotAccepted, PollingEnded, UnheardOf } from './events.ts'
import { changeFollowUp, followUpOf, uncertainFollowUp } from './follow-ups.ts'
import { isForm } from './methods.ts'
import { type RequestRef, refTo, requestKey } from './request-ref.ts'
import type { Attempt, FollowUp, OrderState } from './state.ts'

/** So many times the gateway has to answer that it knows no such order. */
const ANSWERS = 4

/**
 * Whether that answer counts for an attempt. Not if the gateway has named its transaction or a step of it, nor if it is
 * decided.
 */
export const mayProve = ({ intent }: OrderState['terms'], attempt: Attempt): boolean =>
  !isForm(attempt.method) &&
  !attempt.gatewayId &&
  !attempt.step &&
  !isDecided(attempt.status) &&
  !(intent === 'payout' && attempt.status === 'unknown')

/** Whether the answer comes too soon: a request can be on its way for long. */
export const isTooSoon = ({ startedAt }: Attempt, now: number, times: Times): boolean =>
  now < startedAt + times.requestDeadline + times.notAcceptedAfter

/** Counts an answer. Some time has to pass between the first and the one that proves it. */
export function unheardOf(state: OrderState, event: UnheardOf, now: number): OrderState {
  return change(state, event.attempt, (attempt) => {
    if (attempt.status === 'sending' || !mayProve(state.terms, attempt)) return attempt
    const { count, first } = attempt.unheardOf ?? { count: 0, first: now }
    const isLast = count + 1 >= ANSWERS
    const isEnough = isLast && now - first >= event.spanMs
    // Until that time is over, further answers prove nothing more and would only be stored.
    if (isLast && !isEnough) return attempt
    const counted = { ...attempt, unheardOf: { count: count + 1, first, last: now } }
    return isEnough ? { ...counted, ...PROVEN[state.terms.intent === 'payout' ? 'out' : 'in'] } : counted
  })
}

/** Such a proof never lets a payout be sent again: a person decides, and the order goes on polling. */
const PROVEN = {
  in: { status: 'error', error: { code: 'not-accepted' } },
  out: { status: 'unknown', error: { code: 'gateway-silent' } },
} as const

/** Whether polling ended without an outcome. */
export const isNeverSettled = ({ error }: Pick<Attempt, 'error'>) => error?.code === 'never-settled'

/**
 * A notice about the payment may be about a follow-up whose outcome nobody knows, so the order polls for that again.
 */
export function resumePolling(state: OrderState, now: number): OrderState {
  const isLeftOff = (one: FollowUp) => isNeverSettled(one) && one.status === 'unknown' && !one.asking
  if (!state.followUps.some(isLeftOff)) return state
  const asking = { since: now, pace: 'active' } as const
  return { ...state, followUps: state.followUps.map((one) => (isLeftOff(one) ? { ...one, asking } : one)) }
}

/** Nobody knows how it ended, so a person has to decide. A later callback still makes the order ask. */
export function pollingEnded(state: OrderState, { purpose, number }: PollingEnded): OrderState {
  if (purpose === 'attempt') return change(state, number, leftOff)
  return purpose === 'follow-up' ? changeFollowUp(state, number, leftOff) : state
}

function leftOff<One extends Attempt | FollowUp>(one: One): One {
  const { asking, ...rest } = one
  if (!asking || !isPending(one.status)) return one
  return { ...rest, status: 'unknown', error: { code: 'never-settled' } } as One
}

/**
 * Finds what a merchant may declare: a request whose reply was lost and that the gateway has not named since, or whose
 * polling ended without an outcome. A follow-up comes before an attempt, since only a paid order has one.
 */
export function doubtOf(state: OrderState): RequestRef<'attempt' | 'follow-up'> | undefined {
  const followUp = uncertainFollowUp(state)
  if (followUp) {
    const isOpen = !followUp.serialNumber || isNeverSettled(followUp)
    // A refused follow-up is in doubt until the gateway reports what happened, which it may never do.
    const isDoubtful = followUp.status === 'unknown' || followUp.refusal !== undefined
    return isDoubtful && isOpen ? refTo('follow-up', followUp.number) : undefined
  }
  const attempt = state.attempts.findLast(
    (one) =>
      (one.status === 'processing' || isInDoubt(one.status)) && (!one.gatewayId || isNeverSettled(one)),
  )
  return attempt && refTo('attempt', attempt.number)
}

/** Whether a request was declared already, or proven, so that another declaration of it changes nothing. */
export function isNotAccepted(
  state: OrderState,
  { purpose, number }: RequestRef<'attempt' | 'follow-up'>,
): boolean {
  const { status, error } =
    (purpose === 'attempt' ? state.attempts[number - 1] : followUpOf(state, number)) ?? {}
  return status === 'error' && error?.code === 'not-accepted'
}

/**
 * Applies the declaration. The order still polls for an attempt, in case the merchant is wrong. It does not for a
 * follow-up, since the next one moves the totals that would tell.
 */
export function notAccepted(state: OrderState, { by, request }: NotAccepted): OrderState {
  const doubt = doubtOf(state)
  if (!doubt || (request && requestKey(request) !== requestKey(doubt))) return state
  const declared = { status: 'error', error: { code: 'not-accepted', declaredBy: by } } as const
  return doubt.purpose === 'attempt'
    ? change(state, doubt.number, (before) => ({ ...before, ...declared }))
    : changeFollowUp(state, doubt.number, ({ asking: _, refusal: __, ...before }) => ({
        ...before,
        ...declared,
      }))
}
