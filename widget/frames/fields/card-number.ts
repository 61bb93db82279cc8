/** Card numbers: brands, groups and rules, by the table of credit-card-type. Pure. */
import table from 'credit-card-type/dist/lib/card-types.js'
import { digitsOf } from '../../../shared/digits.ts'
import type { TextKey } from './field-texts.ts'
import { grouped } from './typing-format.ts'

/** A brand of cards in the table. */
export type CardBrand = (typeof table)[string]

/** No card has more digits (ISO/IEC 7812-1). */
const MAX_DIGITS = 19

const FOURS = [4, 8, 12, 16]

/** Of beginnings that are equally long, the first brand's counts: those of Verve lie within Maestro's. */
const BRANDS = [...Object.values(table).filter(({ type }) => type !== 'maestro'), table.maestro].filter(
  (one) => !!one,
)

/** What a brand's numbers begin with: these digits, or those from the first to the last. */
type Beginning = CardBrand['patterns'][number]

/** The brand of a number or of its first digits; `undefined` while several are possible, and for none. */
export function brandOf(text: string): CardBrand | undefined {
  const digits = digitsOf(text)
  if (!digits) return
  const possible = BRANDS.flatMap((brand) => {
    const beginning = brand.patterns.find((one) => mayBegin(digits, one))
    return beginning ? [{ brand, length: lengthOf(beginning) }] : []
  })
  // The longest beginning decides between brands once the number is long enough for each.
  const isDecided = possible.every(({ length }) => digits.length >= length)
  if (!isDecided && possible.length > 1) return
  return possible.reduce<(typeof possible)[0] | undefined>(
    (best, one) => (best && best.length >= one.length ? best : one),
    undefined,
  )?.brand
}

const lengthOf = (beginning: Beginning) => `${[beginning].flat()[0]}`.length

/** Whether the first digits of both agree, as far as there are some. */
function mayBegin(digits: string, beginning: Beginning): boolean {
  const [first, last = first] = [beginning].flat().map((bound) => Number(`${bound}`.slice(0, digits.length)))
  const typed = Number(digits.slice(0, lengthOf(beginning)))
  return first !== undefined && last !== undefined && typed >= first && typed <= last
}

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
  if (!digits) return 'number.empty'
  const brand = brandOf(digits)
  // The table lacks some national brands; their numbers may still be right.
  const isWhole = brand ? brand.lengths.includes(digits.length) : isLong(digits)
  // Numbers of UnionPay have no check digit.
  if (isWhole && (brand?.type === 'unionpay' || hasCheckDigit(digits))) return
  return digits.length < Math.min(...(brand?.lengths ?? [MIN_DIGITS])) ? 'number.short' : 'number.wrong'
}

const MIN_DIGITS = 12

const isLong = ({ length }: string) => length >= MIN_DIGITS && length <= MAX_DIGITS

/** The Luhn check digit of ISO/IEC 7812-1. */
function hasCheckDigit(digits: string): boolean {
  const weighed = Array.from(digits, Number)
    .reverse()
    .map((digit, place) => (place % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit))
  return weighed.reduce((sum, digit) => sum + digit) % 10 === 0
}
