/** What a callback or a returning browser makes of an order: a reason to ask, never an outcome. */
import { isMarkedName } from '../../../shared/order-names.ts'
import { isDecided } from '../../../shared/order-status.ts'
import { change } from './attempts.ts'
import { resumePolling } from './doubt.ts'
import type { UnmatchedFound, Woken } from './events.ts'
import type { Attempt, OrderState, Polling } from './state.ts'
import { backFromPage } from './three-ds-steps.ts'
import { withoutRefusal } from './unconfirmed-refusal.ts'
import { withUnmatched } from './unmatched-transactions.ts'

/** Applies a notice: the order polls, and notes the transaction that the notice names. */
export function woken(state: OrderState, event: Woken, now: number): OrderState {
  const attempt = state.attempts[event.attempt - 1]
  if (!attempt) return state
  const { by, gatewayId, forged = 0 } = event
  const isVouched = vouchesFor(attempt, event)
  const named = isVouched ? change(state, event.attempt, (before) => withName(before, gatewayId)) : state
  const known = withUnmatched(named, named.attempts[event.attempt - 1] ?? attempt, {
    id: gatewayId,
    isVouched,
    now,
  })
  const again = resumePolling(known, now)
  const noted = forged > 0 ? { ...again, forged: state.forged + forged } : again
  // Charges of a recurring payment arrive under its name. The gateway makes them by itself, so the order only notes
  // them.
  if (attempt.method === 'recurring-payment') return noted
  const asking = { since: now, pace: paceAfterWake(state, attempt), by } as const
  return change(noted, event.attempt, (before) => {
    const after = afterPage(before, event)
    return after === before && isSameAsking(before.asking, asking) ? before : { ...after, asking }
  })
}

/**
 * Whether the notice is proof of the transaction that it names. Only the gateway knows the address for callbacks. A
 * shopper knows that for returns, and could bring there what the gateway signed of another shop's order of that name.
 */
const vouchesFor = ({ clientOrderId }: Attempt, { by }: Woken) =>
  by === 'callback' || isMarkedName(clientOrderId)

/**
 * If the reply was lost, the gateway's own notice names the transaction. Asked by the merchant's name alone, the
 * gateway would report its newest transaction and this one would be forgotten. The notice still decides nothing. But if
 * it names a transaction, a refusal was that of a repeated request.
 */
const withName = (attempt: Attempt, gatewayId: string | undefined): Attempt =>
  attempt.gatewayId || !gatewayId || attempt.method === 'recurring-payment'
    ? attempt
    : { ...withoutRefusal(attempt), gatewayId }

/**
 * A returning shopper has paid or cancelled, and so has one for whom a callback comes. Only the gateway knows which.
 */
function afterPage(attempt: Attempt, { by, gatewayId }: Woken): Attempt {
  const { status, step, statusBeforeDoubt, ...rest } = attempt
  if (statusBeforeDoubt && (by === 'return' || gatewayId !== undefined))
    return { ...rest, status, ...(step && { step }) }
  if (status === 'redirect' && (by === 'return' || gatewayId !== undefined))
    return { ...attempt, status: 'processing' }
  return by === 'return' ? backFromPage(attempt) : attempt
}

const isSameAsking = (one: Polling | undefined, other: Polling) =>
  one?.since === other.since && one.pace === other.pace && one.by === other.by

/** A failed attempt may have been paid after all, so polling is eager. A paid one gets a second look. */
function paceAfterWake({ laterOutcome, payment }: OrderState, attempt: Attempt) {
  const isContested = laterOutcome === 'unknown' && payment === attempt.number
  if (!isDecided(attempt.status) || isContested) return 'active'
  return attempt.status === 'approved' ? 'again' : 'doubting'
}

/** Notes a transaction that is not the attempt's own, though its name is one of this order, or was. */
export function found(
  state: OrderState,
  { attempt: number, gatewayId: id, isForgotten }: UnmatchedFound,
  now: number,
): OrderState {
  const attempt = state.attempts[number - 1]
  return attempt ? withUnmatched(state, attempt, { id, isForgotten: isForgotten === true, now }) : state
}
