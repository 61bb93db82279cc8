/** Which offers may be sold together. Pure. */
import type { OfferClaims } from '../../shared/offer.ts'
import type { Refusal } from './refusal.ts'

/** A verified offer of a cart. */
interface Offered {
  readonly claims: OfferClaims
  readonly digest: string
}

/**
 * Why these offers may not be sold in one order: one occurs twice, its sum is open, it is no sale, or its currency is
 * another one. Names the first line that is wrong.
 */
export function cartRefusal(offers: readonly Offered[]): Refusal | undefined {
  const currency = offers[0]?.claims.currency
  for (const [index, { claims, digest }] of offers.entries()) {
    const fields = [`lines.${index}.offer`]
    if (offers.findIndex((one) => one.digest === digest) < index) return { code: 'line-repeated', fields }
    if (claims.intent !== 'sale' || claims.amount === undefined) return { code: 'line-unfit', fields }
    if (claims.currency !== currency) return { code: 'currencies-differ', fields }
  }
  return undefined
}
