/** What the page sells: one offer, or a cart of several. A session and a result tag sell nothing themselves. */

import type { CheckoutLine } from '../../shared/http-bodies.ts'
import { cartInput } from '../../shared/offer.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { page } from '../browser/page.ts'
import { readCart } from './cart.ts'
import { type Claims, digestOf, offerDigest, readOffer } from './offer.ts'

/** The goods, in the form that the edge takes. A cart without lines is empty. */
export type Goods =
  | { readonly offer: string; readonly lines?: never }
  | { readonly lines: readonly CheckoutLine[]; readonly offer?: never }

/** Reads the goods of a tag: its property `offers`, the `<pay-line>` elements in it, or its offer. */
export function goodsOf(element: ParentNode & Seller): Goods | undefined {
  const { offer, offers } = element
  if (Array.isArray(offers)) return { lines: offers.map(toLine) }
  const children = [...element.querySelectorAll('pay-line')]
  if (children.length) return { lines: children.map(childLine) }
  return offer ? { offer } : undefined
}

/** The element that sells. */
interface Seller {
  readonly offer: string
  readonly offers: readonly CheckoutLine[] | undefined
}

const childLine = (child: Element) =>
  toLine({ offer: child.getAttribute('offer'), quantity: child.getAttribute('quantity') })

/** A page may set anything as a line. */
function toLine(line: unknown): CheckoutLine {
  const { offer, quantity } = Object(line) as Readonly<Record<string, unknown>>
  return { offer: `${offer ?? ''}`, ...(`${quantity ?? ''}` && { quantity: Number(quantity) }) }
}

/**
 * Reads the claims of a tag at once, so that nothing on the page moves later.
 *
 * @returns The claims, `undefined` where the tag sells nothing; or the code of why the tag cannot go on.
 */
export function readClaims(edge: string, goods: Goods | undefined): Result<Claims | undefined, string> {
  if (!edge) return refused('edge-missing')
  if (!goods || goods.lines?.length === 0) return accepted(undefined)
  if (!page.isSecureContext) return refused('context-insecure')
  return goods.lines ? readCart(goods.lines) : readOffer(goods.offer)
}

/**
 * Names the goods as the edge does in `view.offer`. The browser remembers their order under this name.
 *
 * @param drawn The lines of the claims.
 * @throws {TypeError} In an insecure context, which has no WebCrypto.
 */
export async function goodsDigest(
  { offer, lines = [] }: Goods,
  drawn: Claims['lines'] = [],
): Promise<string> {
  if (offer) return offerDigest(offer)
  const named = lines.map(async ({ offer = '' }, index) => ({
    digest: await offerDigest(offer),
    quantity: drawn[index]?.quantity ?? 1,
  }))
  return digestOf(cartInput(await Promise.all(named)))
}
