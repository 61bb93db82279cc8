/** Which offers may be sold together. Pure. */
import { actOf, type SaleClaims } from '../../shared/offer.ts'
import { ACTS } from '../../shared/order-values.ts'
import type { Act } from '../../shared/order-view.ts'
import type { Refusal } from './refusal.ts'

/** A verified offer, or a product, of a cart. */
interface Offered {
  readonly claims: SaleClaims
  readonly digest: string
  readonly product?: unknown
}

/**
 * Why these offers may not be sold in one order: one occurs twice, its sum is open, it is no sale, or its currency is
 * another one. Names the first line that is wrong.
 */
export function cartRefusal(offers: readonly Offered[]): Refusal | undefined {
  const currency = offers[0]?.claims.currency
  for (const [index, { claims, digest, product }] of offers.entries()) {
    const fields = [`lines.${index}.${product ? 'product' : 'offer'}`]
    if (offers.findIndex((one) => one.digest === digest) < index) return { code: 'line-repeated', fields }
    if (claims.intent !== 'sale' || claims.amount === undefined) return { code: 'line-unfit', fields }
    if (claims.currency !== currency) return { code: 'currencies-differ', fields }
  }
  return undefined
}

/** What the shopper does by paying for these offers: what binds most. One that is ordered makes the whole cart an order. */
export const cartAct = (offers: readonly SaleClaims[]): Act =>
  ACTS.find((act) => offers.some((claims) => actOf(claims) === act)) ?? 'order'
