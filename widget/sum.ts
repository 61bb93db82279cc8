/** What an offer leaves to the shopper, and what it comes to. Integers of minor units inside; pure. */
import { toDecimal, toMinor } from '../shared/money.ts'
import type { OfferClaims } from '../shared/offer.ts'
import { accepted, type Result, refused } from '../shared/result.ts'

/** What the shopper chose, as it is sent to the edge. Empty for an offer that leaves nothing open. */
export interface Choice {
  readonly amount?: string
  readonly quantity?: number
}

/** Why a choice is outside the offer. */
export type ChoiceProblem = 'amount-invalid' | 'quantity-invalid'

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
 * @param typed Digits with `.` or `,` before the decimals; blanks do not count.
 * @returns Decimal text with exactly the offer's decimals.
 */
export function readAmount(claims: OfferClaims, typed: string): Result<string, ChoiceProblem> {
  const { min = '0', max = min } = claims
  const decimals = decimalsOf(min)
  const minor = toMinor(typed.replace(/\s/g, '').replace(',', '.'), decimals)
  if (!minor.ok || minor.value < minorOf(min) || minor.value > minorOf(max)) return refused('amount-invalid')
  return accepted(toDecimal(minor.value, decimals))
}

/** What an offer comes to with a choice; `undefined` for one without a price, or while the choice is incomplete. */
export function total(claims: OfferClaims, choice: Choice): string | undefined {
  const amount = claims.amount ?? choice.amount
  const quantity = choice.quantity ?? (claims.quantity ? undefined : 1)
  return amount && quantity ? toDecimal(minorOf(amount) * quantity, decimalsOf(amount)) : undefined
}

/** Texts of a signed offer; one that is no amount is refused by the edge, and drawn as nothing. */
function minorOf(amount: string): number {
  const minor = toMinor(amount, decimalsOf(amount))
  return minor.ok ? minor.value : 0
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
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...options }).format(Number(amount))
}
