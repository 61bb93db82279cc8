/** The table of what an order has to do, and when. Pure: no clock, no storage, no network. */

import { isFailed } from '../../shared/order-view.ts'
import type { Times } from '../config/times.ts'
import { askDue } from './asking.ts'
import type { Attempt, OrderState } from './state.ts'
import { isDecided } from './transition.ts'
import { statusOf } from './view.ts'

/** Work that falls due. */
export type Work =
  | { readonly type: 'ask'; readonly attempt: number }
  | { readonly type: 'give-up-sending'; readonly attempt: number }
  | { readonly type: 'expire' }
  | { readonly type: 'release-limit' }

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
  (state) => row(limitIsFree(state) ? state.updatedAt : undefined, { type: 'release-limit' }),
]

const row = (at: number | undefined, work: Work): Due[] => (at === undefined ? [] : [{ at, work }])

/** A request has its own deadline; that it is still under way long after means that the object died meanwhile. */
const sendingEnds = ({ status, startedAt }: Attempt, times: Times) =>
  status === 'sending' ? startedAt + 2 * times.requestDeadline : undefined

const expiry = ({ expired, cancelled, payment, terms }: OrderState) =>
  expired || cancelled || payment !== undefined ? undefined : terms.expiresAt

/**
 * A piece of the offer's limit goes back when nothing that was tried can still be paid. After cancelling that is at
 * once, since an approval that still comes is given back.
 */
function limitIsFree(state: OrderState): boolean {
  if (!state.holdsLimit || state.payment !== undefined) return false
  if (state.cancelled) return true
  const status = statusOf(state)
  const isOver = state.attempts.every((attempt) => isDecided(attempt) || attempt.status === 'lost')
  return isOver && (isFailed(status) || status === 'expired')
}

/** Everything that an order has to do, the earliest first. */
export const dues = (state: OrderState, askedAt: AskedAt, times: Times): Due[] =>
  TABLE.flatMap((rows) => rows(state, askedAt, times)).sort((one, other) => one.at - other.at)
