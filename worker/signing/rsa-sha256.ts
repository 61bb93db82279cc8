import { signatureWith } from './key-cache.ts'
import { type OAuthOptions, oauthSigner, type Signer } from './oauth-signer.ts'
import { parsePrivateKey } from './private-key.ts'

/** Credentials of a merchant whose public key the gateway has. */
export interface RsaSha256Options extends OAuthOptions {
  /** PEM; what `parsePrivateKey` accepts. */
  readonly privateKey: string
}

/** RSASSA-PKCS1-v1_5, which RFC 5849 prescribes for RSA; here with the longer digest that the gateway asks for. */
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

/**
 * Makes a signer for OAuth 1.0a with RSA-SHA256. The key is read now and imported once, at the first signature.
 *
 * @throws {TypeError} If the private key is refused; the message says why and holds no part of the key. If an option
 *   of the header cannot be used.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.4.3 RFC 5849 §3.4.3}
 */
export function rsaSha256Signer({ privateKey, ...options }: RsaSha256Options): Signer {
  const parsed = parsePrivateKey(privateKey)
  if (!parsed.ok) throw new TypeError(`private key ${parsed.reason}`)
  const importKey = () => crypto.subtle.importKey('pkcs8', parsed.value, ALGORITHM, false, ['sign'])
  return oauthSigner({ name: 'RSA-SHA256', sign: signatureWith(importKey) }, options)
}
