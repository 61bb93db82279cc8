/** Names of orders that a merchant's server opens, and how a reference that is used for something else is found out. */
import { toBase64Url } from '../config/base64url.ts'
import { type KeySettings, purposeKeys } from '../config/derived-keys.ts'
import { sha256 } from './order-id.ts'

/** As for the orders of offers: 192 bits, 32 characters. */
const ID_BYTES = 24

/** Cards, and whatever of one may stand alone. A digest of so little could be guessed by whoever had the key. */
const CARD_FIELDS: readonly string[] = ['card', 'cardNumber', 'cvv']

/**
 * Names the order of a reference. Calling it again is harmless, and two calls at once meet in one object.
 *
 * @returns 32 characters of `[A-Za-z0-9_-]`, never the id of an offer's order.
 */
export async function orderIdOfReference(reference: string): Promise<string> {
  return toBase64Url((await sha256(`pay-checkout order of a reference\n${reference}`)).slice(0, ID_BYTES))
}

/**
 * Digests a request, so that the same reference with another body is found out without keeping the body.
 *
 * It is keyed, since names and account numbers could otherwise be found by trying. Cards are left out altogether: only
 * that there was one counts.
 *
 * @param body JSON of an accepted request; the order of its members does not matter.
 * @returns The digest to keep first; then that of the former key, if there is one, for orders from before the change.
 */
export async function bodyDigests(
  settings: KeySettings,
  body: unknown,
): Promise<readonly [string, ...string[]]> {
  const text = new TextEncoder().encode(JSON.stringify(canonical(body)))
  const [current, ...before] = await purposeKeys(settings, 'request-body')
  const digest = async ({ key }: { key: CryptoKey }) =>
    toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text)))
  return [await digest(current), ...(await Promise.all(before.map(digest)))]
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const told = members.map(([name, member]) => [name, CARD_FIELDS.includes(name) ? true : canonical(member)])
  return Object.fromEntries(told.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1)))
}
