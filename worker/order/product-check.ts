/** Holds an attempt to the catalogue: the products of an order are shown, and cost what the order agreed on. */
import { errorText } from '../config/error-text.ts'
import { withTimeout } from '../deadline.ts'
import { lineField, type ProductLine, productLines } from '../domain/offer-lines.ts'
import { type KeptProduct, lookOf } from '../domain/product.ts'
import { costsTheSame } from '../domain/product-price.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'

/**
 * Asks the catalogue about the products of an order that was opened before. Of one that is just being opened, its caller
 * has read them. A catalogue that does not answer refuses: no shopper is charged a price that may be over.
 *
 * @param shownMinor The sum that the request itself comes to, in minor units, if it says one: its key may have opened the
 *   order for more pieces than its shopper sees.
 */
export async function productRefusal(
  context: OrderContext,
  terms: OrderTerms,
  shownMinor = terms.amountMinor,
): Promise<Refusal | undefined> {
  const lines = productLines(terms)
  if (lines.length === 0 || !context.record.state) return undefined
  try {
    return refusalBy({ terms, lines, shownMinor }, await presentProducts(context, lines))
  } catch (error) {
    return { code: 'unavailable', why: errorText(error) }
  }
}

async function presentProducts({ catalogue, reached, times }: OrderContext, lines: readonly ProductLine[]) {
  await reached('catalogue-next')
  const ids = lines.map(({ item }) => item)
  const found = await withTimeout(times().soldOutDeadline, catalogue().read(ids))
  await reached('catalogue-answered')
  return found
}

/** What an order agreed on, and what its shopper sees. */
interface Agreement {
  readonly terms: OrderTerms
  readonly lines: readonly ProductLine[]
  readonly shownMinor: number
}

function refusalBy(
  { terms, lines, shownMinor }: Agreement,
  products: readonly (KeptProduct | undefined)[],
): Refusal | undefined {
  const hidden = lines.find((_, at) => !products[at]?.content.shown)
  if (hidden) return { code: 'product-unavailable', ...lineField(terms, hidden.offer) }
  const present = products.filter((product) => product !== undefined)
  const changed = lines.find((line, at) => !present[at] || !costsTheSame(present[at], line, terms))
  if (!changed && shownMinor === terms.amountMinor) return undefined
  const looks = present.map((product) => lookOf(product))
  return { code: 'price-changed', ...(changed && lineField(terms, changed.offer)), products: looks }
}
