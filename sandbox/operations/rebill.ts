import { refusal } from '../api/error-codes.ts'
import { refused } from '../api/reply.ts'
import { chargeAbsent } from '../cards/card-payment.ts'
import { findSavedCard, useSavedCard } from '../cards/saved-cards.ts'
import type { Handler } from './handler.ts'
import { accepted, createOrder } from './new-order.ts'

/** Charges a saved card without its holder. Repeating the call charges again. */
export const rebill: Handler = (call, backend) => {
  const saved = findSavedCard(call.fields.get('cardrefid') ?? '', backend)
  if (!saved) return refused(call, refusal('UNKNOWN_CARD_REF', 'cardrefid is of no saved card'))
  const transaction = createOrder(call, { type: 'rebill' }, backend)
  chargeAbsent(useSavedCard(saved, call.fields.get('cvv2'), backend), transaction, backend)
  return accepted(call, transaction)
}
