/** Changes of a product that must not overwrite what somebody else wrote, and happen once. */
import type { NewProduct, Product, ProductContent } from '../../shared/product.ts'
import { contentOf } from '../../shared/product-import.ts'
import { accepted, type Result } from '../../shared/result.ts'
import type { DeskContext } from '../session/desk-context.ts'
import type { ProductRefusal } from '../session/product-api.ts'

/** How a change ended. */
export type Saved = Result<Product, ProductRefusal>

/** Others may change the product again and again; a person has to look then. */
const MAX_TRIES = 3

/** The whole catalogue, page by page; or the first refusal. */
export async function allProducts({
  api,
}: Pick<DeskContext, 'api'>): Promise<Result<readonly Product[], ProductRefusal>> {
  const found: Product[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await api.products.list(cursor)
    if (!page.ok) return page
    found.push(...page.value.products)
    cursor = page.value.cursor
    if (cursor === undefined) return accepted(found)
  }
}

/** Makes a product, or another version of one. Sent again after a lost answer, it is the same product. */
export const save = (
  { api }: Pick<DeskContext, 'api'>,
  content: ProductContent,
  to: Product | Pick<NewProduct, 'id' | 'units'>,
): Promise<Saved> =>
  'version' in to ? api.products.change(to, content) : api.products.create({ ...to, ...content })

/**
 * Shows or hides a product. Where somebody else has changed it meanwhile, it is hidden all the same, with what they wrote: that
 * takes nothing back. It is not shown then: the person has not seen what would be sold.
 */
export async function setShown(
  { api }: Pick<DeskContext, 'api'>,
  product: Product,
  shown: boolean,
): Promise<Saved> {
  let seen = product
  for (let tries = 1; ; tries++) {
    const saved = await api.products.change(seen, { ...contentOf(seen), shown })
    const changed = saved.ok ? undefined : changedMeanwhile(saved.reason)
    if (!changed || shown || tries === MAX_TRIES) return saved
    seen = changed
  }
}

/** The product that somebody else has changed; `undefined` for any other refusal. */
export const changedMeanwhile = ({ code, product }: ProductRefusal): Product | undefined =>
  code === 'product-changed' ? product : undefined
