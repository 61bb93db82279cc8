import { type ApiError, apiError } from '../api/error-codes.ts'
import type { Params } from '../api/params.ts'
import type { RecurringPayments } from '../store/recurring-payments.ts'
import type { CardInput } from './card-input.ts'
import { brandOf, passesLuhn } from './card-number.ts'
import { loadCard } from './card-vault.ts'
import { type CardStores, findByRecurringPayment, findSavedCard, useSavedCard } from './saved-cards.ts'

/** Parameters of a card that is sent whole: all of them are needed. */
const WHOLE_CARD: Readonly<Record<string, (value: string) => boolean>> = {
  credit_card_number: (value) => /^\d{12,19}$/.test(value) && passesLuhn(value),
  card_printed_name: (value) => value !== '',
  expire_month: (value) => /^(0?[1-9]|1[0-2])$/.test(value),
  expire_year: (value) => /^20\d\d$/.test(value),
  cvv2: (value) => /^\d{3,4}$/.test(value),
}

/** Usual name of a card's parameter → what an operation calls it, where that differs. */
export type CardNames = Readonly<Record<string, string>>

/** What a merchant sent of a card, or why it is none. */
export type FoundCard = { readonly card: CardInput } | { readonly problem: ApiError }

/** Reads the card of a request: a whole one or, where the operation takes it, a reference. Never both. */
export function readCard(params: Params, stores: CardStores, names: CardNames = {}): FoundCard {
  const named = (usual: string) => names[usual] ?? usual
  const [reference, number] = [named('cardrefid'), named('credit_card_number')]
  const cardRefId = params.get(reference)
  if (!cardRefId) return readWholeCard(params, names)
  if (params.get(number)) return invalid(`${reference} and ${number} exclude each other`)
  const saved = findSavedCard(cardRefId, stores)
  if (!saved) return { problem: apiError('UNKNOWN_CARD_REF', `${reference} is of no saved card`) }
  return { card: useSavedCard(saved, params.get(named('cvv2')), stores) }
}

/** Reads the card of a request that has to send the whole of it. */
export function readWholeCard(params: Params, names: CardNames = {}): FoundCard {
  const named = (usual: string) => names[usual] ?? usual
  const value = (usual: string) => params.get(named(usual)) ?? ''
  const [wrong] = Object.entries(WHOLE_CARD).flatMap(([name, accepts]) =>
    accepts(value(name)) ? [] : [name],
  )
  if (wrong) return invalid(`${named(wrong)} is ${value(wrong) ? 'malformed' : 'missing'}`)
  const number = value('credit_card_number')
  return {
    card: {
      number,
      brand: brandOf(number),
      code: value('cvv2'),
      expiryMonth: value('expire_month').padStart(2, '0'),
      expiryYear: value('expire_year'),
      holder: value('card_printed_name'),
    },
  }
}

const invalid = (detail: string) => ({ problem: apiError('INVALID_PARAMETER', detail) })

/** The card behind a `recurring-payment-id`, whichever of the operations that give one has made it. */
export function findRecurringCard(
  id: string,
  stores: CardStores & { readonly recurringPayments: RecurringPayments },
): CardInput | undefined {
  const card = stores.recurringPayments.find(id)?.card ?? findByRecurringPayment(id, stores)?.card
  return card && loadCard(card, undefined, stores.records)
}

/** Reads a card of which the security code is optional: without one it counts as the right one. */
export function readCardWithoutCode(params: Params, stores: CardStores, names: CardNames = {}): FoundCard {
  const code = params.get('cvv2')
  return readCard(new Map([...params, ['cvv2', code || '123']]), stores, names)
}
