/** `GET /v1/products/{id}`: a product, for any page that shows it. */
import * as z from 'zod'
import { product, productLook } from '../../../../shared/contract/product-schemas.ts'
import { isOfMerchant } from '../../../../shared/merchant-key.ts'
import { PRODUCT_ID } from '../../../../shared/product-id.ts'
import { type KeptProduct, lookOf } from '../../../domain/product.ts'
import { authorizeMerchant, bearerOf } from '../../authorize.ts'
import { isSoldOut, merchantProduct, PRODUCT_PATH, productsOf } from '../../catalogue-calls.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { problem } from '../../respond.ts'
import { spendBudget } from '../../spend-budget.ts'

/** A changed price shows within this time. Browsers keep the look; the edge keeps none. */
const CACHE_SECONDS = 60

/** What shoppers may see; with a merchant key, everything. */
export const getProduct = operation(
  {
    route: 'GET /v1/products/{product}',
    tag: 'edge',
    summary: 'Returns a product of the catalogue',
    about:
      'A hidden product is `product-unavailable`. With a merchant key of scope `catalogue` the answer is the whole product, ' +
      'hidden or not, with its units, and is not to be stored.',
    pages: 'any',
    access: {},
    budget: 'look',
    path: PRODUCT_PATH,
    reply: {
      status: 200,
      description: 'The product as shoppers see it; the whole product for a merchant key.',
      body: z.union([productLook, product]),
      headers: { ETag: 'Changes with the version, and when the last unit is sold.' },
    },
    otherReplies: [{ status: 304, description: 'It is as `If-None-Match` says.' }],
    problems: ['product-unavailable', 'token-invalid', 'scope-missing', 'origin-not-allowed'],
  },
  async (c) => {
    c.header('Vary', 'Authorization')
    const id = c.req.param('product') ?? ''
    if (isOfMerchant(bearerOf(c))) return answerMerchant(c, id)
    const kept = await find(c, id)
    if (kept instanceof Response) return kept
    return kept.content.shown ? answerLook(c, kept) : unavailable(c)
  },
)

async function answerMerchant(c: EdgeContext, id: string): Promise<Response> {
  const merchant = await authorizeMerchant(c, 'catalogue')
  if (!merchant.ok) return problem(c, merchant.reason)
  const spent = await spendBudget(c, 'merchant', merchant.value.name)
  if (spent) return problem(c, spent)
  const kept = await find(c, id)
  return kept instanceof Response ? kept : c.json(await merchantProduct(c, kept))
}

async function answerLook(c: EdgeContext, kept: KeptProduct): Promise<Response> {
  const look = lookOf(kept, await isSoldOut(c, kept))
  const tag = `"${look.version}${look.soldOut ? '.sold-out' : ''}"`
  c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  c.header('ETag', tag)
  return isKnown(c, tag) ? c.body(null, 304) : c.json(look)
}

/** Caches of other machines may have weakened the tag (RFC 9110 §13.1.2). */
const isKnown = (c: EdgeContext, tag: string) =>
  (c.req.header('If-None-Match') ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

/** An id that no product can have asks no object. */
async function find(c: EdgeContext, id: string): Promise<KeptProduct | Response> {
  if (!PRODUCT_ID.test(id)) return unavailable(c)
  const found = await productsOf(c, [id])
  if (!found.ok) return problem(c, found.reason)
  return found.value[0] ?? unavailable(c)
}

const unavailable = (c: EdgeContext) => problem(c, { code: 'product-unavailable' })
