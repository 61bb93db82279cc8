/** What an offer leaves to the shopper, and what it comes to. Pure. */
import type { OfferClaims } from '../../shared/offer.ts'
import { readTypedAmount, UNCLEAR } from './typed-amount.ts'

/** What the shopper chose, as it is sent to the edge. Empty for an offer that leaves nothing open. */
export interface AmountChoice {
  readonly amount?: string
  readonly quantity?: number
}

/** Decimals of an amount text, which are always those that are charged. */
export const decimalsOf = (amount: string) => amount.split('.')[1]?.length ?? 0

/** Whether the shopper chooses the amount. */
export const hasOpenAmount = (claims: OfferClaims) => !claims.amount && !!claims.min

/** Whether the shopper chooses how many. */
export const hasOpenQuantity = ({ quantity }: OfferClaims) => !!quantity && quantity.min < quantity.max

/** Whether the sum is only known once the shopper has chosen; the order is then opened no sooner. */
export const isChoosable = (claims: OfferClaims) => hasOpenAmount(claims) || hasOpenQuantity(claims)

/**
 * Reads an amount as a shopper types it.
 *
 * @param locale The language of the page, which decides what some separators mean.
 * @returns Decimal text with exactly the offer's decimals; {@link UNCLEAR} for what may be a thousand times as much, where
 *   the offer allows that; `undefined` for what is outside the offer.
 */
export function readAmount(
  { min = '0', max = min, currency }: OfferClaims,
  typed: string,
  locale: string,
): string | undefined | typeof UNCLEAR {
  const amount = readTypedAmount(typed, { currency, locale, decimals: decimalsOf(min) })
  const sum = amount === UNCLEAR ? Number(digitsIn(typed)) : Number(amount)
  return sum >= +min && sum <= +max ? amount : undefined
}

/** The digits alone: what an amount with separators of thousands comes to. */
export const digitsIn = (typed: string) => typed.replace(/\D/g, '')

/** What an offer comes to with a choice; `undefined` for one without a price, or while the choice is incomplete. */
export function total(claims: OfferClaims, choice: AmountChoice): string | undefined {
  const amount = claims.amount ?? choice.amount
  const quantity = choice.quantity ?? (claims.quantity ? undefined : 1)
  return amount && quantity ? times(amount, quantity) : undefined
}

/** Exact, since what is multiplied is minor units. An amount that is none is refused by the edge. */
const times = (amount: string, quantity: number) => {
  const decimals = decimalsOf(amount)
  return ((Number(amount.replace('.', '')) * quantity) / 10 ** decimals).toFixed(decimals)
}

/**
 * Writes an amount as the shopper's language does, with the decimals that are charged.
 *
 * @param amount Decimal text.
 * @param currency ISO 4217 code.
 */
export function formatPrice(amount: string, currency: string, locale: string): string {
  const digits = decimalsOf(amount)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return Number(amount).toLocaleString(locale, { style: 'currency', currency, ...options })
}
