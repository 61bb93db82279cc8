/** A card's expiry in one field, `MM/YY`. Pure. */
import { hasCardExpired } from '../../../shared/card-expiry.ts'
import { asciiDigits, digitsOf } from '../../../shared/digits.ts'
import type { TextKey } from './field-texts.ts'
import { type Edit, type Entry, fitted } from './typing-format.ts'

/** No card is valid for longer; such a year is a typing error. */
const MAX_YEARS = 20

/** Two digits of the month, four of the year. */
export interface Expiry {
  readonly month: string
  readonly year: string
}

/** Reads `MM/YY`; `undefined` for anything else. */
export function expiryOf(text: string): Expiry | undefined {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(tidied(text)) ?? []
  return month && year ? { month, year: `20${year}` } : undefined
}

/**
 * Helps with typing, and accepts every form in which people and browsers write an expiry: `1/27`, `01 / 2027`, `0127`,
 * `1-27`, `012027`, `2027-01`.
 */
export function expiryFormat({ before, after, deletes }: Edit): Entry {
  if (deletes) return withoutSome(before, after, deletes)
  const slash = after.text.indexOf('/')
  if (before && slash >= 0 && after.caret < after.text.length) return typedWithin(after, slash)
  const text = tidied(after.text)
  return { text, caret: text.length }
}

/** While the shopper types a month before an existing year, it is not completed, and pushes no digit out of the year. */
function typedWithin({ text, caret }: Entry, slash: number): Entry {
  const isMonth = caret <= slash
  const [month, year] = [text.slice(0, slash), text.slice(slash + 1)]
  const place = isMonth ? caret : caret - slash - 1
  const [typed, kept] = isMonth ? [month, year] : [year, month]
  const [left, right] = fitted(digitsOf(typed.slice(0, place)), digitsOf(typed.slice(place)), 2)
  if (!isMonth) return { text: `${kept}/${left}${right}`, caret: kept.length + 1 + left.length }
  // The next digit belongs to the year.
  return { text: `${left}${right}/${digitsOf(kept)}`, caret: left.length === 2 ? 3 : left.length }
}

/** While the shopper deletes, nothing is inserted, but the slash goes only together with a digit beside it. */
function withoutSome(before: string, { text, caret }: Entry, deletes: 'before' | 'after'): Entry {
  const [month, year] = [text.slice(0, caret), text.slice(caret)]
  const tookSlash = before === `${month}/${year}` && month && year
  if (!tookSlash) return { text, caret }
  return deletes === 'before'
    ? { text: `${month.slice(0, -1)}/${year}`, caret: caret - 1 }
    : { text: `${month}/${year.slice(1)}`, caret: caret + 1 }
}

/** The typed digits in the form `MM/YY`, with the slash as soon as the month is certain. */
function tidied(typed: string): string {
  const text = asciiDigits(typed).replace(/\p{L}/gu, '').trim().replace(/\D+/g, '/').replace(/^\//, '')
  const [, fullYear, itsMonth] = /^(20\d\d)\/?(\d{1,2})$/.exec(text) ?? []
  // Of six digits, the month may be at either end.
  if (fullYear && itsMonth && !/^\d{5}$/.test(text))
    return `${itsMonth.padStart(2, '0')}/${fullYear.slice(2)}`
  const [month = '', ...rest] = text.split('/')
  return rest.length ? `${padded(month)}/${shortYear(rest.join(''))}` : fromDigits(month)
}

const padded = (month: string) => month.slice(0, 2).padStart(2, '0')

/** A year of four digits becomes one of two. */
const shortYear = (digits: string) =>
  /^20\d\d/.test(digits) ? digits.slice(2, 4) : digits.slice(0, digits.startsWith('20') ? 3 : 2)

/** `1` may become `12`; after `2` to `9`, `01` to `12` the month is certain, and `13` is January of a year with 3. */
function fromDigits(digits: string): string {
  const [, month, year = ''] = /^(0[1-9]|1[0-2]|[1-9](?=\d)|[2-9])(\d*)$/.exec(digits) ?? []
  return month ? `${month.padStart(2, '0')}/${shortYear(year)}` : digits.slice(0, 2)
}

/** The error of an expiry, if it has one. */
export function wrongExpiry(text: string, now: Date): TextKey | undefined {
  const expiry = expiryOf(text)
  if (!expiry) return 'expiry.empty'
  const [month, year] = [Number(expiry.month), Number(expiry.year)]
  if (month < 1 || month > 12) return 'expiry.month'
  if (hasCardExpired(month, year, now.getTime())) return 'expiry.past'
  return year > now.getFullYear() + MAX_YEARS ? 'expiry.far' : undefined
}
