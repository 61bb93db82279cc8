/** What an offer costs: the price that the merchant signed, times the quantity. Pure. */
import { toDecimal, toMinor } from '../../shared/money.ts'
import type { SaleClaims } from '../../shared/offer.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from './refusal.ts'

/** What the shopper chose, as far as the offer leaves a choice. */
export interface Choice {
  readonly quantity?: number
  /** Decimal text in major units. */
  readonly amount?: string
}

/** The most that the gateway and the order's integers take, in minor units. */
export const MAX_MINOR = 999_999_999_999

/**
 * Computes the price of an order.
 *
 * @param exponent Decimals of the currency at the endpoint that serves it.
 * @returns Minor units, 0 for a verification; or the choice that the offer does not allow.
 */
export function priceOf(claims: SaleClaims, exponent: number, choice: Choice): Result<number, Refusal> {
  const quantity = quantityOf(claims, choice.quantity)
  if (!quantity.ok) return quantity
  const price = piecePrice(claims, exponent, choice.amount)
  if (!price.ok) return price
  // A product beyond 2^53 may be rounded, but never to below the limit.
  const total = price.value * quantity.value
  return total > MAX_MINOR ? refused({ code: 'amount-invalid', why: 'too many digits' }) : accepted(total)
}

/**
 * The pieces that the shopper buys: of an offer without a quantity, one.
 *
 * @param chosen Absent: the least that the offer sells.
 */
export function quantityOf(claims: SaleClaims, chosen: number | undefined): Result<number, Refusal> {
  const { min, max } = claims.quantity ?? { min: 1, max: 1 }
  const quantity = chosen ?? min
  const isOffered = Number.isInteger(quantity) && quantity >= min && quantity <= max
  return isOffered ? accepted(quantity) : refused({ code: 'quantity-invalid', fields: ['quantity'] })
}

/** The fixed price, or the shopper's choice within the range. Zero for a verification. */
function piecePrice(
  { min, max, amount }: SaleClaims,
  exponent: number,
  chosen: string | undefined,
): Result<number, Refusal> {
  if (min === undefined || max === undefined) {
    const fixed = toMinor(amount ?? '0', exponent)
    return fixed.ok && chosen === undefined ? fixed : badAmount
  }
  const [low, high, price] = [min, max, chosen ?? ''].map((text) => toMinor(text, exponent))
  if (!low?.ok || !high?.ok || !price?.ok) return badAmount
  return isWithin(price.value, low.value, high.value) ? price : badAmount
}

const badAmount = refused<Refusal>({ code: 'amount-invalid', fields: ['amount'] })

/**
 * Whether the prices of an offer can be charged: one fixed price; or a range for a single piece, with the suggestions
 * inside; or, for a verification, none. Each has exactly the decimals of the currency, so that merchant and edge cannot
 * mean different sums.
 *
 * @param exponent Decimals of the currency at the endpoint that serves it.
 */
export function hasValidPrices(claims: SaleClaims, exponent: number): boolean {
  const { intent, amount, min, max, suggested, quantity } = claims
  const isOpen = min !== undefined || max !== undefined
  if (intent === 'verify') return amount === undefined && !isOpen && !suggested && !quantity
  if (amount !== undefined) return !isOpen && !suggested && exactMinor(amount, exponent) > 0
  const [low, high] = [exactMinor(min, exponent), exactMinor(max, exponent)]
  const isSuggested = (text: string) => isWithin(exactMinor(text, exponent), low, high)
  return !quantity && low > 0 && low <= high && (suggested ?? []).every(isSuggested)
}

const isWithin = (minor: number, low: number, high: number) => minor >= low && minor <= high

/** Minor units of a text with exactly the decimals of the currency; else `NaN`, which fails every comparison. */
function exactMinor(text: string | undefined, exponent: number): number {
  const minor = toMinor(text ?? '', exponent)
  return minor.ok && toDecimal(minor.value, exponent) === text ? minor.value : Number.NaN
}
