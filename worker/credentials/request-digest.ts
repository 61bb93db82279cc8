/** Digests of requests, which find a reference or key that is used again with another body. */
import { toBase64Url } from '../config/base64url.ts'
import { type KeySettings, purposeKeys } from '../config/derived-keys.ts'

/** Card data, which no digest contains: so few digits could be guessed by anyone who has the key. */
const CARD_FIELDS: readonly string[] = ['card', 'cardNumber', 'cvv']

/**
 * Digests a request, so that an order detects another body without storing the first one.
 *
 * The digest is keyed, because names and account numbers could otherwise be guessed. Of a card it contains only that
 * there was one.
 *
 * @param body JSON of an accepted request; the order of its members does not matter.
 * @returns First the digest to store; then, after a change of `TOKEN_KEY`, the digest under the former key.
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
  const kept = members.map(([name, member]) => [name, CARD_FIELDS.includes(name) ? true : canonical(member)])
  return Object.fromEntries(kept.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1)))
}
