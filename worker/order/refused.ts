/** What the gateway refused, until it is known that it did not act. Pure: no clock, no storage, no network. */
import type { Failure } from '../../shared/order-view.ts'
import { isDecided, underWay, withoutAsking } from './attempts.ts'
import type { Refused } from './events.ts'
import type { Attempt } from './state.ts'
import { isForm } from './ways.ts'

/**
 * A proxy may have sent a request twice, and the second answer be the refusal of what was carried out before. So the
 * gateway is asked once before anybody pays again. Nobody has the address of a form that was refused, and nobody can be
 * asked about a recurring payment.
 */
export function refused(attempt: Attempt, { gatewayCode, isUnsent }: Refused, now: number): Attempt {
  const refusal = { code: 'refused', ...(gatewayCode && { gatewayCode }) }
  const isIdle = isUnsent || isForm(attempt.method) || attempt.method === 'recurring-payment'
  return isIdle ? failed(attempt, refusal) : { ...underWay(attempt, now), refusal }
}

/** The gateway was asked, and knows of nothing. */
export const refusalConfirmed = (attempt: Attempt): Attempt =>
  attempt.refusal && !isDecided(attempt) ? failed(attempt, attempt.refusal) : attempt

/** A transaction was found, so what was refused was a repeat. */
export function withoutRefusal(attempt: Attempt): Attempt {
  if (!attempt.refusal) return attempt
  const { refusal: _, ...rest } = attempt
  return rest
}

/** Nothing was created, so there is nothing to ask about. The failure is the refusal itself: the gateway's words go with it. */
function failed(attempt: Attempt, error: Failure): Attempt {
  const { refusal: _, ...rest } = withoutAsking(attempt)
  return { ...rest, status: 'error', error }
}
