/** The table of what an order has to do, and when. Pure: no clock, no storage, no network. */

import { isFailed } from '../../shared/order-view.ts'
import type { Times } from '../config/times.ts'
import { askDue } from './asking.ts'
import { isDecided } from './attempts.ts'
import type { Attempt, OrderState } from './state.ts'
import { statusOf } from './view.ts'

/** Work that falls due. */
export type Work =
  | { readonly type: 'ask'; readonly attempt: number }
  | { readonly type: 'give-up-sending'; readonly attempt: number }
  | { readonly type: 'expire' }
  | { readonly type: 'release-limit' }
  | { readonly type: 'forget' }

export interface Due {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly work: Work
}

/** When each attempt was last asked about, by number, as far as the object remembers. */
export type AskedAt = ReadonlyMap<number, number>

/** One row a kind of work: when it is due, if at all. */
const TABLE: readonly ((state: OrderState, askedAt: AskedAt, times: Times) => Due[])[] = [
  (state, askedAt, times) =>
    state.attempts.flatMap((attempt) =>
      row(askDue(attempt, askedAt.get(attempt.number), times), { type: 'ask', attempt: attempt.number }),
    ),
  (state, _, times) =>
    state.attempts.flatMap((attempt) =>
      row(sendingEnds(attempt, times), { type: 'give-up-sending', attempt: attempt.number }),
    ),
  (state) => row(expiry(state), { type: 'expire' }),
  (state, _, times) => row(limitFreeAt(state, times), { type: 'release-limit' }),
  (state, _, times) => row(forgottenAt(state, times), { type: 'forget' }),
]

const row = (at: number | undefined, work: Work): Due[] => (at === undefined ? [] : [{ at, work }])

/** A request has its own deadline; that it is still under way long after means that the object died meanwhile. */
const sendingEnds = ({ status, startedAt }: Attempt, times: Times) =>
  status === 'sending' ? startedAt + 2 * times.requestDeadline : undefined

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
export const dues = (state: OrderState, askedAt: AskedAt, times: Times): Due[] =>
  TABLE.flatMap((rows) => rows(state, askedAt, times)).sort((one, other) => one.at - other.at)
