/** Reads what is sold for drawing only: the edge checks an offer's signature, knows each product's price, and decides. */

import type { Collect } from '../../shared/customer.ts'
import type { CheckoutGoods } from '../../shared/http-bodies.ts'
import { productInput, type SaleClaims, signingInput } from '../../shared/offer.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { ProductLook } from '../../shared/product.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { page } from '../browser/page.ts'
import { readJws } from './jws.ts'

/** What an order is of: one thing, or a line of a cart. */
export type Sold = Pick<CheckoutGoods, 'offer' | 'product'>

/**
 * Reads the claims of an offer.
 *
 * @returns The claims, or `offer-invalid` where the tag could draw nothing sensible.
 */
export const readOffer = (offer: string) => drawable(readJws(offer.trim()))

/**
 * Reads the claims of an offer, or those that a product's look comes to.
 *
 * @param looks The products, as the edge has sent them.
 */
export const readSold = ({ offer = '', product }: Sold, looks: readonly ProductLook[]) =>
  product ? drawable(claimsOf(looks.find((look) => look?.id === product))) : readOffer(offer)

const drawable = (claims: unknown): Result<SaleClaims, 'offer-invalid'> =>
  isDrawable(claims) ? accepted(claims) : refused('offer-invalid')

const claimsOf = (look: ProductLook | undefined) => look && { ...look, item: look.id, description: look.name }

/** The claims that the tag draws. Those of a cart are of one offer at a fixed price, with lines. */
export interface Claims extends SaleClaims {
  readonly lines?: NonNullable<OrderView['lines']>
  /** The address of a product's picture. */
  readonly image?: string
}

/** The groups of fields that an offer asks for. */
export const collectOf = ({ collect = ['email'] }: SaleClaims): readonly Collect[] => collect

/** The countries that an offer is sold to, as far as it names some. */
export const countriesOf = ({ countries }: SaleClaims): readonly string[] | undefined =>
  Array.isArray(countries) ? countries : undefined

/**
 * Names an offer: base64url of the SHA-256 of its signed part.
 *
 * @throws {TypeError} In an insecure context, which has no WebCrypto.
 */
export const offerDigest = (offer: string) => digestOf(signingInput(offer.trim()))

/**
 * Names an offer, or a product by its id alone.
 *
 * @throws {TypeError} In an insecure context, which has no WebCrypto.
 */
export const soldDigest = ({ offer = '', product }: Sold) =>
  product ? digestOf(productInput(product)) : offerDigest(offer)

/**
 * base64url of the SHA-256 of a text.
 *
 * @throws {TypeError} In an insecure context, which has no WebCrypto.
 */
export async function digestOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new page.TextEncoder().encode(text)))
  const base64 = page.btoa(String.fromCharCode(...digest))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const AMOUNT = /^\d+(\.\d+)?$/

/** The tag cannot check the signature, so the claims it draws as they are must have the shape that an offer has. */
function isDrawable(value: unknown): value is SaleClaims {
  const claims = (value ?? {}) as SaleClaims
  const priced = [claims.amount ?? claims.min, claims.amount ?? claims.max]
  return (
    typeof claims.description === 'string' &&
    /^[A-Z]{3}$/.test(claims.currency) &&
    (claims.intent === 'verify' || priced.every((amount) => AMOUNT.test(amount ?? '')))
  )
}
