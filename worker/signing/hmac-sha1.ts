import { signatureWith } from './key-cache.ts'
import { percentEncode } from './oauth-base-string.ts'
import { type OAuthOptions, oauthSigner, type Signer } from './oauth-signer.ts'

/** Credentials of a merchant that shares a secret with the gateway. */
export interface HmacSha1Options extends OAuthOptions {
  /** Shared out of band, never sent. */
  readonly consumerSecret: string
  /** Secret of the access token. Default: empty, as for a merchant that acts for itself. */
  readonly tokenSecret?: string | undefined
}

const ALGORITHM = { name: 'HMAC', hash: 'SHA-1' }

/**
 * Makes a signer for OAuth 1.0a with HMAC-SHA1. The key is imported once, at the first signature.
 *
 * @throws {TypeError} If the consumer secret is empty: anyone could then forge the signature. If an option of the
 *   header cannot be used.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.4.2 RFC 5849 §3.4.2}
 */
export function hmacSha1Signer({ consumerSecret, tokenSecret, ...options }: HmacSha1Options): Signer {
  if (!consumerSecret) throw new TypeError('consumerSecret must not be empty')
  return oauthSigner({ name: 'HMAC-SHA1', sign: hmacSha1(hmacSha1Key(consumerSecret, tokenSecret)) }, options)
}

/** Gives the text whose UTF-8 bytes are the HMAC key (RFC 5849 §3.4.2); the `&` stays where a secret is empty. */
export const hmacSha1Key = (consumerSecret: string, tokenSecret = ''): string =>
  `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`

/** Makes the function that signs a base string with such a key, and gives base64 (RFC 5849 §3.4.2). */
export function hmacSha1(key: string): (baseString: string) => Promise<string> {
  const bytes = new TextEncoder().encode(key)
  return signatureWith(() => crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['sign']))
}
