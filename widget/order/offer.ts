/** Reads an offer for drawing only: the edge checks the signature and decides. */

import type { KnownGroup } from '../../shared/customer.ts'
import { type OfferClaims, signingInput } from '../../shared/offer.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { page } from '../browser/page.ts'
import { readJws } from './jws.ts'

/**
 * Reads the claims of an offer.
 *
 * @returns The claims, or `offer-invalid` where the tag could draw nothing sensible.
 */
export function readOffer(offer: string): Result<OfferClaims, 'offer-invalid'> {
  const claims = readJws(offer.trim())
  return isDrawable(claims) ? accepted(claims) : refused('offer-invalid')
}

/** The claims that the tag draws. Those of a cart are of one offer at a fixed price, with lines. */
export interface Claims extends OfferClaims {
  readonly lines?: NonNullable<OrderView['lines']>
}

/** The groups of fields that an offer asks for. */
export const collectOf = ({ collect = ['email'] }: OfferClaims): readonly KnownGroup[] => collect

/**
 * Names an offer: base64url of the SHA-256 of its signed part.
 *
 * @throws {TypeError} In an insecure context, which has no WebCrypto.
 */
export const offerDigest = (offer: string) => digestOf(signingInput(offer.trim()))

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
function isDrawable(value: unknown): value is OfferClaims {
  const claims = (value ?? {}) as OfferClaims
  const priced = [claims.amount ?? claims.min, claims.amount ?? claims.max]
  return (
    typeof claims.description === 'string' &&
    /^[A-Z]{3}$/.test(claims.currency) &&
    (claims.intent === 'verify' || priced.every((amount) => AMOUNT.test(amount ?? '')))
  )
}
