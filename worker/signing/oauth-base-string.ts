/** What OAuth 1.0a signs, section by section of RFC 5849. Pure: no clock, no randomness, no network. */

/** Names and values as they are, not yet encoded. A name may stand more than once, and the order does not matter. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** Text that stays as it is: letters, digits, `_`, `.`, `~` and `-` (RFC 3986 §2.3). */
const UNRESERVED = /^[\w.~-]*$/

/** Characters that `encodeURIComponent` leaves alone although RFC 3986 reserves them. */
const LEFT_ALONE = /[!'()*]/g

/** Parameters that accompany a signature and are no part of what it covers (§3.4.1.3.1). */
const UNSIGNED = ['oauth_signature', 'realm']

/**
 * Encodes all but letters, digits, `-`, `.`, `_` and `~`, byte by byte of UTF-8, with upper-case digits.
 *
 * A surrogate without its partner becomes U+FFFD, as it does in every body that the platform encodes: so what is
 * signed is what is sent. Encoding what is encoded already encodes it again.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.6 RFC 5849 §3.6}
 */
export const percentEncode = (text: string): string =>
  // Most names and values are plain, and looking costs less than copying.
  UNRESERVED.test(text) ? text : encoded(text)

const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    LEFT_ALONE,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Gives the part of an address that is signed: scheme and host in lower case, a port only where it is not the
 * scheme's own, and the path as `fetch` would send it; no query, no fragment, no user.
 *
 * @throws {TypeError} If the address is not an absolute one of `http` or `https`.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.4.1.2 RFC 5849 §3.4.1.2}
 */
export const baseStringUri = (url: string): string => baseOf(parse(url))

/**
 * Encodes, sorts and joins parameters. Neither `oauth_signature` nor `realm` is ever among them.
 *
 * Pairs are sorted by encoded name, then by encoded value. The standard sorts by bytes; encoded text is ASCII, where
 * the order of code units is that of bytes. Equal pairs are all kept.
 *
 * @param pairs Is not changed.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.4.1.3.2 RFC 5849 §3.4.1.3.2}
 */
export const normalizedParameters = (pairs: Pairs): string =>
  pairs
    .filter(([name]) => !UNSIGNED.includes(name))
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    // Not the joined text: `=` sorts after `-` and digits, so that `a1=…` would come before `a=…`.
    .sort((one, other) => order(one[0], other[0]) || order(one[1], other[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/**
 * Lays out the text that is signed.
 *
 * @param url Its query is signed as well, read as a form: `+` is a space.
 * @param pairs Parameters of a form body together with the `oauth_` ones.
 * @throws {TypeError} If the address is not an absolute one of `http` or `https`.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.4.1.1 RFC 5849 §3.4.1.1}
 */
export function signatureBaseString(method: string, url: string, pairs: Pairs): string {
  const address = parse(url)
  const parameters = normalizedParameters([...address.searchParams, ...pairs])
  return [method.toUpperCase(), baseOf(address), parameters].map(percentEncode).join('&')
}

const order = (one: string, other: string) => Number(one > other) - Number(one < other)

/** The platform lower-cases scheme and host, and drops the default port. */
const baseOf = ({ origin, pathname }: URL) => origin + pathname

function parse(url: string): URL {
  const address = new URL(url)
  if (/^https?:$/.test(address.protocol)) return address
  throw new TypeError('only addresses of http and https can be signed')
}
