/** What has to be typed of a card, and when it is right. Pure. */
import type { PresentCard } from '../../shared/messages.ts'

/** A field of the form. */
export type CardField = 'number' | 'holder' | 'expiry' | 'code'

/** What stands in each field. */
export type Typed = Readonly<Record<CardField, string>>

/** Field → whether what is typed can be right. Whether there is such a card only its bank knows. */
const RULES: Readonly<Record<CardField, (text: string, now: Date) => boolean>> = {
  number: (text) => /^\d{12,19}$/.test(compact(text)) && hasCheckDigit(compact(text)),
  holder: (text) => text.trim().length > 0,
  expiry: (text, now) => {
    const { month, year } = expiryOf(text)
    // A card holds until the end of its month. `Date` counts months from 0, so this is the first day after.
    return month >= 1 && month <= 12 && new Date(year, month) > now && year < now.getFullYear() + MAX_YEARS
  },
  code: (text) => /^\d{3,4}$/.test(text.trim()),
}

/** No card is made to hold for longer; such a year was mistyped. */
const MAX_YEARS = 30

/** The fields that are wrong, in the order in which they are asked. */
export const wrongFields = (typed: Typed, now: Date): CardField[] =>
  (Object.keys(RULES) as CardField[]).filter((field) => !RULES[field](typed[field], now))

/** The card as it is sent. Call it only where no field is wrong. */
export function cardOf({ number, holder, expiry, code }: Typed): PresentCard {
  const { month, year } = expiryOf(expiry)
  return {
    number: compact(number),
    holder: holder.trim(),
    expiryMonth: String(month).padStart(2, '0'),
    expiryYear: String(year),
    cvv: code.trim(),
  }
}

/**
 * Helps typing an expiry where the keyboard has no slash.
 *
 * @param before What stood there; nothing is put in while the shopper takes away.
 */
export function withSlash(text: string, before: string): string {
  if (text.length < before.length) return text
  // Whoever types the separator too finds the slash there already.
  if (/\/\s*[/.-]$/.test(text)) return text.replace(/\s*.$/, '')
  if (/^[2-9]$/.test(text)) return `0${text}/`
  return /^(0[1-9]|1[0-2])$/.test(text) ? `${text}/` : text
}

/** `MM/YY`, `MM / YYYY`, `MMYY` or `MM-YY`; a month of 0 for anything else. */
function expiryOf(text: string): { month: number; year: number } {
  const [, month = '0', year = '0'] = /^\s*(\d{1,2})\s*[/.-]?\s*((?:20)?\d\d)\s*$/.exec(text) ?? []
  return { month: Number(month), year: (Number(year) % 100) + 2000 }
}

const compact = (number: string) => number.replace(/[\s-]/g, '')

/** The Luhn check digit of ISO/IEC 7812-1. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const weighed = Number(digit) * (index % 2 ? 2 : 1)
    return all + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
