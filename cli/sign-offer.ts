import { CompactSign, importJWK } from 'jose'
import { OFFER_TYPE, type OfferClaims } from '../shared/offer.ts'
import type { OfferKey } from './keys.ts'

/**
 * Signs an offer, for a page that has no server of its own.
 *
 * Signs the claims as they are: check them with `parseClaims` first. The same claims always give the same identity of the
 * offer, although each ES256 signature differs.
 *
 * @returns A compact JWS, for the tag's `offer` attribute.
 *
 * @example
 * import { makeOfferKey } from './keys.ts'
 * import { parseClaims } from './offer-claims.ts'
 * import { signOffer } from './sign-offer.ts'
 *
 * const now = Math.floor(Date.now() / 1000)
 * const mug = { item: 'mug', description: 'Mug', currency: 'EUR', intent: 'sale', amount: '12.50' }
 * const claims = parseClaims({ aud: 'https://pay.example.com', exp: now + 86_400, ...mug }, now)
 * if (claims.ok) console.log(await signOffer(claims.value, await makeOfferKey('ES256')))
 */
export async function signOffer(claims: OfferClaims, key: OfferKey): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify(claims))
  const header = { alg: key.alg, kid: key.kid, typ: OFFER_TYPE }
  return new CompactSign(payload).setProtectedHeader(header).sign(await importJWK(key, key.alg))
}
