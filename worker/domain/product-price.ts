/** Whether a product may be sold as it is, and whether it still costs what an order agreed on. Pure. */
import { toDecimal } from '../../shared/money.ts'
import { hasOpenAmount } from '../../shared/offer.ts'
import { type Choice, hasValidPrices, priceOf } from './offer-price.ts'
import { type KeptProduct, saleClaimsOf } from './product.ts'
import type { OfferLine, OrderTerms } from './terms.ts'

/** Whether its prices can be charged at the endpoint that serves its currency. */
export const isChargeable = (product: KeptProduct, exponent: number): boolean =>
  hasValidPrices(saleClaimsOf(product), exponent)

/** The part of an order that a product's price is compared with. */
type Agreed = Pick<OrderTerms, 'currency' | 'intent' | 'exponent'>

/** Whether the product, as it is now, makes the very sum that the line of an order has. */
export function costsTheSame(
  product: KeptProduct,
  line: Pick<OfferLine, 'product' | 'quantity' | 'amountMinor'>,
  { currency, intent, exponent }: Agreed,
): boolean {
  if (product.version === line.product?.version) return true
  const claims = saleClaimsOf(product)
  if (claims.currency !== currency || claims.intent !== intent) return false
  if (!hasValidPrices(claims, exponent)) return false
  const choice: Choice = hasOpenAmount(claims)
    ? { quantity: line.quantity, amount: toDecimal(line.amountMinor, exponent) }
    : { quantity: line.quantity }
  const price = priceOf(claims, exponent, choice)
  return price.ok && price.value === line.amountMinor
}
