import type { Fields } from '../api/params.ts'
import type { Backend } from '../backend.ts'
import type { CardInput } from './card-input.ts'
import { type CardNames, type FoundCard, readCard } from './card-params.ts'
import { take } from './card-vault.ts'
import { findByRecurringPayment } from './saved-cards.ts'

/** The card behind a `recurring-payment-id`, whichever of the operations that give one has made it. */
export function findRecurringCard(id: string, backend: Backend): CardInput | undefined {
  const card = backend.recurringPayments.find(id)?.card ?? findByRecurringPayment(id, backend)?.card
  return card && take(card, undefined, backend.records)
}

/** Reads a card of which the security code is optional: without one it counts as the right one. */
export function readCardWithoutCode(fields: Fields, backend: Backend, names: CardNames = {}): FoundCard {
  const code = fields.get('cvv2')
  return readCard(new Map([...fields, ['cvv2', code || '123']]), backend, names)
}
