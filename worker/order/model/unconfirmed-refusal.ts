/** Requests that the gateway refused, until it is certain that it did not act. */
import { isDecided } from '../../../shared/order-status.ts'
import type { Failure } from '../../../shared/order-view.ts'
import { denied, isProven, laterLook, lookAnswered } from './absence.ts'
import { underWay, withoutAsking } from './attempts.ts'
import type { RefusalConfirmed, Refused } from './events.ts'
import { isForm } from './methods.ts'
import type { Attempt } from './state.ts'

/**
 * A proxy may have sent a request twice, and the second reply may refuse what the first one did. So the order asks the
 * gateway before anybody pays again, until two answers lie apart. Nobody has the address of a refused form, and the gateway cannot be asked
 * about a recurring payment. If a genuine callback named a transaction, the request was carried out, and no refusal
 * ends it.
 */
export function refused(attempt: Attempt, { failure, isUnsent }: Refused, now: number): Attempt {
  if (attempt.gatewayId) return underWay(attempt, now)
  const { code, gatewayCode } = failure
  const refusal = { code, ...(gatewayCode && { gatewayCode }) }
  const isIdle = isUnsent || isForm(attempt.method) || attempt.method === 'recurring-payment'
  return isIdle ? failed(attempt, refusal) : { ...underWay(attempt, now), refusal }
}

/**
 * Asked again, the gateway knows of no such order. That has to come twice. Its reports may lag behind for longer, so the
 * order asks once more after a minute, until the gateway answers that too.
 */
export function refusalConfirmed(attempt: Attempt, { spanMs }: RefusalConfirmed, now: number): Attempt {
  const { refusal, gatewayId } = attempt
  if (gatewayId) return attempt
  if (isDecided(attempt.status)) return lookAnswered(attempt, { now, spanMs })
  if (!refusal) return attempt
  if (!isProven(attempt, { now, spanMs })) return denied(attempt, now)
  return { ...failed(attempt, refusal), asking: laterLook(now) }
}

/** The gateway reported or named a transaction, so it refused a repeat. */
export function withoutRefusal(attempt: Attempt): Attempt {
  if (!attempt.refusal) return attempt
  const { refusal: _, deniedAt: __, ...rest } = attempt
  return rest
}

/**
 * The gateway created nothing, so there is nothing to ask about. The failure is the refusal itself, with the gateway's
 * words.
 */
function failed(attempt: Attempt, error: Failure): Attempt {
  const rest = withoutRefusal(withoutAsking(attempt))
  return { ...rest, status: 'error', error }
}
