/** Reads card data in replies, strictly, so that no other text passes as it. Pure: no clock, no storage, no network. */

/** A brand has no digits, and only these have a second word. Two other words may be a holder's name. */
const BRAND =
  /^(?:[a-z]{1,20}|(?:american|carte|cartes|china|diners|discover|maestro|master|mastercard|union|visa)[ _-][a-z]{1,20})$/i

/** A masked number that shows at most eight and four digits. */
const MASKED = /^\d{0,8}[*•xX]{4,13}\d{4}$/

/** Characters that gateways write for a hidden digit. */
const HIDDEN = /[*•●·xX#_.…]/g

/** Month and year in one field, in either order. */
const MONTH_FIRST = /^(0?[1-9]|1[0-2])[/. -]?(20\d\d|\d\d)$/
const YEAR_FIRST = /^(20\d\d|\d\d)[/. -]?(0[1-9]|1[0-2])(?:[/. -]?[0-3]\d)?$/

/** A card's expiry: `01` to `12` and four digits; empty if it is unknown. */
export interface Expiry {
  readonly month: string
  readonly year: string
}

const NEVER_TOLD: Expiry = { month: '', year: '' }

/** A card's brand; empty if the text cannot be one. */
export const brandIn = (text: string | undefined): string => (text && BRAND.test(text) ? text : '')

/** A masked number with `*` for each hidden digit; empty if it shows too much or nothing. */
export function maskedNumber(text: string | undefined): string {
  const told = text?.replaceAll(/(?<=\S)[ -](?=\S)/g, '').replaceAll(HIDDEN, '*') ?? ''
  return MASKED.test(told) ? told : ''
}

/** The last four digits, from their own field or the masked number; empty if neither has them. */
export const lastFourOf = (told: string | undefined, masked: string): string =>
  told && /^\d{4}$/.test(told) ? told : masked.slice(-4)

/** Reads an expiry from one field or two. */
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
