import { createHmac, createVerify, generateKeyPairSync } from 'node:crypto'
import { Crypto } from '@peculiar/webcrypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hmacSha1Signer } from './hmac-sha1.ts'
import { rsaSha256Signer } from './rsa-sha256.ts'
import { type Request, request, someText, text } from './testing/requests.ts'
import { baseString, encoded, written } from './testing/second-implementation.ts'

const REQUESTS = 5_000
const LIMIT_MS = 240_000

/** One signer makes all signatures with RSA, as at the edge. */
const KEY = 'merchant login'

const HMAC = { name: 'HMAC', hash: 'SHA-1' }
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

const { subtle } = new Crypto()
const bytes = (text: string) => new TextEncoder().encode(text)

const expectedText = (
  method: string,
  { address, body, consumerKey, nonce, seconds, ...rest }: Request,
  token?: string,
) =>
  baseString(rest.method, address, [
    ...body,
    ['oauth_version', '1.0'],
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', method],
    ['oauth_timestamp', String(seconds)],
    ...(token === undefined ? [] : [['oauth_token', token] as const]),
  ])

const sent = ({ method, address, body }: Request) => ({ method, url: written(address), body })

const signatureIn = (header: string) =>
  decodeURIComponent(/, oauth_signature="([\w%.~-]+)"$/.exec(header)?.[1] ?? '')

const octets = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
const base64 = (signature: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(signature)))

it(`HMAC-SHA1 agrees with two other implementations on ${REQUESTS} requests`, {
  timeout: LIMIT_MS,
}, async () => {
  const secrets = fc.record({
    consumerSecret: someText,
    tokenSecret: text,
    token: fc.option(text, { nil: undefined }),
  })

  await fc.assert(
    fc.asyncProperty(request, secrets, async (given, { consumerSecret, tokenSecret, token }) => {
      const { consumerKey, nonce, seconds } = given
      const own = { consumerKey, nonce: () => nonce, clock: () => seconds * 1000 + 999 }
      const signature = signatureIn(
        await hmacSha1Signer({ ...own, consumerSecret, tokenSecret, token })(sent(given)),
      )

      const key = `${encoded(consumerSecret)}&${encoded(tokenSecret)}`
      const signed = expectedText('HMAC-SHA1', given, token)
      const peculiar = await subtle.importKey('raw', bytes(key), HMAC, false, ['sign'])
      expect(signature).toBe(createHmac('sha1', key).update(signed, 'utf8').digest('base64'))
      expect(signature).toBe(base64(await subtle.sign('HMAC', peculiar, bytes(signed))))
    }),
    { numRuns: REQUESTS },
  )
})

it(`RSA-SHA256 agrees with two other implementations on ${REQUESTS} requests`, {
  timeout: LIMIT_MS,
}, async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const spki = Uint8Array.from(publicKey.export({ type: 'spki', format: 'der' }))
  const peculiar = await subtle.importKey('spki', spki, RSA, false, ['verify'])

  let now: Request | undefined
  const sign = rsaSha256Signer({
    ...{ consumerKey: KEY, privateKey: pem },
    ...{ nonce: () => now?.nonce ?? '', clock: () => (now?.seconds ?? 0) * 1000 },
  })

  await fc.assert(
    fc.asyncProperty(request, async (made) => {
      now = { ...made, consumerKey: KEY }
      const signature = signatureIn(await sign(sent(now)))

      const signed = expectedText('RSA-SHA256', now)
      const verify = createVerify('RSA-SHA256').update(signed, 'utf8')
      expect(verify.verify(publicKey, signature, 'base64')).toBe(true)
      expect(await subtle.verify(RSA.name, peculiar, octets(signature), bytes(signed))).toBe(true)
    }),
    { numRuns: REQUESTS },
  )
})
