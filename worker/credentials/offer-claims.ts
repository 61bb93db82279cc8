/** Reads the claims of an offer. */
import type { OfferClaims } from '../../shared/offer.ts'
import { offerClaims } from '../../shared/offer-claims.ts'

/** The claims, and since when they are valid, in seconds since the epoch. */
export type ReadClaims = { readonly claims: OfferClaims; readonly notBefore: number }

/** @returns The claims; `undefined` if they are not those of an offer. */
export function parseClaims(payload: unknown): ReadClaims | undefined {
  const read = offerClaims.safeParse(payload)
  if (!read.success) return undefined
  const { iss, sub, jti, nbf = 0, ...claims } = read.data
  return { claims, notBefore: nbf }
}
