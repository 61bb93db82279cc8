/** Proof that a request never arrived: the gateway says so, often and for long. Pure: no clock, no storage, no network. */
import { isDecided } from '../../../shared/order-status.ts'
import type { Times } from '../../config/times.ts'
import { change } from './attempts.ts'
import type { UnheardOf } from './events.ts'
import { isForm } from './methods.ts'
import type { Attempt, OrderState } from './state.ts'

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
