import type { OrderStore } from '../store/order-store.ts'
import type { Records } from '../store/records.ts'
import type { Card, Transaction } from '../store/transaction.ts'
import type { CardInput } from './card-input.ts'
import { loadCard, newId } from './card-vault.ts'

/** What it takes to read a saved card. */
export interface CardStores {
  readonly records: Records
}

/** A saved card: its reference stands for it in payments. */
export interface SavedCard {
  /** The card reference: the value of `cardrefid`. */
  readonly cardRefId: string
  /** Is the same for all references to one card. */
  readonly unqCardRefId: string
  /** The id that transfers use for the card. */
  readonly recurringPaymentId: string
  readonly card: Card
}

/** Saves the card of an order. Each call makes a new reference. */
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

/** Finds the card of a reference. */
export const findSavedCard = (cardRefId: string, { records }: CardStores) =>
  records.find<SavedCard>('saved-card', cardRefId)

/** Finds the saved card with this `recurring-payment-id`. */
export const findByRecurringPayment = (id: string, { records }: CardStores) =>
  records.all<SavedCard>('saved-card').find(({ recurringPaymentId }) => recurringPaymentId === id)

/** Loads a saved card for a payment. @param code A missing security code counts as the right one. */
export const useSavedCard = (
  saved: SavedCard,
  code: string | undefined,
  { records }: CardStores,
): CardInput => loadCard(saved.card, code, records)
