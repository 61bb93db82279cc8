/** `GET /v1/products/{id}/versions`: what a product was, and who changed it. */
import * as z from 'zod'
import { productVersions } from '../../../../shared/contract/product-schemas.ts'
import { toIsoTime } from '../../../../shared/iso-time.ts'
import type { ProductVersion, ProductVersions } from '../../../../shared/product.ts'
import type { KeptVersion } from '../../../catalogue/product-table.ts'
import { catalogueOf, PRODUCT_PATH } from '../../catalogue-calls.ts'
import { operation } from '../../define-operation.ts'
import { problem } from '../../respond.ts'

const PAGE = 50

const query = z.strictObject({
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .describe('The cursor of the previous page.')
    .exactOptional(),
})

/** The newest first. */
export const listProductVersions = operation(
  {
    route: 'GET /v1/products/{product}/versions',
    tag: 'merchant',
    summary: 'Lists the versions of a product, newest first',
    pages: 'merchant',
    access: { merchant: 'catalogue' },
    path: PRODUCT_PATH,
    query,
    reply: { status: 200, description: 'A page of the list.', body: productVersions },
    problems: ['product-unavailable'],
  },
  async (c, { query: { cursor } }) => {
    const id = c.req.param('product') ?? ''
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
    const kept = await catalogueOf(c).versions(id, { before, limit: PAGE + 1 })
    if (kept.length === 0 && cursor === undefined) return problem(c, { code: 'product-unavailable' })
    const shown = kept.slice(0, PAGE)
    const last = kept.length > PAGE ? shown.at(-1) : undefined
    const versions = shown.map(versionView)
    return c.json<ProductVersions>({ versions, ...(last && { cursor: String(last.number) }) })
  },
)

const versionView = ({ version, content, at, by }: KeptVersion): ProductVersion => ({
  ...{ version, at: toIsoTime(at), by, content },
})
