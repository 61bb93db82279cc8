/** What a page sells: a signed offer, a product or a cart of several, and whether that page may sell it. */
import * as z from 'zod'
import { type CheckoutLine, MAX_LINES } from '../../shared/http-bodies.ts'
import { MAX_OFFER_CHARACTERS } from '../../shared/offer-claims.ts'
import { PRODUCT_ID } from '../../shared/product-id.ts'
import { type Result, refused } from '../../shared/result.ts'
import { readSignedOffer } from '../credentials/offer-verification.ts'
import { readSale, type Sale } from '../credentials/sale.ts'
import type { Refusal } from '../domain/refusal.ts'
import { productsOf } from './catalogue-calls.ts'
import type { EdgeContext } from './context.ts'
import type { LongerBody } from './request-body.ts'

const signedOffer = z.string().trim().describe('The signed offer.')

const productId = z.string().regex(PRODUCT_ID).describe('The id of a product of the catalogue.')

const quantity = z
  .int()
  .describe('Absent: of an offer the least that it sells, of a product one piece.')
  .exactOptional()

const line = z
  .union([z.strictObject({ offer: signedOffer, quantity }), z.strictObject({ product: productId, quantity })])
  .meta({ id: 'CheckoutLine', description: 'A line of a cart: a sale for a fixed price.' })

/** The members of a body that name what is sold. */
export const goods = {
  offer: signedOffer.exactOptional(),
  product: productId.describe('The id of a product of the catalogue, instead of an offer.').exactOptional(),
  lines: z
    .array(line)
    .describe(
      `Instead of \`offer\`, \`product\`, \`quantity\` and \`amount\`: a cart of 1 to ${MAX_LINES} different offers and products.`,
    )
    .exactOptional(),
}

/** In the API document: exactly one of the three. */
export const ONE_OF_GOODS = [{ required: ['offer'] }, { required: ['product'] }, { required: ['lines'] }]

/** Whether a body names one of them, and no other. */
export const namesOneOfGoods = ({ offer, product, lines }: NamesOfGoods): boolean =>
  [offer, product, lines].filter((one) => one !== undefined).length === 1

interface NamesOfGoods {
  readonly offer?: string
  readonly product?: string
  readonly lines?: readonly CheckoutLine[]
}

/** Problems of any request that sells something. */
export const SALE_PROBLEMS = [
  ...['offer-invalid', 'offer-expired', 'offer-withdrawn', 'offer-limit', 'currency-not-served'],
  ...['product-unavailable', 'unavailable'],
  ...['cart-size', 'line-repeated', 'line-unfit', 'currencies-differ', 'origins-disjoint'],
  'countries-disjoint',
  ...['methods-disjoint', 'method-off', 'origin-not-allowed'],
] as const

/** Room for the names and the quantity in a line's JSON. */
const LINE_BYTES = MAX_OFFER_CHARACTERS + 128

/** Room for what comes beside the lines. */
const OTHER_BYTES = 16 * 1024

const MAX_CART_BYTES = MAX_LINES * LINE_BYTES + OTHER_BYTES

/** The first offer in the JSON of a body, or in its start. */
const FIRST_OFFER = /"offer"\s*:\s*"([\w.-]+)"/

/**
 * Reads a cart longer than any other body, once its first offer is found to be signed. Also one that may not be sold now:
 * it may have been paid before.
 */
export function largeCart(c: EdgeContext): LongerBody {
  const isAllowed = async (start: string) => {
    const [, offer = ''] = FIRST_OFFER.exec(start) ?? []
    return (await readSignedOffer(offer, c.get('config'), Math.floor(Date.now() / 1000))).ok
  }
  return { maxBytes: MAX_CART_BYTES, isAllowed }
}

/**
 * Verifies or finds what a request sells, and that the page which sends it may sell it.
 *
 * @param around The page around the edge's own frame, as that tells it. It only adds to the check of the sender.
 */
export async function saleIn(
  c: EdgeContext,
  request: Parameters<typeof readSale>[0],
  around?: string,
): Promise<Result<Sale, Refusal>> {
  const findProducts = (ids: readonly string[]) => productsOf(c, ids)
  const sale = await readSale(request, { config: c.get('config'), findProducts, now: Date.now() })
  if (!sale.ok) return sale
  return isSold(c, sale.value, around) ? sale : refused({ code: 'origin-not-allowed', why: 'offer' })
}

/** Whether the sender may sell it, and the page around the edge's own frame too. */
export function isSold(c: EdgeContext, goods: Pick<Sale, 'origins'>, around: string | undefined): boolean {
  const pages = [c.req.header('Origin'), around].filter((page) => page !== undefined)
  return pages.every((page) => isSeller(c, goods, page))
}

/** The edge's own page sells every offer, because payment links lead there. */
function isSeller(c: EdgeContext, { origins }: Pick<Sale, 'origins'>, page: string): boolean {
  const { PUBLIC_URL, ALLOWED_ORIGINS } = c.get('config')
  return page === PUBLIC_URL || (ALLOWED_ORIGINS.includes(page) && origins.includes(page))
}
