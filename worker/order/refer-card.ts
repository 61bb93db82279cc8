import type { CardReference } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { createCardRef } from './card-ref.ts'
import type { Reach } from './reach.ts'
import type { OrderRecord } from './record.ts'
import type { Refusal } from './refusal.ts'

/** What referring stands on. */
interface Ground {
  readonly record: OrderRecord
  readonly reach: Reach
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
