/** Reads an offer for drawing only: the edge checks the signature and decides. */
import { type OfferClaims, signingInput } from '../../shared/offer.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
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

/**
 * Reads the claims of a tag at once, so that nothing on the page moves later.
 *
 * @returns The claims, `undefined` for a session or a result tag; or the code of why the tag cannot go on.
 */
export function readClaims({
  edge,
  offer,
}: {
  readonly edge: string
  readonly offer: string
}): Result<OfferClaims | undefined, string> {
  if (!edge) return refused('edge-missing')
  if (!offer) return accepted(undefined)
  return isSecureContext ? readOffer(offer) : refused('context-insecure')
}

/**
 * Names an offer: base64url of the SHA-256 of its signed part.
 *
 * @throws {TypeError} In an insecure context, which has no WebCrypto.
 */
export async function offerDigest(offer: string): Promise<string> {
  const text = new TextEncoder().encode(signingInput(offer.trim()))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const base64 = btoa(String.fromCharCode(...digest))
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
