/** Ids of orders and of exchanges. The same offer and key, or the same reference, always give the same id. */
import { toBase64Url } from '../config/base64url.ts'

/** A valid `Idempotency-Key`. A random UUID is one. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9._-]{16,128}$/

/** Every order's id. */
export const ORDER_ID = /^[A-Za-z0-9_-]{32}$/

/** 192 bits, so that ids never collide by chance; 32 characters, so that callback addresses stay short. */
const ID_BYTES = 24

/**
 * Makes the id of the order that an offer or a cart opens under a key. Repeating gives the same id.
 *
 * @param digest Digest of the sale, as `readSale` gives it.
 * @returns 32 characters of `[A-Za-z0-9_-]`; also the order's reference.
 */
export async function orderIdOf(digest: string, idempotencyKey: string): Promise<string> {
  // Neither part contains a line feed, so no other pair makes the same text.
  const text = `pay-checkout order of an offer\n${digest}\n${idempotencyKey}`
  return toBase64Url((await sha256(text)).slice(0, ID_BYTES))
}

/**
 * Makes the id of the order that a merchant's server opens. Repeating gives the same id, so two calls at once meet in one
 * object.
 *
 * @returns 32 characters of `[A-Za-z0-9_-]`, never the id of an offer's order.
 */
export async function orderIdOfReference(reference: string): Promise<string> {
  return toBase64Url((await sha256(`pay-checkout order of a reference\n${reference}`)).slice(0, ID_BYTES))
}

/** 128 bits: no person guesses the exchange of another. */
const EXCHANGE_BYTES = 16

/**
 * Names the exchange of a link by the key that the page made for it. A request that is sent again has the same key, and is
 * the same exchange.
 */
export async function exchangeOf(orderId: string, idempotencyKey: string): Promise<string> {
  const text = `pay-checkout exchange of a link\n${orderId}\n${idempotencyKey}`
  return toBase64Url((await sha256(text)).slice(0, EXCHANGE_BYTES))
}

/** @returns The SHA-256 digest of a UTF-8 text, 32 bytes. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}
