/** What a callback or a returning browser makes of an order: a reason to ask, never an outcome. */
import { isDecided } from '../../../shared/order-status.ts'
import { change } from './attempts.ts'
import { resumePolling } from './doubt.ts'
import type { UnmatchedFound, Woken } from './events.ts'
import type { Attempt, OrderState, Polling } from './state.ts'
import { backFromPage } from './three-ds-steps.ts'
import { withoutRefusal } from './unconfirmed-refusal.ts'
import { withUnmatched } from './unmatched-transactions.ts'

export function woken(state: OrderState, event: Woken, now: number): OrderState {
  const attempt = state.attempts[event.attempt - 1]
  if (!attempt) return state
  const { by, gatewayId, forged = 0 } = event
  const named = change(state, event.attempt, (before) => withName(before, gatewayId))
  const told = withUnmatched(named, named.attempts[event.attempt - 1] ?? attempt, { id: gatewayId, now })
  const again = resumePolling(told, now)
  const noted = forged > 0 ? { ...again, forged: state.forged + forged } : again
  // Charges of a schedule are told under its name. They are the gateway's own, and noted as such.
  if (attempt.method === 'recurring-payment') return noted
  const asking = { since: now, pace: paceAfterWake(state, attempt), by } as const
  return change(noted, event.attempt, (before) => {
    const after = afterPage(before, event)
    return after === before && isSameAsking(before.asking, asking) ? before : { ...after, asking }
  })
}

/**
 * Whose answer was lost learns its name from the gateway's own notice: asked by the name that the merchant gave, the
 * gateway would tell of the newest transaction, and this one would be forgotten. The notice still decides nothing, but a
 * refusal was then one of a repeat.
 */
const withName = (attempt: Attempt, gatewayId: string | undefined): Attempt =>
  attempt.gatewayId || !gatewayId || attempt.method === 'recurring-payment'
    ? attempt
    : { ...withoutRefusal(attempt), gatewayId }

/** Whoever comes back has paid or given up, and whoever is called back for has; only the gateway knows which. */
function afterPage(attempt: Attempt, { by, gatewayId }: Woken): Attempt {
  const { status, step, stood, ...rest } = attempt
  if (stood && (by === 'return' || gatewayId !== undefined)) return { ...rest, status, ...(step && { step }) }
  if (status === 'redirect' && (by === 'return' || gatewayId !== undefined))
    return { ...attempt, status: 'processing' }
  return by === 'return' ? backFromPage(attempt) : attempt
}

const isSameAsking = (one: Polling | undefined, other: Polling) =>
  one?.since === other.since && one.pace === other.pace && one.by === other.by

/** What failed may have been paid after all, which is looked into eagerly; what was paid is looked at again. */
function paceAfterWake({ aftermath, payment }: OrderState, attempt: Attempt) {
  const isContested = aftermath === 'unknown' && payment === attempt.number
  if (!isDecided(attempt.status) || isContested) return 'active'
  return attempt.status === 'approved' ? 'again' : 'doubting'
}

export function found(
  state: OrderState,
  { attempt: number, gatewayId: id }: UnmatchedFound,
  now: number,
): OrderState {
  const attempt = state.attempts[number - 1]
  return attempt ? withUnmatched(state, attempt, { id, now }) : state
}
