/** For tests inside workerd: orders of products, with the real catalogue. */
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { ProductContent } from '../../../shared/product.ts'
import type { KeptProduct } from '../../domain/product.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import { termsOf } from './limited-offers.ts'

/** What a product of these tests says, unless a test changes it. */
const MUG: ProductContent = {
  name: 'Heather mug',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
  shown: true,
}

const catalogue = () => env.CATALOGUE.getByName('catalogue')

/** Makes a product that no other test has. */
export async function product(units?: number, said: Partial<ProductContent> = {}): Promise<KeptProduct> {
  const made = await catalogue().create(
    { id: crypto.randomUUID(), content: { ...MUG, ...said }, ...(units !== undefined && { units }) },
    'desk',
  )
  return made.ok ? made.value : expect.fail('the product is there already')
}

/** Changes a product as an editor does who sees its present version. */
export async function change(id: string, content: Partial<ProductContent>): Promise<KeptProduct> {
  const [before = expect.fail('there is no such product')] = await catalogue().read([id])
  const { version } = before
  const changed = await catalogue().change(
    { id, version, content: { ...before.content, ...content } },
    'desk',
  )
  return changed.ok ? changed.value : expect.fail('another editor was faster')
}

/** What the terms of an order say of a piece of a product. */
export const productTerms = ({
  id,
  version,
  unitsRevision,
  units,
  content: { image, lowAt },
}: KeptProduct): Partial<OrderTerms> => ({
  // Its counter has this name.
  ...{ offer: `product ${id}`, item: id, amountMinor: 1250 },
  product: {
    version,
    unitsRevision,
    ...(image !== undefined && { image }),
    ...(lowAt !== undefined && { lowAt }),
  },
  ...(units !== undefined && { limit: units }),
})

/** The terms of an order that sells a piece of a product, as it was when the order was opened. */
export const termsFor = (product: KeptProduct, changes: Partial<OrderTerms> = {}): OrderTerms =>
  termsOf({ ...productTerms(product), ...changes })
