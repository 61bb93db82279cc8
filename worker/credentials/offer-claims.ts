/** Reads the claims of an offer. */
import type { OfferClaims } from '../../shared/offer.ts'
import { offerClaims } from '../../shared/offer-claims.ts'
import { withoutDirections } from '../../shared/plain-text.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'

/** The claims, and since when they are valid, in seconds since the epoch. */
export type ReadClaims = { readonly claims: OfferClaims; readonly notBefore: number }

/** The claims that are texts for people. */
const TEXTS: readonly unknown[] = ['item', 'description']

/**
 * Reads the claims of an offer. Offers are out in pages for a year, so a description that somebody signed before the
 * command line refused it is mended where nothing that people read is lost.
 *
 * @returns The claims; `text` where only a text is wrong, which no gateway takes; else `claims`.
 */
export function parseClaims(payload: unknown): Result<ReadClaims, 'claims' | 'text'> {
  const read = offerClaims.safeParse(mended(payload))
  if (!read.success)
    return refused(read.error.issues.every(({ path: [claim] }) => TEXTS.includes(claim)) ? 'text' : 'claims')
  const { iss, sub, jti, nbf = 0, ...claims } = read.data
  return accepted({ claims, notBefore: nbf })
}

function mended(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('description' in payload)) return payload
  const { description } = payload
  return typeof description === 'string'
    ? { ...payload, description: withoutDirections(description) }
    : payload
}
