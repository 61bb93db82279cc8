import type { Call } from '../api/call.ts'
import { refusal } from '../api/error-codes.ts'
import { type Reply, refused, succeeded } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { masked } from '../cards/card-vault.ts'
import { findSavedCard, type SavedCard, saveCard } from '../cards/saved-cards.ts'
import { findOrder } from './find-order.ts'
import type { Handler } from './handler.ts'

/** Saves the card of an approved order. Each call makes a new reference to the same card. */
export const createCardRef = savingCard(({ cardRefId }) => ({ 'card-ref-id': cardRefId }))

/** The same, which also names the card itself and its reference as transfers know it. */
export const createCardRefV4 = savingCard(({ cardRefId, unqCardRefId, recurringPaymentId }) => ({
  'card-ref-id': cardRefId,
  'unq-card-ref-id': unqCardRefId,
  'recurring-payment-id': recurringPaymentId,
}))

function savingCard(describe: (saved: SavedCard) => Record<string, string>): Handler {
  return (call, backend) => {
    const saved = save(call, backend)
    if ('name' in saved) return refused(call, saved)
    return succeeded(call, 'create-card-ref-response', { status: 'approved', ...describe(saved) })
  }
}

function save(call: Call, backend: Backend) {
  const [opened] = findOrder(call, backend) ?? []
  if (!opened) return refusal('UNKNOWN_ORDER', 'there is no such order')
  if (opened.status !== 'approved') return refusal('NOT_SUCCESSFUL', `the ${opened.type} is ${opened.status}`)
  if (!opened.card) return refusal('ORDER_WITHOUT_CARD', `no card was charged by a ${opened.type}`)
  return saveCard(opened.card, opened, backend)
}

/** Tells what may be shown of a saved card. */
export const getCardInfo: Handler = (call, backend): Reply => {
  const saved = findSavedCard(call.fields.get('cardrefid') ?? '', backend)
  if (!saved) return refused(call, refusal('UNKNOWN_CARD_REF', 'cardrefid is of no saved card'))
  const { card } = saved
  return succeeded(call, 'get-card-info-response', {
    'card-printed-name': card.holder,
    bin: card.bin,
    'card-type': card.brand,
    brand: card.brand,
    'masked-pan': masked(card, backend.records),
    'last-four-digits': card.last4,
    'expire-month': card.expiryMonth,
    'expire-year': card.expiryYear,
  })
}
