/** The sum that a shopper saw. It is compared with the terms, and never charged. */
import * as z from 'zod'
import type { ExpectedSum } from '../../shared/http-bodies.ts'
import { toMinor } from '../../shared/money.ts'
import type { Sale } from '../credentials/sale.ts'
import { lookOf } from '../domain/product.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'

/** The member of a body. */
export const expectedSum = z
  .strictObject({ amount: z.string().max(20), currency: z.string() })
  .describe('The sum of the whole order that the shopper saw. Compared, never charged.')

/** Why the terms are not what the shopper saw, with the products as they are now; `undefined` if they are. */
export function sumRefusal(
  { amount, currency }: ExpectedSum,
  terms: Pick<OrderTerms, 'amountMinor' | 'currency' | 'exponent'>,
  { lines }: Pick<Sale, 'lines'>,
): Refusal | undefined {
  const minor = toMinor(amount, terms.exponent)
  if (minor.ok && minor.value === terms.amountMinor && currency === terms.currency) return undefined
  const products = lines.flatMap(({ goods: { product } }) => (product ? [lookOf(product)] : []))
  return { code: 'price-changed', products }
}
