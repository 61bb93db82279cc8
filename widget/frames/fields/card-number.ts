/** Card numbers: brands, groups and rules, by the table of card-validator. Pure. */
import { cardNumber } from 'card-validator/dist/card-number.js'
import { digitsOf } from '../../../shared/digits.ts'
import type { TextKey } from './field-texts.ts'
import { grouped } from './typing-format.ts'

/** A brand of cards in the table. */
export type CardBrand = NonNullable<ReturnType<typeof cardNumber>['card']>

/** No card has more digits (ISO/IEC 7812-1). */
const MAX_DIGITS = 19

const FOURS = [4, 8, 12, 16]

/** The brand of a number or of its first digits; `undefined` while several are possible, and for none. */
export const brandOf = (text: string): CardBrand | undefined => cardNumber(digitsOf(text)).card ?? undefined

/** Groups a number as its brand prints it on cards. */
export const cardNumberFormat = grouped({
  keep: digitsOf,
  // A number longer than usual for the brand is grouped in fours.
  gaps: (digits) => {
    const brand = brandOf(digits)
    return brand && digits.length <= Math.min(...brand.lengths) ? brand.gaps : FOURS
  },
  max: (digits) => Math.max(...(brandOf(digits)?.lengths ?? [MAX_DIGITS])),
})

/** The error of a number, if it has one. Only the bank knows whether the card exists. */
export function wrongNumber(text: string): TextKey | undefined {
  const digits = digitsOf(text)
  const { card, isValid } = cardNumber(digits)
  // The table lacks some national brands; their numbers may still be right.
  if (isValid || (!card && isLong(digits) && hasCheckDigit(digits))) return
  if (!digits) return 'number.empty'
  return digits.length < Math.min(...(card?.lengths ?? [MIN_DIGITS])) ? 'number.short' : 'number.wrong'
}

const MIN_DIGITS = 12

const isLong = ({ length }: string) => length >= MIN_DIGITS && length <= MAX_DIGITS

/** The Luhn check digit of ISO/IEC 7812-1. The library checks only the brands of its table. */
function hasCheckDigit(digits: string): boolean {
  const weighed = Array.from(digits, Number)
    .reverse()
    .map((digit, place) => (place % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit))
  return weighed.reduce((sum, digit) => sum + digit) % 10 === 0
}
