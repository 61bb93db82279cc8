/** Names of orders: the same offer and the same key always lead to the same order. */
import { toBase64Url } from '../config/base64url.ts'

/** What an `Idempotency-Key` looks like. A random UUID fits. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9._-]{16,128}$/

/** What the name of an order looks like, whatever it was made from. */
export const ORDER_ID = /^[A-Za-z0-9_-]{32}$/

/** 192 bits, so that two orders never meet by chance; 32 characters, so that callback addresses stay short. */
const ID_BYTES = 24

/**
 * Names the order that an offer opens under a key. Calling it again is harmless.
 *
 * @param offerDigest Digest of the offer, as `readOffer` gives it.
 * @returns 32 characters of `[A-Za-z0-9_-]`; also the order's reference.
 */
export async function orderIdOf(offerDigest: string, idempotencyKey: string): Promise<string> {
  // Neither part holds a line feed, so no other pair makes the same text.
  const text = `pay-checkout order of an offer\n${offerDigest}\n${idempotencyKey}`
  return toBase64Url((await sha256(text)).slice(0, ID_BYTES))
}

/** @returns The SHA-256 digest of a text in UTF-8, 32 bytes. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
