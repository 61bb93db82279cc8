/** The shopper's choice within an offer, and the sum it comes to. Pure. */

import type { ExpectedSum } from '../../shared/http-bodies.ts'
import type { SaleClaims } from '../../shared/offer.ts'

/** The shopper's choice, in the form that the edge gets. Empty for an offer that leaves nothing open. */
export interface AmountChoice {
  readonly amount?: string
  readonly quantity?: number
  /** The sum on the screen, where products are sold: their prices may change. */
  readonly expect?: ExpectedSum
}

/** What the shopper pays, and for how many pieces of one thing. */
export interface Price {
  /** Decimal text; `undefined` where there is none to name. */
  readonly sum: string | undefined
  /** `undefined` for several things. */
  readonly quantity: number | undefined
}

/** Decimals of an amount text. An offer always writes all that the gateway charges. */
export const decimalsOf = (amount: string) => amount.split('.')[1]?.length ?? 0

/** Whether the shopper chooses the quantity. */
export const hasOpenQuantity = ({ quantity }: SaleClaims) => !!quantity && quantity.min < quantity.max

/** The sum of an offer with a choice; `undefined` without a price, or while the choice is incomplete. */
export function total(claims: SaleClaims, choice: AmountChoice): string | undefined {
  const amount = claims.amount ?? choice.amount
  const quantity = choice.quantity ?? (claims.quantity ? undefined : 1)
  return amount && quantity ? times(amount, quantity) : undefined
}

/** The price of several pieces. */
export const times = (amount: string, quantity: number) => sumOf([amount], quantity)

/**
 * The sum of amounts of one currency, which have the same number of decimals. Exact, since it adds and multiplies minor
 * units. The edge refuses a malformed amount.
 */
export function sumOf(amounts: readonly string[], quantity = 1): string {
  const decimals = decimalsOf(amounts[0] ?? '')
  const minor = amounts.reduce((sum, amount) => sum + Number(amount.replace('.', '')) * quantity, 0)
  return (minor / 10 ** decimals).toFixed(decimals)
}

/**
 * Formats an amount for the shopper's language, with all decimals that the gateway charges.
 *
 * @param amount Decimal text.
 * @param currency ISO 4217 code.
 */
export const formatPrice = (amount: string, currency: string, locale: string): string =>
  writtenAmount(amount, locale, { style: 'currency', currency })

/** Writes an amount in the digits of the shopper's language, with all its decimals. */
export const writtenAmount = (amount: string, locale: string, options: Intl.NumberFormatOptions): string =>
  Number(amount).toLocaleString(locale, { minimumFractionDigits: decimalsOf(amount), ...options })
