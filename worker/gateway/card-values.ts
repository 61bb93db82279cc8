/** Reads what a reply tells of a card, by strict shape: nothing else fits in. Pure: no clock, no storage, no network. */

/** A brand has no digits, and unless it is one of these no second word: holders' names have. */
const BRAND =
  /^(?:[a-z]{1,20}|(?:american|carte|cartes|china|diners|discover|maestro|master|mastercard|union|visa)[ _-][a-z]{1,20})$/i

/** A number that shows more than it should, or none at all, is made anew of what may be shown. */
const MASKED = /^\d{0,8}[*•xX]{4,13}\d{4}$/

/** How gateways write a digit that they do not show. */
const HIDDEN = /[*•●·xX#_.…]/g

/** Month and year in one, in either order. */
const MONTH_FIRST = /^(0?[1-9]|1[0-2])[/. -]?(20\d\d|\d\d)$/
const YEAR_FIRST = /^(20\d\d|\d\d)[/. -]?(0[1-9]|1[0-2])(?:[/. -]?[0-3]\d)?$/

/** When a card expires: `01` to `12` and four digits, or empty where it was not told. */
export interface Expiry {
  readonly month: string
  readonly year: string
}

const NEVER_TOLD: Expiry = { month: '', year: '' }

/** A card's brand; empty where what is told cannot be one. */
export const brandIn = (text: string | undefined): string => (text && BRAND.test(text) ? text : '')

/** A number of which most is hidden, with `*` for each hidden digit; empty where it shows too much or nothing. */
export function maskedNumber(text: string | undefined): string {
  const told = text?.replaceAll(/(?<=\S)[ -](?=\S)/g, '').replaceAll(HIDDEN, '*') ?? ''
  return MASKED.test(told) ? told : ''
}

/** The last four digits, as they are told or as a masked number ends; empty where neither has them. */
export const lastFourOf = (told: string | undefined, masked: string): string =>
  told && /^\d{4}$/.test(told) ? told : masked.slice(-4)

/** Reads an expiry of one field, or of two. */
export function expiryOf({
  whole = '',
  month = '',
  year = '',
}: {
  readonly whole?: string | undefined
  readonly month?: string | undefined
  readonly year?: string | undefined
}): Expiry {
  const text = month && year ? `${month}/${year}` : whole
  const [, firstMonth, lastYear] = MONTH_FIRST.exec(text) ?? []
  if (firstMonth && lastYear) return { month: firstMonth.padStart(2, '0'), year: fourDigits(lastYear) }
  const [, firstYear, lastMonth] = YEAR_FIRST.exec(text) ?? []
  return firstYear && lastMonth ? { month: lastMonth, year: fourDigits(firstYear) } : NEVER_TOLD
}

const fourDigits = (year: string) => (year.length === 2 ? `20${year}` : year)
