/** Digests of e-mail addresses, by which a merchant finds the orders of a shopper. An address cannot be read from one. */
import { tidy } from '../../shared/customer.ts'
import { toBase64Url } from './base64url.ts'

/** 128 bits: no two addresses have the same by accident. */
const DIGEST_BYTES = 16

/**
 * The address as it is compared: tidied as the order keeps it, and in lower case. No mail service that people use tells
 * `Ada@example.com` and `ada@example.com` apart.
 */
export const comparedEmail = (address: string): string => tidy('email', address).toLowerCase()

/**
 * Digests an e-mail address (HMAC with SHA-256). A reader of the list without the key cannot even try addresses.
 *
 * @param key `SEARCH_KEY`.
 */
export async function emailDigest(key: string, address: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', bytes.encode(key), algorithm, false, ['sign'])
  const text = `pay-checkout shopper\n${comparedEmail(address)}`
  const whole = await crypto.subtle.sign('HMAC', secret, bytes.encode(text))
  return toBase64Url(new Uint8Array(whole, 0, DIGEST_BYTES))
}
