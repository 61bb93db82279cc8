import { createPublicKey, createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rsaSha256Signer } from './rsa-sha256.ts'
import { type Vector, vectors } from './testing/vectors.ts'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

const published = vectors.filter(({ signatureMethod }) => signatureMethod === 'RSA-SHA256')

const headerOf = ({ consumerKey, method, url, params, realm, ...vector }: Vector) =>
  rsaSha256Signer({
    ...{ consumerKey: consumerKey ?? '', privateKey: keys.privateKey, realm },
    ...{ nonce: () => vector.nonce ?? '', clock: () => Number(vector.timestamp) * 1000 },
  })({ method: method ?? '', url: url ?? '', body: params })

const signatureIn = (header: string) =>
  decodeURIComponent(/, oauth_signature="([^"]*)"/.exec(header)?.[1] ?? '')

describe('a signer with RSA-SHA256', () => {
  it('is shown by three published base strings', () => {
    expect(published).toHaveLength(3)
  })

  it.each(published)('$id: its signature is that of a second implementation', async (vector) => {
    const expected = createSign('RSA-SHA256')
      .update(vector.baseString ?? '', 'utf8')
      .sign(keys.privateKey, 'base64')

    expect(signatureIn(await headerOf(vector))).toBe(expected)
  })

  it.each(published)('$id: the public key verifies it', async (vector) => {
    const verify = createVerify('RSA-SHA256').update(vector.baseString ?? '', 'utf8')

    expect(
      verify.verify(createPublicKey(keys.publicKey), signatureIn(await headerOf(vector)), 'base64'),
    ).toBe(true)
  })

  it.each(published)('$id: its header names the method', async (vector) => {
    expect(await headerOf(vector)).toContain('oauth_signature_method="RSA-SHA256"')
  })
})
