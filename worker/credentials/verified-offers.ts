/** Offers whose signature this isolate verified a short while ago. */
import type { ReadClaims } from './offer-claims.ts'

/** What follows from a signed offer and the key that verifies it alone, at any time and under any other setting. */
export interface VerifiedOffer extends ReadClaims {
  /** As in `Offer`. */
  readonly digest: string
}

/** A page's load, its first touch and its click are usually within it. */
const KEPT_SECONDS = 60

/** With offers of the greatest length they take about 2 MB. */
const MAX_KEPT = 256

interface Kept {
  readonly offer: VerifiedOffer
  readonly since: number
}

/** Keys of the settings → offers that one of them verified, the oldest first, by their whole text with its signature. */
const byKeys = new WeakMap<object, Map<string, Kept>>()

/**
 * Finds an offer that was verified with these keys within the last minute. The caller still judges everything that depends
 * on the time and on other settings.
 *
 * @param keys The keys of the present settings. Other settings have others, so that a removed key verifies nothing more.
 * @param nowSeconds Seconds since the epoch.
 */
export function rememberedOffer(keys: object, token: string, nowSeconds: number): VerifiedOffer | undefined {
  const kept = byKeys.get(keys)?.get(token)
  const age = kept ? nowSeconds - kept.since : Number.NaN
  return age >= 0 && age < KEPT_SECONDS ? kept?.offer : undefined
}

/** Remembers an offer that was just verified. A stranger cannot make the isolate remember a text of their own. */
export function rememberOffer(keys: object, token: string, offer: VerifiedOffer, nowSeconds: number): void {
  const kept = byKeys.get(keys) ?? new Map<string, Kept>()
  byKeys.set(keys, kept)
  kept.delete(token)
  kept.set(token, { offer, since: nowSeconds })
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
}
