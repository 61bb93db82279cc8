import { type ApiError, apiError } from '../api/error-codes.ts'
import type { Params } from '../api/params.ts'
import type { RecurringPayments } from '../store/recurring-payments.ts'
import type { CardInput } from './card-input.ts'
import { brandOf, passesLuhn } from './card-number.ts'
import { loadCard } from './card-vault.ts'
import { type CardStores, findByRecurringPayment, findSavedCard, useSavedCard } from './saved-cards.ts'

/** The required parameters of a whole card. */
const WHOLE_CARD: Readonly<Record<string, (value: string) => boolean>> = {
  credit_card_number: (value) => /^\d{12,19}$/.test(value) && passesLuhn(value),
  card_printed_name: (value) => value !== '',
  expire_month: (value) => /^(0?[1-9]|1[0-2])$/.test(value),
  expire_year: (value) => /^20\d\d$/.test(value),
  cvv2: (value) => /^\d{3,4}$/.test(value),
}

/** An operation's own names for card parameters, by their usual names. */
export type CardNames = Readonly<Record<string, string>>

/** The card of a request, or why it is unusable. */
export type FoundCard = { readonly card: CardInput } | { readonly problem: ApiError }

/** Parses the card of a request: a whole card, or a card reference if the operation accepts one. Not both. */
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

/** Parses the card of a request that must contain a whole card. */
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

/** Finds the card of a `recurring-payment-id`, whichever operation returned the id. */
export function findRecurringCard(
  id: string,
  stores: CardStores & { readonly recurringPayments: RecurringPayments },
): CardInput | undefined {
  const card = stores.recurringPayments.find(id)?.card ?? findByRecurringPayment(id, stores)?.card
  return card && loadCard(card, undefined, stores.records)
}

/** Parses a card whose security code is optional. A missing code counts as the right one. */
export function readCardWithoutCode(params: Params, stores: CardStores, names: CardNames = {}): FoundCard {
  const code = params.get('cvv2')
  return readCard(new Map([...params, ['cvv2', code || '123']]), stores, names)
}
