/** `GET /v1/products`: the catalogue, for its merchant. */
import * as z from 'zod'
import { productList } from '../../../../shared/contract/product-schemas.ts'
import type { ProductList } from '../../../../shared/product.ts'
import { PRODUCT_ID } from '../../../../shared/product-id.ts'
import { catalogueOf, merchantProduct } from '../../catalogue-calls.ts'
import { operation } from '../../define-operation.ts'

/** Each counted product asks its counter. */
const PAGE = 50

const query = z.strictObject({
  cursor: z.string().regex(PRODUCT_ID).describe('The cursor of the previous page.').exactOptional(),
})

/** By id, hidden ones too. */
export const listProducts = operation(
  {
    route: 'GET /v1/products',
    tag: 'merchant',
    summary: 'Lists the products of the catalogue',
    pages: 'merchant',
    access: { merchant: 'catalogue' },
    query,
    reply: { status: 200, description: 'A page of the list, by id.', body: productList },
    problems: [],
  },
  async (c, { query: { cursor = '' } }) => {
    const kept = await catalogueOf(c).page({ after: cursor, limit: PAGE + 1 })
    const shown = kept.slice(0, PAGE)
    const last = kept.length > PAGE ? shown.at(-1) : undefined
    const products = await Promise.all(shown.map((one) => merchantProduct(c, one)))
    return c.json<ProductList>({ products, ...(last && { cursor: last.id }) })
  },
)
