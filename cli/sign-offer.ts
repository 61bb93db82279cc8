import { CompactSign, importJWK } from 'jose'
import { OFFER_TYPE, type OfferClaims } from '../shared/offer.ts'
import type { OfferKey } from './keys.ts'

/**
 * Signs an offer, for a page that has no server of its own.
 *
 * The claims are signed as they are: check them with `parseClaims` first. With the same claims the part that
 * identifies the offer is the same every time, although an ES256 signature differs.
 *
 * @returns A compact JWS, for the tag's `offer` attribute.
 */
export async function signOffer(claims: OfferClaims, key: OfferKey): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify(claims))
  const header = { alg: key.alg, kid: key.kid, typ: OFFER_TYPE }
  return new CompactSign(payload).setProtectedHeader(header).sign(await importJWK(key, key.alg))
}
