/** Reads amounts as people type them. Pure. */

import { asciiDigits } from '../../shared/digits.ts'

/** How to read an amount. */
export interface Reading {
  readonly currency: string
  /** Decimals that the gateway charges. */
  readonly decimals: number
  /** The page's language, which decides what a single separator before three digits means. */
  readonly locale: string
}

/** Two readings are possible, or the only one would surprise: the tag asks the shopper. */
export const UNCLEAR = Symbol('unclear')

/** `20.–` and `20,-` are whole sums. */
const WHOLE = /[.,]?\s?[-–—]?$/

/**
 * Reads an amount with thousands separators, a currency sign and blanks.
 *
 * @returns Decimal text with exactly the charged decimals; {@link UNCLEAR} where a separator may part thousands or
 *   decimals; `undefined` for a text that is no amount of the currency.
 */
export function readTypedAmount(typed: string, reading: Reading): string | undefined | typeof UNCLEAR {
  const number = numberIn(typed, reading)
  if (number === undefined || !/^\d[\d.,]*$/.test(number)) return undefined
  const separators = number.replace(/\d/g, '')
  const last = separators.at(-1)
  if (!last) return exactly(number, '', reading)
  const at = number.lastIndexOf(last)
  const [whole, rest] = [number.slice(0, at), number.slice(at + 1)]
  const isAlone = separators.length === 1
  if (isAlone && rest.length === 3) return thousandOrThousandth(whole, rest, last, reading)
  if (isAlone) return exactly(whole, rest, reading)
  // A repeated separator parts thousands; of two kinds, the last is the decimal one.
  if (!separators.replaceAll(last, '')) return exactly(ungrouped(number, last), '', reading)
  if (separators.indexOf(last) !== separators.length - 1) return undefined
  return exactly(ungrouped(whole, separators.charAt(0)), rest, reading)
}

/** The number without blanks, the currency, and separators that can only group digits. */
function numberIn(typed: string, { currency, locale }: Reading): string | undefined {
  const text = asciiDigits(typed.normalize('NFKC'))
    .replaceAll('٫', '.')
    .replace(/[\s'’٬\u200e\u200f]/g, '')
  const [, before = '', number, after = ''] =
    /^([^\d.,-]*)([\d.,]+?)((?:[.,]?[-–—])?[^\d,-]*)$/.exec(text) ?? []
  const sign = (before + after.replace(WHOLE, '')).replace(/[.\-–—]/g, '')
  if (number === undefined || (sign && !isSignOf(sign, currency, locale))) return undefined
  return number.replace(WHOLE, '')
}

/** Whether a sign means the currency. The sign of another currency is no slip to overlook. */
function isSignOf(sign: string, currency: string, locale: string): boolean {
  const signs = (['code', 'symbol', 'narrowSymbol', 'name'] as const).map((currencyDisplay) =>
    partOf('currency', locale, { style: 'currency', currency, currencyDisplay }),
  )
  const bare = (text: string) => text.normalize('NFKC').replace(/[\s.]/g, '').toLowerCase()
  return signs.some((one) => bare(one) === bare(sign))
}

/** The language's own separator parts thousands; any other before three digits may also part decimals. */
function thousandOrThousandth(whole: string, rest: string, separator: string, reading: Reading) {
  const [decimal, group] = (['decimal', 'group'] as const).map((type) =>
    partOf(type, reading.locale).replace('٫', '.'),
  )
  const hasThousandths = reading.decimals === 3
  if (separator === decimal && hasThousandths) return exactly(whole, rest, reading)
  const isThousand = /^[1-9]\d{0,2}$/.test(whole)
  if (separator === group && !hasThousandths && isThousand) return exactly(whole + rest, '', reading)
  return isThousand ? UNCLEAR : undefined
}

/** A separator or sign of a language's numbers. */
const partOf = (type: Intl.NumberFormatPartTypes, locale: string, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(locale, options).formatToParts(12345678.9).find((part) => part.type === type)
    ?.value ?? ''

/** Groups of three, or as in India of two before the last three; anything else is no number. */
function ungrouped(text: string, separator: string): string {
  const [first = '', ...groups] = text.split(separator)
  const isGrouped =
    /^\d{1,3}$/.test(first) &&
    groups.at(-1)?.length === 3 &&
    (groups.every(({ length }) => length === 3) || groups.slice(0, -1).every(({ length }) => length === 2))
  return isGrouped ? first + groups.join('') : 'no number'
}

function exactly(whole: string, rest: string, { decimals }: Reading): string | undefined {
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(rest) || rest.length > decimals) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '')
  return decimals ? `${digits}.${rest.padEnd(decimals, '0')}` : digits
}
