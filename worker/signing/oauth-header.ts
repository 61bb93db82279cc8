import { type Pairs, percentEncode } from './oauth-base-string.ts'

/**
 * Writes the value of an `Authorization` header.
 *
 * @param oauth The `oauth_` parameters, the signature among them, not yet encoded.
 * @param realm Told to the other side, never signed. Left out where there is none; an empty one is written.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.5.1 RFC 5849 §3.5.1}
 */
export function authorizationHeader(oauth: Pairs, realm?: string): string {
  const parameters = oauth.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`)
  const all = realm === undefined ? parameters : [`realm=${quoted(realm)}`, ...parameters]
  return `OAuth ${all.join(', ')}`
}

/** A quoted string of HTTP: unlike the others, the realm is not percent-encoded. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
