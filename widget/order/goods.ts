/** What the page sells: one offer or product, or a cart of several. A session and a result tag sell nothing themselves. */

import type { CheckoutGoods, CheckoutLine } from '../../shared/http-bodies.ts'
import { cartInput } from '../../shared/offer.ts'
import type { ProductLook } from '../../shared/product.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { page } from '../browser/page.ts'
import { readCart } from './cart.ts'
import { type Claims, digestOf, readSold, type Sold, soldDigest } from './offer.ts'

/** The goods, in the form that the edge takes. A cart without lines is empty. */
export type Goods =
  | (CheckoutGoods & { readonly lines?: never })
  | { readonly lines: readonly CheckoutLine[]; readonly offer?: never; readonly product?: never }

/** Reads the goods of a tag: its property `offers`, the `<pay-line>` elements in it, its offer, or its product. */
export function goodsOf(element: ParentNode & Seller): Goods | undefined {
  const { offer, product, offers } = element
  if (Array.isArray(offers)) return { lines: offers.map(toLine) }
  const children = [...element.querySelectorAll('pay-line')]
  if (children.length) return { lines: children.map(childLine) }
  if (offer) return { offer }
  return product ? { product } : undefined
}

/** What is sold: the one thing, or the lines of the cart. */
export const soldIn = (goods: Goods | undefined): readonly Sold[] => (goods ? (goods.lines ?? [goods]) : [])

/** Whether the edge's catalogue has some of it. */
export const hasProducts = (goods: Goods | undefined): boolean => soldIn(goods).some(({ product }) => product)

/** The element that sells. */
interface Seller {
  readonly offer: string
  readonly product: string
  readonly offers: readonly CheckoutLine[] | undefined
}

const childLine = (child: Element) => {
  const [offer, product, quantity] = ['offer', 'product', 'quantity'].map((name) => child.getAttribute(name))
  return toLine({ offer, product, quantity })
}

/** A page may set anything as a line. */
function toLine(line: unknown): CheckoutLine {
  const { offer, product, quantity } = Object(line) as Readonly<Record<string, unknown>>
  const sold = product && !offer ? { product: `${product}` } : { offer: `${offer ?? ''}` }
  return { ...sold, ...(`${quantity ?? ''}` && { quantity: Number(quantity) }) }
}

/**
 * Reads the claims of a tag: those of offers at once, so that nothing on the page moves later.
 *
 * @param looks The products among the goods, as the edge has sent them.
 * @returns The claims, `undefined` where the tag sells nothing; or the code of why the tag cannot go on.
 */
export function readClaims(
  edge: string,
  goods: Goods | undefined,
  looks: readonly ProductLook[] = [],
): Result<Claims | undefined, string> {
  if (!edge) return refused('edge-missing')
  if (!goods || goods.lines?.length === 0) return accepted(undefined)
  if (!page.isSecureContext) return refused('context-insecure')
  return goods.lines ? readCart(goods.lines, looks) : readSold(goods, looks)
}

/**
 * Names the goods as the edge does in `view.offer`. The browser remembers their order under this name.
 *
 * @param drawn The lines of the claims.
 * @throws {TypeError} In an insecure context, which has no WebCrypto.
 */
export async function goodsDigest(goods: Goods, drawn: Claims['lines'] = []): Promise<string> {
  if (!goods.lines) return soldDigest(goods)
  const named = goods.lines.map(async (line, index) => ({
    digest: await soldDigest(line),
    quantity: drawn[index]?.quantity ?? 1,
  }))
  return digestOf(cartInput(await Promise.all(named)))
}

/**
 * Writes the drawn quantity into each line of a product: the least that is sold may change, and the same key has to open the
 * same order.
 */
export const withQuantities = (goods: Goods, drawn: Claims['lines'] = []): Goods =>
  goods.lines
    ? {
        lines: goods.lines.map((line, index) =>
          line.product ? { ...line, quantity: drawn[index]?.quantity ?? 1 } : line,
        ),
      }
    : goods
