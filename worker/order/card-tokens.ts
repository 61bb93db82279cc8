import type { CardReference, Failure } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { log } from '../config/log.ts'
import { createCardRef } from './card-ref.ts'
import type { Reach } from './context.ts'
import { cardToKeep, keepingSince } from './model/cards.ts'
import { keepKey } from './model/schedule.ts'
import type { OrderRecord } from './record.ts'
import type { Refusal } from './refusal.ts'

/** What referring stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
}

/**
 * Has the gateway keep the payment's card where its shopper agreed to that. Silence leaves it open, as long as orders are
 * followed at all. Calls have to take turns with those for a merchant, so that one reference is made.
 */
export async function keepCard(ground: Ground): Promise<void> {
  const { record, reach } = ground
  const paid = record.state && cardToKeep(record.state)
  if (!paid) return
  const now = Date.now()
  record.askedAt.set(keepKey(paid), now)
  const made = await referCard(ground, paid.keepCard.version)
  if (made.ok) return
  const isLast = now >= keepingSince(paid) + reach.times().daysFor
  const failure = whyNotKept(made.reason, isLast)
  if (!failure) return
  log('card-not-kept', { order: record.state?.terms.id, attempt: paid.number, ...failure })
  record.note({ type: 'card-not-kept', attempt: paid.number, failure })
}

/** @returns `undefined` where it is worth another try. */
function whyNotKept(reason: Refusal, isLast: boolean): Failure | undefined {
  if (reason.code !== 'gateway-refused') return isLast ? { code: reason.code } : undefined
  const { gatewayCode } = reason
  return { code: 'refused', ...(gatewayCode && { gatewayCode }) }
}

/** Has the gateway keep the payment's card, once per version. Calls have to take turns. */
export async function referCard(
  { record, reach }: Ground,
  version: CardReference['version'],
): Promise<Result<CardReference, Refusal>> {
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const known = state.cardRefs.find((one) => one.version === version)
  if (known) return accepted(known)
  const attempt = state.attempts[(state.payment ?? 0) - 1]
  if (!attempt?.gatewayId || state.terms.intent === 'payout') return refused({ code: 'follow-up-impossible' })
  const made = await createCardRef(reach.exchange().gateway, attempt, version)
  if (!made.ok) return made
  record.note({ type: 'card-referred', reference: made.value })
  return made
}
