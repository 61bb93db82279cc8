/** Reads amounts as people type them. Pure. */

import { asciiDigits, digitsOf } from '../../shared/digits.ts'
import type { SaleClaims } from '../../shared/offer.ts'
import { decimalsOf } from '../order/amount.ts'

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

/**
 * What people write for a currency, beside what browsers call it in the page's language, in English and in its own country.
 * Each entry ends with a blank.
 */
const WRITTEN = 'VNDđ RUBр CHFfr TWD元 MADdh INRrs EGPle UAHгрн PLNzl KZTтг AEDdhs BYNр CNY元 '

/**
 * A sign; digits, also in groups of three, or as in India of two before the last three; a separator and more digits; the
 * mark of a whole sum as in `20.–`, `20,-`, `500/-`, `500/=` and `500:-`; a sign.
 */
const AMOUNT =
  /^([^\d.,-]*)(\d+|\d{1,3}(?:([.,])\d{3}(?:\3\d{3})*|([.,])(?:\d\d\4)+\d{3}))(?:([.,])(\d*))?(?:[/:]?[-–—]|\/=)?([^\d.,-]*)$/

/**
 * Reads an amount with thousands separators, a currency sign and blanks.
 *
 * @returns Decimal text with exactly the charged decimals; {@link UNCLEAR} where a separator may part thousands or
 *   decimals; `undefined` for a text that is no amount of the currency.
 */
export function readTypedAmount(typed: string, reading: Reading): string | undefined | typeof UNCLEAR {
  const { decimals } = reading
  const [, before, whole = '', threes, twos, separator, rest = '', after] =
    AMOUNT.exec(normalized(typed, decimals)) ?? []
  const group = threes ?? twos
  const isKnown = (sign = '') => !sign || isSignOf(sign, reading)
  // A repeated separator parts thousands; of two kinds, the last is the decimal one.
  if (!whole || (group && group === separator) || !isKnown(before) || !isKnown(after)) return undefined
  if (!group && rest.length === 3) return thousandOrThousandth(whole, rest, separator, reading)
  return exactly(whole, rest, decimals)
}

/**
 * Reads an amount that a shopper typed.
 *
 * @param locale The page's language, which decides what some separators mean.
 * @returns Decimal text with exactly the offer's decimals; {@link UNCLEAR} where the amount may be a thousand times as
 *   much and the offer allows that; `undefined` outside the offer.
 */
export function readAmount(
  { min = '0', max = min, currency }: SaleClaims,
  typed: string,
  locale: string,
): string | undefined | typeof UNCLEAR {
  const amount = readTypedAmount(typed, { currency, locale, decimals: decimalsOf(min) })
  // The digits alone are the amount, if all separators part thousands.
  const sum = Number(amount === UNCLEAR ? digitsOf(typed) : amount)
  return sum >= +min && sum <= +max ? amount : undefined
}

/** A text or a sign without blanks, capitals, marks of direction, and separators and dots that mean nothing. */
const normalized = (text: string, decimals = 0) =>
  asciiDigits(text.trim().normalize('NFKC'))
    .replaceAll('٫', '.')
    // A dot ends an abbreviation such as `руб.`. In `Rs.50` and `KD.500` it may also be a decimal point, so it stays there.
    .replace(/([\p{L}\p{M}])\.(\d{0,3}$)?/gu, (dotted, letter, rest = '') =>
      rest && rest.length <= decimals ? dotted : letter + rest,
    )
    .replace(/[\s'’٬\u200e\u200f]/g, '')
    .toLowerCase()

/** Whether a sign means the currency. The sign of another currency is no slip to overlook. */
function isSignOf(sign: string, { currency, locale }: Reading): boolean {
  const home = new Intl.Locale('und', { region: currency.slice(0, 2) }).maximize()
  const isNamed = (
    language: Intl.Locale | string,
    currencyDisplay: 'code' | 'symbol' | 'narrowSymbol' | 'name',
  ) => isWrittenFor(sign, partOf('currency', language, { style: 'currency', currency, currencyDisplay }))
  return (
    WRITTEN.includes(`${currency}${sign} `) ||
    [locale, 'en', home].some((language) =>
      (['code', 'symbol', 'narrowSymbol', 'name'] as const).some((one) => isNamed(language, one)),
    )
  )
}

/**
 * Whether a sign is a name, its initials as in `KD`, one of its words, or begins as a word does: `руб` and `рублей` as
 * `рубля`. Four letters tell rupees from rupiah.
 */
const isWrittenFor = (sign: string, name: string) =>
  [name, name.replace(/(\S)\S*\s(\S)\S*/, '$1$2'), ...name.split(/\s/)].some((text) => {
    const word = normalized(text)
    return word === sign || (sign.length > 2 && word.startsWith(sign.slice(0, 4)))
  })

/** The language's own separator parts thousands; any other before three digits may also part decimals. */
function thousandOrThousandth(
  whole: string,
  rest: string,
  separator: string | undefined,
  { locale, decimals }: Reading,
) {
  const [decimal, group] = (['decimal', 'group'] as const).map((type) =>
    partOf(type, locale).replace('٫', '.'),
  )
  const hasThousandths = decimals === 3
  if (separator === decimal && hasThousandths) return exactly(whole, rest, decimals)
  if (!Number(whole) || whole.length > 3) return undefined
  return separator === group && !hasThousandths ? exactly(whole + rest, '', decimals) : UNCLEAR
}

/** A separator or sign of a language's numbers. */
const partOf = (
  type: Intl.NumberFormatPartTypes,
  locale: Intl.Locale | string,
  options: Intl.NumberFormatOptions = {},
) =>
  new Intl.NumberFormat(locale, options).formatToParts(12345678.9).find((part) => part.type === type)
    ?.value ?? ''

function exactly(whole: string, rest: string, decimals: number): string | undefined {
  const digits = whole.replace(/[.,]|^0+(?=\d)/g, '')
  if (rest.length > decimals) return undefined
  return decimals ? `${digits}.${rest.padEnd(decimals, '0')}` : digits
}
