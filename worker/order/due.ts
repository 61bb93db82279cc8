/** The table of what an order has to do, and when. Pure: no clock, no storage, no network. */

import { isFailed } from '../../shared/order-view.ts'
import type { Times } from '../config/times.ts'
import { askDue } from './asking.ts'
import { isDecided } from './attempts.ts'
import { standing } from './index-entry.ts'
import type { Attempt, OrderState, Reversal } from './state.ts'
import { statusOf } from './view.ts'

/** Work that falls due. */
export type Work =
  | { readonly type: 'ask'; readonly attempt: number }
  | { readonly type: 'ask-follow-up'; readonly followUp: number }
  | { readonly type: 'give-up-sending'; readonly attempt: number }
  | { readonly type: 'give-up-follow-up'; readonly followUp: number }
  | { readonly type: 'ask-foreign'; readonly gatewayId: string }
  | { readonly type: 'look'; readonly attempt: number }
  | { readonly type: 'reverse'; readonly reversal: number }
  | { readonly type: 'ask-reversal'; readonly reversal: number }
  | { readonly type: 'give-up-reversal'; readonly reversal: number }
  | { readonly type: 'end-method'; readonly attempt: number }
  | { readonly type: 'index' }
  | { readonly type: 'expire' }
  | { readonly type: 'release-limit' }
  | { readonly type: 'forget' }

export interface Due {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly work: Work
}

/** What the object remembers of its work besides the state. */
export interface Done {
  /** When each attempt and follow-up was last asked about. */
  readonly askedAt: ReadonlyMap<string, number>
  /** What the index was last told. */
  readonly indexed: string | undefined
  /** Attempts under whose names the newest transaction was looked at since they were approved. */
  readonly looked: ReadonlySet<number>
}

/** Names of attempts and follow-ups under which it is remembered when they were asked about. */
export const attemptKey = (number: number) => `attempt ${number}`
export const followUpKey = (number: number) => `follow-up ${number}`
export const foreignKey = (gatewayId: string) => `foreign ${gatewayId}`
export const lookKey = (number: number) => `look ${number}`
export const reversalKey = (number: number) => `reversal ${number}`

/** One row a kind of work: when it is due, if at all. */
const TABLE: readonly ((state: OrderState, done: Done, times: Times) => Due[])[] = [
  ({ attempts }, { askedAt }, times) =>
    attempts.flatMap((attempt) =>
      row(askDue(attempt, askedAt.get(attemptKey(attempt.number)), times), {
        type: 'ask',
        attempt: attempt.number,
      }),
    ),
  ({ followUps }, { askedAt }, times) =>
    followUps.flatMap((followUp) =>
      row(askDue(followUp, askedAt.get(followUpKey(followUp.number)), times), {
        type: 'ask-follow-up',
        followUp: followUp.number,
      }),
    ),
  ({ foreign }, { askedAt }, times) =>
    foreign.flatMap((one) =>
      row(askDue(one, askedAt.get(foreignKey(one.id)), times), {
        type: 'ask-foreign',
        gatewayId: one.id,
      }),
    ),
  ({ attempts }, { askedAt, looked }, times) =>
    attempts.flatMap((attempt) =>
      row(looked.has(attempt.number) ? undefined : lookDue(attempt, askedAt, times), {
        type: 'look',
        attempt: attempt.number,
      }),
    ),
  ({ reversals }, _, times) =>
    reversals.flatMap((reversal) =>
      row(reversalDue(reversal, times), { type: 'reverse', reversal: reversal.number }),
    ),
  ({ reversals }, { askedAt }, times) =>
    reversals.flatMap((reversal) =>
      row(askDue(reversal, askedAt.get(reversalKey(reversal.number)), times), {
        type: 'ask-reversal',
        reversal: reversal.number,
      }),
    ),
  ({ reversals }, _, times) =>
    reversals.flatMap(({ status, changedAt, number }) =>
      row(sendingEnds({ status, startedAt: changedAt }, times), {
        type: 'give-up-reversal',
        reversal: number,
      }),
    ),
  ({ attempts }, _, times) =>
    attempts.flatMap((attempt) =>
      row(sendingEnds(attempt, times), { type: 'give-up-sending', attempt: attempt.number }),
    ),
  ({ followUps }, _, times) =>
    followUps.flatMap((followUp) =>
      row(sendingEnds(followUp, times), { type: 'give-up-follow-up', followUp: followUp.number }),
    ),
  ({ attempts }, _, times) =>
    attempts.flatMap((attempt) =>
      row(methodEnds(attempt, times), { type: 'end-method', attempt: attempt.number }),
    ),
  (state, { indexed }, times) => row(indexDue(state, indexed, times), { type: 'index' }),
  (state) => row(expiry(state), { type: 'expire' }),
  (state, _, times) => row(limitFreeAt(state, times), { type: 'release-limit' }),
  (state, _, times) => row(forgottenAt(state, times), { type: 'forget' }),
]

const row = (at: number | undefined, work: Work): Due[] => (at === undefined ? [] : [{ at, work }])

/** The charges of a recurring payment's schedule are under its name, and the gateway's own. */
const lookDue = (
  { status, method, number, startedAt }: Attempt,
  askedAt: Done['askedAt'],
  times: Times,
): number | undefined =>
  status === 'approved' && method !== 'recurring-payment'
    ? askDue({ asking: { since: startedAt, pace: 'active' } }, askedAt.get(lookKey(number)), times)
    : undefined

/** A request has its own deadline; that it is still under way long after means that the object died meanwhile. */
const sendingEnds = (
  { status, startedAt }: { readonly status: string; readonly startedAt: number },
  times: Times,
) => (status === 'sending' ? startedAt + 2 * times.requestDeadline : undefined)

/** At once, then after ever longer pauses, for as long as any order is followed. */
function reversalDue(
  { status, tries, changedAt, since }: Reversal,
  { activeEvery, daysEvery, daysFor }: Times,
): number | undefined {
  if (status !== 'due') return undefined
  const at = changedAt + (tries === 0 ? 0 : Math.min(activeEvery * 2 ** tries, daysEvery))
  return at - since > daysFor ? undefined : at
}

/** A bank's Method page has ten seconds, and none where there is no such page (EMVCo 3-D Secure). */
const methodEnds = ({ status, step }: Attempt, times: Times) =>
  status === 'method' && step && !step.isAnswered
    ? step.since + (step.url ? times.methodDeadline : 0)
    : undefined

/**
 * The index is told at once, outside the alarm. This is for when that failed or the object died before: late enough
 * that the alarm of the first question, which is needed anyway, serves it too.
 */
const indexDue = (state: OrderState, indexed: string | undefined, { waitingFirst }: Times) =>
  state.attempts.length > 0 && indexed !== standing(state) ? state.updatedAt + waitingFirst : undefined

const expiry = ({ expired, cancelled, payment, terms }: OrderState) =>
  expired || cancelled || payment !== undefined ? undefined : terms.expiresAt

/**
 * A piece of the offer's limit goes back when nothing that was tried can still be paid. After cancelling that is at
 * once, and some time after expiry in any case, since an approval that still comes is then given back: a shopper who
 * walks away must not hold the last piece for ever.
 */
function limitFreeAt(state: OrderState, times: Times): number | undefined {
  const { holdsLimit, payment, cancelled, expired, terms, attempts, updatedAt } = state
  if (!holdsLimit || payment !== undefined) return undefined
  if (cancelled) return updatedAt
  const isOver = attempts.every((attempt) => isDecided(attempt) || attempt.status === 'lost')
  const status = statusOf(state)
  if (isOver && (isFailed(status) || status === 'expired')) return updatedAt
  const isUncertain = ['sending', 'processing', 'unknown'].includes(status)
  return expired && !isUncertain ? terms.expiresAt + times.supersededFor : undefined
}

/** An order that nobody tried to pay leaves nothing behind, so that strangers cannot fill the store. */
const forgottenAt = ({ expired, cancelled, attempts, terms, holdsLimit }: OrderState, times: Times) =>
  (expired || cancelled) && attempts.length === 0 && !holdsLimit
    ? terms.expiresAt + times.orderExpires
    : undefined

/** Everything that an order has to do, the earliest first. */
export const dues = (state: OrderState, done: Done, times: Times): Due[] =>
  TABLE.flatMap((rows) => rows(state, done, times)).sort((one, other) => one.at - other.at)
