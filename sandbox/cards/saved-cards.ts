import type { Card, Transaction } from '../money/transaction.ts'
import type { OrderStore } from '../store/order-store.ts'
import type { Records } from '../store/records.ts'
import type { CardInput } from './card-input.ts'
import { loadCard, newId } from './card-vault.ts'

/** What it takes to read a saved card. */
export interface CardStores {
  readonly records: Records
}

/** A card that may be paid with by its reference. */
export interface SavedCard {
  /** The reference: the value of `cardrefid`. */
  readonly cardRefId: string
  /** The same for all references to one card. */
  readonly unqCardRefId: string
  /** The reference by another name, for transfers. */
  readonly recurringPaymentId: string
  readonly card: Card
}

/** Makes a reference to the card of an order. Each call makes a new one. */
export function saveCard(
  card: Card,
  order: Transaction,
  { records, store }: CardStores & { readonly store: OrderStore },
): SavedCard {
  const cardRefId = newId()
  const saved = { cardRefId, unqCardRefId: card.vaultId, recurringPaymentId: newId(), card }
  records.put('saved-card', saved.cardRefId, saved)
  store.save({ ...order, cardRefId })
  return saved
}

/** The card behind a reference. */
export const findSavedCard = (cardRefId: string, { records }: CardStores) =>
  records.find<SavedCard>('saved-card', cardRefId)

/** The card behind the `recurring-payment-id` of a reference. */
export const findByRecurringPayment = (id: string, { records }: CardStores) =>
  records.all<SavedCard>('saved-card').find(({ recurringPaymentId }) => recurringPaymentId === id)

/** Makes a saved card usable. @param code What the shopper typed, if anything; without it the card is taken as good. */
export const useSavedCard = (
  saved: SavedCard,
  code: string | undefined,
  { records }: CardStores,
): CardInput => loadCard(saved.card, code, records)
