/** Whether two requests under one key mean the same order. Pure. */
import { toMinor } from '../../shared/money.ts'
import { offerLines, productLines } from './offer-lines.ts'
import type { OrderTerms } from './terms.ts'

/** A second tab, or a request whose answer was lost, opens the same order again; only the clock has moved on. */
export function areSameTerms(known: OrderTerms, given: OrderTerms): boolean {
  return productLines(known).length > 0 ? areSameProducts(known, given) : agreed(known) === agreed(given)
}

/**
 * Whether who agrees to pay by the given terms agrees to pay by those of the stored order: the same sum for the same pieces.
 * Of products this asks for more than {@link areSameTerms}, since a request may leave the quantity out, and the price may have
 * changed.
 */
export const isSameSale = (known: OrderTerms, given: OrderTerms): boolean =>
  agreed(known) === agreed(given) && pieces(known) === pieces(given)

const agreed = ({ id, amountMinor, currency, intent, offer, bodyDigest }: OrderTerms) =>
  JSON.stringify([id, amountMinor, currency, intent, offer, bodyDigest])

/** The pieces of each line, in whatever order, and whether they have to be reserved. */
const pieces = (terms: OrderTerms) =>
  JSON.stringify(
    offerLines(terms)
      .map(({ offer, quantity, limit }) => [offer, quantity, limit !== undefined] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  )

/**
 * The price of a product may have changed since, and what it asks or allows. So only what the page says itself is compared:
 * the goods, whose digest has the quantities of a cart, and what it chose of a single product.
 */
function areSameProducts(known: OrderTerms, { id, offer, chosen = {} }: OrderTerms): boolean {
  const { quantity, amount } = chosen
  const minor = toMinor(amount ?? '', known.exponent)
  const isSameQuantity = quantity === undefined || quantity === (known.units ?? 1)
  const isSameAmount = amount === undefined || (minor.ok && minor.value === known.amountMinor)
  return id === known.id && offer === known.offer && isSameQuantity && isSameAmount
}
