/** The lines of an order that offers opened: a single offer is a list of one. Pure. */
import type { OfferLine, OrderTerms } from './terms.ts'

/** A line of a limited offer. */
export type LimitedLine = OfferLine & { readonly limit: number }

/** What the order sells, as its page listed it. Empty for a session. */
export function offerLines(terms: OrderTerms): readonly OfferLine[] {
  const { lines, offer, item, offeredAt, description, units = 1, amountMinor, limit, product } = terms
  if (lines) return lines
  if (offer === undefined) return []
  return [
    {
      offer,
      ...(item !== undefined && { item }),
      ...(offeredAt !== undefined && { offeredAt }),
      ...{ description, quantity: units, amountMinor },
      ...(limit !== undefined && { limit }),
      ...(product && { product }),
    },
  ]
}

/**
 * The lines whose units the order has to reserve, in the one order in which every cart reserves them. So of two carts
 * that want the last units of the same offers, one gets them all.
 */
export const limitedLines = (terms: OrderTerms): readonly LimitedLine[] =>
  offerLines(terms)
    .filter((line): line is LimitedLine => line.limit !== undefined)
    .sort((one, other) => (one.offer < other.offer ? -1 : 1))

/** A line that sells a product. */
export type ProductLine = OfferLine & Required<Pick<OfferLine, 'item' | 'product'>>

/** The lines that sell products. */
export const productLines = (terms: OrderTerms): readonly ProductLine[] =>
  offerLines(terms).filter((line): line is ProductLine => line.product !== undefined && !!line.item)

/** Whether the order sells limited offers, so that it has to hold units before it is paid. */
export const isLimited = (terms: OrderTerms): boolean => limitedLines(terms).length > 0

/** Names a cart's line in a refusal, such as `lines.2`. A single offer needs no name. */
export const lineField = ({ lines }: OrderTerms, offer: string): { readonly fields?: readonly string[] } =>
  lines ? { fields: [`lines.${lines.findIndex((line) => line.offer === offer)}`] } : {}
