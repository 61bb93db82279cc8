import { describe, expect, it } from 'vitest'
import { hmacSha1, hmacSha1Key, hmacSha1Signer } from './hmac-sha1.ts'
import { signatureBaseString } from './oauth-base-string.ts'
import { signedPairs, type Vector, vectors } from './testing/vectors.ts'

/**
 * What no product of RFC 5849 is, with the reason. Where the method is HMAC-SHA1, the signature of the text that they
 * give is checked all the same.
 */
const NO_BASE_STRING: Readonly<Record<string, string>> = {
  'node-oauth-raw-SHA1': 'its base string has an unencoded exclamation mark',
  'node-oauth-raw-SHA256': 'its base string has an unencoded exclamation mark',
  'league-multidim': 'brackets in its names are encoded once, not twice',
  'scribe-raw-hmac': 'signs any text, not a request',
  'dghubble-raw-hmac1': 'signs any text, not a request',
  'dghubble-raw-hmac256': 'signs any text, not a request',
  'oauthlib-hmac-sha256': 'its base string names another method than it signs with',
  'oauthlib-hmac-sha512': 'its base string names another method than it signs with',
}

const withBaseString = vectors.filter(({ id }) => !(id in NO_BASE_STRING))
const ofOurMethod = vectors.filter(
  ({ signatureMethod, signature }) => signature && signatureMethod === 'HMAC-SHA1',
)

/** Of 40 these 29: the signer refuses an empty secret (5), names the consumer always (2), and signs no raw text (4). */
const canBeSent = ({ consumerSecret, timestamp, noOauthParams, rawOnly }: Vector) =>
  consumerSecret && /^\d+$/.test(timestamp ?? '') && !noOauthParams && !rawOnly

const throughTheSigner = ofOurMethod.filter(canBeSent)

const baseStringOf = (vector: Vector) =>
  signatureBaseString(vector.method ?? '', vector.url ?? '', signedPairs(vector))

/** `oauthExtra` goes with the body: the base string does not tell where a parameter stands. */
function headerOf(vector: Vector): Promise<string> {
  const { consumerKey, consumerSecret = '', token, tokenSecret, nonce, timestamp, version, realm } = vector
  const sign = hmacSha1Signer({
    ...{ consumerKey: consumerKey ?? '', consumerSecret, token, tokenSecret, version, realm },
    ...{ nonce: () => nonce ?? '', clock: () => Number(timestamp) * 1000 },
  })
  const body = [...vector.params, ...(vector.oauthExtra ?? [])]
  return sign({ method: vector.method ?? '', url: vector.url ?? '', body })
}

const signatureIn = (header: string) =>
  decodeURIComponent(/[ ,]oauth_signature="([^"]*)"/.exec(header)?.[1] ?? '')

describe('the published vectors', () => {
  it('are 63, of which none is left out without a reason', () => {
    expect(vectors).toHaveLength(63)
    expect(withBaseString).toHaveLength(55)
    expect(Object.keys(NO_BASE_STRING).every((id) => vectors.some((vector) => vector.id === id))).toBe(true)
    expect(ofOurMethod).toHaveLength(40)
    expect(throughTheSigner).toHaveLength(29)
  })

  it('all name their source and licence', () => {
    expect(vectors.every(({ source, licence }) => source && licence)).toBe(true)
  })

  it.each(withBaseString)('$id: the base string is the published one', (vector) => {
    expect(baseStringOf(vector)).toBe(vector.baseString ?? vector.computedBaseString)
  })

  it.each(ofOurMethod)('$id: the signature of the text is the published one', async (vector) => {
    const { consumerSecret = '', tokenSecret, expectFail } = vector
    const text = vector.rawOnly ? (vector.baseString ?? '') : baseStringOf(vector)
    const signature = await hmacSha1(hmacSha1Key(consumerSecret, tokenSecret))(text)

    expect(signature === vector.signature).toBe(!expectFail)
  })

  it.each(throughTheSigner)('$id: the header carries the published signature', async (vector) => {
    const signature = signatureIn(await headerOf(vector))

    expect(signature === vector.signature).toBe(!vector.expectFail)
  })

  it.each(throughTheSigner.filter(({ authorizationHeader }) => authorizationHeader))(
    '$id: the header says the same as the published one',
    async (vector) => {
      const parts = (header: string) =>
        header
          .replace(/^OAuth /, '')
          .split(', ')
          .sort()

      expect(parts(await headerOf(vector))).toEqual(parts(vector.authorizationHeader ?? ''))
    },
  )
})
