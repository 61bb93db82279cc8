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
 * @returns The claims; `text` where only a text is wrong, which no gateway takes; `act` where only that is; else `claims`.
 */
export function parseClaims(payload: unknown): Result<ReadClaims, WrongClaims> {
  const read = offerClaims.safeParse(mended(payload))
  if (!read.success) return refused(wrongIn(read.error.issues.map(({ path: [claim] }) => claim)))
  const { iss, sub, jti, nbf = 0, ...claims } = read.data
  return accepted({ claims, notBefore: nbf })
}

/** Which claims are wrong, as far as their merchant is told. */
export type WrongClaims = 'claims' | 'text' | 'act'

function wrongIn(wrong: readonly unknown[]): WrongClaims {
  if (wrong.every((claim) => TEXTS.includes(claim))) return 'text'
  return wrong.every((claim) => claim === 'act') ? 'act' : 'claims'
}

function mended(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('description' in payload)) return payload
  const { description } = payload
  return typeof description === 'string'
    ? { ...payload, description: withoutDirections(description) }
    : payload
}
