import { type Pairs, signatureBaseString } from './oauth-base-string.ts'
import { authorizationHeader } from './oauth-header.ts'

/** What is about to be sent, as far as its signature covers it. */
interface SignableRequest {
  readonly method: string
  /** Absolute, with its query. */
  readonly url: string
  /** Fields of the form body as they will be read at the other end: decoded, trimmed if they are sent trimmed. */
  readonly body: Pairs
}

/**
 * Signs a request and gives the value of its `Authorization` header.
 *
 * Each call takes a new nonce and the time of the call, so a request that is sent again must be signed again.
 */
export type Signer = (request: SignableRequest) => Promise<string>

/** Where a signer takes what differs from call to call. */
export interface OAuthClock {
  /** Text that no other request of the same second has. Default: 122 random bits, as 32 hexadecimal digits. */
  readonly nonce?: (() => string) | undefined
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: (() => number) | undefined
}

/** What every signer takes. */
export interface OAuthOptions extends OAuthClock {
  /** Sent in clear, so that the other side knows whose key to check with. */
  readonly consumerKey: string
  /** On whose behalf, where there is an access token. */
  readonly token?: string | undefined
  /** Default: `1.0`. `null` leaves `oauth_version` out, as the standard allows. */
  readonly version?: string | null | undefined
  /** Printable ASCII, for the header only. Default: none. */
  readonly realm?: string | undefined
}

/** How a scheme signs. */
export interface SignatureMethod {
  /** Value of `oauth_signature_method`. */
  readonly name: string
  /** Gives the signature in base64, not yet percent-encoded. */
  readonly sign: (baseString: string) => Promise<string>
}

const MS_PER_SECOND = 1000

const randomNonce = () => crypto.randomUUID().replaceAll('-', '')

/**
 * Makes a signer of OAuth 1.0a that puts the `oauth_` parameters into the header alone, never into the body.
 *
 * @throws {TypeError} If the consumer key is empty, or the realm cannot stand in a header.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.1 RFC 5849 §3.1}
 */
export function oauthSigner({ name, sign }: SignatureMethod, options: OAuthOptions): Signer {
  if (!options.consumerKey) throw new TypeError('consumerKey must not be empty')
  if (!/^[ -~]*$/.test(options.realm ?? '')) throw new TypeError('realm must be printable ASCII')
  return async ({ method, url, body }) => {
    const oauth = protocolParameters(name, options)
    const signature = await sign(signatureBaseString(method, url, [...body, ...oauth]))
    return authorizationHeader([...oauth, ['oauth_signature', signature]], options.realm)
  }
}

/** RFC 5849 §3.1, §3.3. */
function protocolParameters(method: string, options: OAuthOptions): Pairs {
  const { consumerKey, token, nonce = randomNonce, clock = Date.now, version = '1.0' } = options
  return [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce()],
    ['oauth_signature_method', method],
    ['oauth_timestamp', String(Math.floor(clock() / MS_PER_SECOND))],
    ...optional('oauth_token', token),
    ...optional('oauth_version', version),
  ]
}

const optional = (name: string, value: string | null | undefined): Pairs =>
  typeof value === 'string' ? [[name, value]] : []
