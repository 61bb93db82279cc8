import { describe, expect, it } from 'vitest'
import { hmacSha1Signer } from './hmac-sha1.ts'
import { signatureWith } from './key-cache.ts'
import { oauthSigner } from './oauth-signer.ts'

const request = {
  method: 'POST',
  url: 'https://gateway.example/api/v2/payout/1',
  body: [['a', 'b']],
} as const
const fixed = { consumerKey: 'merchant', nonce: () => 'n+/', clock: () => 1_700_000_000_999 }
const method = { name: 'HMAC-SHA1', sign: async () => 'ab+/=' }

describe('a signer', () => {
  it('puts all that is needed into the header, encoded, and the body nowhere', async () => {
    expect(await oauthSigner(method, fixed)(request)).toBe(
      'OAuth oauth_consumer_key="merchant", oauth_nonce="n%2B%2F", oauth_signature_method="HMAC-SHA1", ' +
        'oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="ab%2B%2F%3D"',
    )
  })

  it('names the realm first, and quotes it as HTTP does', async () => {
    const header = await oauthSigner(method, { ...fixed, realm: 'the "Pay" shop' })(request)

    expect(header).toMatch(/^OAuth realm="the \\"Pay\\" shop", oauth_consumer_key=/)
  })

  it('writes an empty realm, since the gateway’s samples have one', async () => {
    expect(await oauthSigner(method, { ...fixed, realm: '' })(request)).toMatch(/^OAuth realm="", oauth_/)
  })

  it('leaves the version out on demand', async () => {
    expect(await oauthSigner(method, { ...fixed, version: null })(request)).not.toContain('oauth_version')
  })

  it('sends the token it was given', async () => {
    expect(await oauthSigner(method, { ...fixed, token: 't' })(request)).toContain(', oauth_token="t", ')
  })

  it('takes another nonce for each request', async () => {
    const sign = hmacSha1Signer({ consumerKey: 'merchant', consumerSecret: 'secret' })
    const headers = await Promise.all(Array.from({ length: 100 }, () => sign(request)))
    const nonces = headers.map((header) => /oauth_nonce="([0-9a-f]{32})"/.exec(header)?.[1])

    expect(nonces).not.toContain(undefined)
    expect(new Set(nonces).size).toBe(100)
  })

  it('tells the time of the call in seconds', async () => {
    const before = Math.floor(Date.now() / 1000)
    const header = await hmacSha1Signer({ consumerKey: 'merchant', consumerSecret: 'secret' })(request)
    const timestamp = Number(/oauth_timestamp="(\d+)"/.exec(header)?.[1])

    expect(timestamp).toBeGreaterThanOrEqual(before)
    expect(timestamp).toBeLessThanOrEqual(Date.now() / 1000)
  })

  it.each([
    ['an empty consumer key', { consumerKey: '', consumerSecret: 'secret' }],
    ['an empty secret', { consumerKey: 'merchant', consumerSecret: '' }],
    [
      'a realm that would end the header',
      { consumerKey: 'merchant', consumerSecret: 'secret', realm: 'a\r\nb' },
    ],
  ])('refuses %s', (_, options) => {
    expect(() => hmacSha1Signer(options)).toThrow(TypeError)
  })
})

describe('the key of a signer', () => {
  const imported = () =>
    crypto.subtle.importKey('raw', new Uint8Array(1), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])

  it('is imported at the first signature and kept', async () => {
    let times = 0
    const sign = signatureWith(() => {
      times += 1
      return imported()
    })

    expect(times).toBe(0)
    expect(await sign('a')).toBe(await sign('a'))
    expect(times).toBe(1)
  })

  it('is imported again after it could not be', async () => {
    let isFirst = true
    const sign = signatureWith(async () => {
      if (!isFirst) return imported()
      isFirst = false
      throw new Error('not now')
    })

    await expect(sign('a')).rejects.toThrow('not now')
    expect(await sign('a')).toHaveLength(28)
  })
})
