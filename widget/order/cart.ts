/** A cart: several offers and products that the shopper pays for together. The tag draws their sum; the edge checks each and decides. */
import type { CheckoutLine } from '../../shared/http-bodies.ts'
import { isOrdered, type SaleClaims } from '../../shared/offer.ts'
import type { ProductLook } from '../../shared/product.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { sumOf, times } from './amount.ts'
import { type Claims, collectOf, countriesOf, readSold } from './offer.ts'

/**
 * Reads a cart as one offer whose fixed price is the sum of the lines.
 *
 * @param lines At least one. Without a quantity, a line has the fewest pieces that its offer sells.
 * @param looks The products in it, as the edge has sent them.
 * @returns The claims; or the code of why the tag can draw no sum. Everything else the edge refuses.
 */
export function readCart(
  lines: readonly CheckoutLine[],
  looks: readonly ProductLook[] = [],
): Result<Claims, string> {
  const offers: SaleClaims[] = []
  for (const line of lines) {
    const claims = readSold(line, looks)
    if (!claims.ok) return claims
    offers.push(claims.value)
  }
  const [first] = offers as [SaleClaims]
  if (offers.some(({ amount }) => !amount)) return refused('line-unfit')
  if (offers.some(({ currency }) => currency !== first.currency)) return refused('currencies-differ')
  const drawn = offers.map(({ item, description, amount = '', quantity: sold }, index) => {
    const quantity = lines[index]?.quantity ?? sold?.min ?? 1
    return { item, description, quantity, amount: times(amount, quantity) }
  })
  if (!drawn.every(({ quantity }) => Number.isSafeInteger(quantity) && quantity > 0))
    return refused('quantity-invalid')
  // One line that is ordered makes the whole cart an order.
  const { quantity: _, ...one } = offers.find(isOrdered) ?? first
  const methods = offers.map((claims) => claims.methods).reduce(common)
  const countries = offers.map(countriesOf).reduce(common)
  if (countries?.length === 0) return refused('countries-disjoint')
  return accepted({
    ...one,
    intent: 'sale',
    lines: drawn,
    description: drawn.map(({ description }) => description).join(', '),
    amount: sumOf(drawn.map(({ amount }) => amount)),
    ...(methods && { methods }),
    ...(countries && { countries }),
    collect: [...new Set(offers.flatMap(collectOf))],
  })
}

/** An offer that names no methods takes all of the edge's, and one that names no countries is sold to all. */
const common = <Name>(
  all: readonly Name[] | undefined,
  some: readonly Name[] | undefined,
): readonly Name[] | undefined => (all && some ? all.filter((one) => some.includes(one)) : (all ?? some))
