/** Published examples of OAuth 1.0a as the tests read them; each row of the files names its source and licence. */
import type { Pairs } from '../oauth-base-string.ts'
import requests from '../vectors/oauth1.json?raw'
import steps from '../vectors/oauth1-units.json?raw'

/** One signed request. */
export interface Vector {
  readonly id: string
  readonly source: string
  readonly licence: string
  readonly method: string | null
  readonly url: string | null
  readonly params: Pairs
  /** Parameters of the protocol that come before the others, such as `oauth_callback`. */
  readonly oauthExtra?: Pairs
  readonly consumerKey: string | null
  readonly consumerSecret?: string
  readonly token?: string
  readonly tokenSecret?: string
  readonly signatureMethod: string
  readonly nonce: string | null
  readonly timestamp: string | null
  /** `null`: the request has no `oauth_version`. */
  readonly version?: string | null
  readonly realm?: string
  /** As published. */
  readonly baseString?: string
  /** As the collectors of the vectors worked it out. */
  readonly computedBaseString?: string
  readonly signature?: string
  /** The published base string is no product of RFC 5849, only its signature is. */
  readonly rawOnly: boolean
  /** The published signature is wrong. */
  readonly expectFail?: boolean
  /** The base string has no `oauth_` parameters at all. */
  readonly noOauthParams?: boolean
  readonly authorizationHeader?: string
}

interface Units {
  readonly percentEncode: readonly { readonly cases: Pairs }[]
  readonly baseUri: readonly { readonly cases: Pairs }[]
  readonly normalizeParameters: readonly { readonly params: Pairs; readonly expected: string }[]
  readonly baseString: readonly {
    readonly method: string
    readonly url: string
    readonly params: Pairs
    readonly expected: string
  }[]
  readonly hmacKey: readonly (readonly [consumerSecret: string, tokenSecret: string, key: string])[]
  readonly base64Canonical: { readonly good: string; readonly bad: string }
  readonly controlSha1: readonly { readonly parts: readonly string[]; readonly expected: string }[]
}

/** Signed requests. */
export const vectors: readonly Vector[] = JSON.parse(requests)

/** Facts about single steps. */
export const units: Units = JSON.parse(steps)

/** Everything of a vector that its base string covers, but for the query. */
export const signedPairs = (vector: Vector): Pairs =>
  vector.noOauthParams
    ? vector.params
    : [
        ...vector.params,
        ...(vector.oauthExtra ?? []),
        ['oauth_consumer_key', vector.consumerKey ?? ''],
        ['oauth_nonce', vector.nonce ?? ''],
        ['oauth_signature_method', vector.signatureMethod],
        ['oauth_timestamp', vector.timestamp ?? ''],
        ...(vector.token === undefined ? [] : [['oauth_token', vector.token] as const]),
        ...(vector.version ? [['oauth_version', vector.version] as const] : []),
      ]
