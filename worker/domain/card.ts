/** Card data in requests: schemas and checks. Nothing here stores or echoes a digit. */
import * as z from 'zod'
import { hasCardExpired } from '../../shared/card-expiry.ts'
import { isCardNumber } from './card-number.ts'
import type { Refusal } from './refusal.ts'
import { cvv, line } from './request-fields.ts'

/** The limits are generous, so that a wrong value is reported as its own field's problem and is never echoed. */
const number = z.string().max(40).describe('12 to 19 digits; blanks and dashes between them are dropped.')
const holder = line(128).describe('The name on the card.')
const expiryMonth = z.string().max(10).describe('Two digits, "01" to "12".')
const expiryYear = z.string().max(10).describe('Four digits.')

/** A card with its holder present. */
export const presentCard = z
  .strictObject({ number, holder, expiryMonth, expiryYear, cvv })
  .meta({ id: 'PresentCard' })

/** A card whose code may be unknown. */
export const knownCard = z
  .strictObject({ number, holder, expiryMonth, expiryYear, cvv: cvv.exactOptional() })
  .meta({ id: 'KnownCard' })

/** A card for a check that charges nothing. */
export const namedCard = z.strictObject({ number, holder, expiryMonth, expiryYear }).meta({ id: 'NamedCard' })

/** A card that receives money. */
export const receivingCard = z
  .strictObject({
    number,
    holder: holder.exactOptional(),
    expiryMonth: expiryMonth.exactOptional(),
    expiryYear: expiryYear.exactOptional(),
  })
  .meta({ id: 'ReceivingCard' })

/** Any part of a card in a request. */
export interface GivenCard {
  readonly number?: string
  readonly holder?: string
  readonly expiryMonth?: string
  readonly expiryYear?: string
  readonly cvv?: string
}

/** A card as the gateway gets it: only digits in the number, month of two digits, year of four. A missing part is empty. */
export interface Card {
  readonly number: string
  readonly holder: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly cvv?: string
}

/**
 * Checks the parts of a card that the request has.
 *
 * @param path The card's path in the request, such as `to.card`; empty for the request itself.
 * @param now Milliseconds since the epoch.
 * @returns A refusal that names the invalid fields, never their values; `undefined` if all are valid.
 */
export function cardRefusal(card: GivenCard, path: string, now: number): Refusal | undefined {
  const { number, expiryMonth: month, expiryYear: year, cvv: code } = card
  const isMonth = month === undefined || /^(0[1-9]|1[0-2])$/.test(month)
  const isYear = year === undefined || /^20\d\d$/.test(year)
  const isDate = isMonth && isYear && month !== undefined && year !== undefined
  const isPast = isDate && hasCardExpired(Number(month), Number(year), now)
  const wrong = [
    ...(number === undefined || isCardNumber(digitsOf(number)) ? [] : ['number']),
    ...(isMonth && !isPast ? [] : ['expiryMonth']),
    ...(isYear && !isPast ? [] : ['expiryYear']),
    ...(code === undefined || /^\d{3,4}$/.test(code) ? [] : ['cvv']),
  ]
  if (wrong.length === 0) return undefined
  return { code: 'card-invalid', fields: wrong.map((field) => (path ? `${path}.${field}` : field)) }
}

/** The card as it is sent: without blanks and dashes in the number. */
export const normalizedCard = (card: GivenCard): Card => ({
  number: digitsOf(card.number ?? ''),
  holder: card.holder ?? '',
  expiryMonth: card.expiryMonth ?? '',
  expiryYear: card.expiryYear ?? '',
  ...(card.cvv !== undefined && { cvv: card.cvv }),
})

const digitsOf = (number: string) => number.replace(/[ -]/g, '')
