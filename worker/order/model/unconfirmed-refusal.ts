/** What the gateway refused, until it is known that it did not act. */
import { isDecided } from '../../../shared/order-status.ts'
import type { Failure } from '../../../shared/order-view.ts'
import { underWay, withoutAsking } from './attempts.ts'
import type { RefusalConfirmed, Refused } from './events.ts'
import { isForm } from './methods.ts'
import type { Attempt } from './state.ts'

/**
 * A proxy may have sent a request twice, and the second answer be the refusal of what was carried out before. So the
 * gateway is asked once before anybody pays again. Nobody has the address of a form that was refused, and nobody can be
 * asked about a recurring payment. What a genuine callback has named was carried out, so no refusal ends it.
 */
export function refused(attempt: Attempt, { gatewayCode, isUnsent }: Refused, now: number): Attempt {
  if (attempt.gatewayId) return underWay(attempt, now)
  const refusal = { code: 'refused', ...(gatewayCode && { gatewayCode }) }
  const isIdle = isUnsent || isForm(attempt.method) || attempt.method === 'recurring-payment'
  return isIdle ? failed(attempt, refusal) : { ...underWay(attempt, now), refusal }
}

/**
 * The gateway was asked, and knows of nothing. An answer that does not say so by a known code has to come twice. What it
 * tells may lag behind what it did, so a charge is asked about once more, now and after a minute.
 */
export function refusalConfirmed(
  attempt: Attempt,
  { apartMs = 0 }: RefusalConfirmed,
  { isCharge, now }: { readonly isCharge: boolean; readonly now: number },
): Attempt {
  const { refusal, gatewayId, deniedAt } = attempt
  if (!refusal || gatewayId || isDecided(attempt.status)) return attempt
  if (apartMs > 0 && deniedAt === undefined) return { ...attempt, deniedAt: now }
  if (apartMs > 0 && now - (deniedAt ?? now) < apartMs) return attempt
  const ended = failed(attempt, refusal)
  return isCharge ? { ...ended, asking: { since: now, pace: 'again' } } : ended
}

/** A transaction was found or named, so what was refused was a repeat. */
export function withoutRefusal(attempt: Attempt): Attempt {
  if (!attempt.refusal) return attempt
  const { refusal: _, deniedAt: __, ...rest } = attempt
  return rest
}

/** Nothing was created, so there is nothing to ask about. The failure is the refusal itself: the gateway's words go with it. */
function failed(attempt: Attempt, error: Failure): Attempt {
  const rest = withoutRefusal(withoutAsking(attempt))
  return { ...rest, status: 'error', error }
}
