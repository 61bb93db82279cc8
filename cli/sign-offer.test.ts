import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { type OfferClaims, signingInput } from '../shared/offer.ts'
import { ALGORITHMS, makeOfferKey, parseOfferKey, publicKeySet } from './keys.ts'
import { signOffer } from './sign-offer.ts'

const claims: OfferClaims = {
  aud: 'https://pay.example.com',
  iat: 1_800_000_000,
  exp: 1_800_086_400,
  item: 'mug',
  description: 'Tasse à café',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
}

describe.each(ALGORITHMS)('an offer signed with %s', (alg) => {
  it('verifies with the published key set and says the claims', async () => {
    const key = await makeOfferKey(alg)

    const offer = await signOffer(claims, key)

    const { payload } = await compactVerify(offer, createLocalJWKSet({ keys: [...publicKeySet([key]).keys] }))
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(claims)
  })

  it('names its algorithm, key and type', async () => {
    const key = await makeOfferKey(alg)

    const offer = await signOffer(claims, key)

    expect(decodeProtectedHeader(offer)).toEqual({ alg, kid: key.kid, typ: 'pay-offer+jwt' })
  })

  it('is the same offer when the same claims are signed again', async () => {
    const key = await makeOfferKey(alg)

    const offers = await Promise.all([signOffer(claims, key), signOffer(claims, key)])

    expect(new Set(offers.map(signingInput)).size).toBe(1)
  })

  it('publishes nothing of the private key', async () => {
    const key = await makeOfferKey(alg)

    const published = JSON.stringify(publicKeySet([key]))

    expect(published).not.toContain(key.d)
    expect(published).not.toContain('"d"')
  })
})

describe('parseOfferKey', () => {
  it.each([
    ['text that is no JSON', 'secret words', 'the key file is not a JSON Web Key'],
    ['a list', '[]', 'the key names no usable "alg"'],
    ['a symmetric key', '{"alg":"HS256","kid":"a","k":"AAAA"}', 'the key names no usable "alg"'],
    [
      'a public key',
      '{"alg":"ES256","kid":"a","x":"AAAA"}',
      'this is a public key; signing needs the private one',
    ],
    ['a key without a name', '{"alg":"ES256","d":"AAAA"}', 'the key has no "kid"'],
  ])('refuses %s without quoting it', (_title, text, message) => {
    expect(() => parseOfferKey(text)).toThrow(new TypeError(message))
  })

  it('reads a key that was written', async () => {
    const key = await makeOfferKey('EdDSA')

    expect(parseOfferKey(JSON.stringify(key))).toEqual(key)
  })
})
