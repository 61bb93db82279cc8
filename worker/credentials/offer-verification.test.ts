import { env } from 'cloudflare:workers'
import { base64url, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { signingInput } from '../../shared/offer.ts'
import type { Config } from '../config/config.ts'
import { readOffer } from './offer-verification.ts'
import { claimsWith, NOW, settingsWith, signed, signedRaw } from './testing/offers.ts'

const config = settingsWith()

const read = (token: string, now = NOW) => readOffer(token, config, now)

const refusal = async (token: string, now = NOW) => {
  const offer = await read(token, now)
  return offer.ok ? 'accepted' : offer.reason.code
}

const UNPRICED = { amount: undefined }

const honestHeader = { alg: 'ES256', typ: 'pay-offer+jwt', kid: 'es256-1' }

/** Replaces part of a token and keeps the signature. */
function tampered(token: string, part: 0 | 1, change: (json: string) => string): string {
  const parts = token.split('.')
  parts[part] = base64url.encode(change(new TextDecoder().decode(base64url.decode(parts[part] ?? ''))))
  return parts.join('.')
}

const publicKey = (kid: string) =>
  JSON.parse(String(Reflect.get(env, 'OFFER_KEYS'))).keys.find((key: JWK) => key.kid === kid) as JWK & {
    kty: string
    kid: string
  }

describe('readOffer', () => {
  it.each(['ES256', 'EdDSA'])('accepts an offer signed with %s', async (alg) => {
    const offer = await read(await signed(claimsWith(), { alg }))

    expect(offer).toMatchObject({
      ok: true,
      value: { claims: claimsWith(), endpoint: { id: '1001', exponent: 2 } },
    })
  })

  it('names an offer by what is signed, so that a rewritten signature is the same offer', async () => {
    const token = await signed(claimsWith())
    const again = await signed(claimsWith())

    const [one, other] = [await read(token), await read(again)]

    expect(token).not.toBe(again)
    expect(signingInput(token)).toBe(signingInput(again))
    expect(one.ok && other.ok && one.value.digest === other.value.digest).toBe(true)
  })

  it.each([
    ['amount', '"12.50"', '"0.01"'],
    ['currency', '"EUR"', '"JPY"'],
    ['intent', '"sale"', '"verify"'],
    ['expiry', String(NOW + 3600), String(NOW + 7200)],
    ['quantity', '"item":"tea"', '"item":"tea","quantity":{"min":1,"max":9}'],
  ])('refuses an offer whose %s was changed after signing', async (_, from, to) => {
    const token = tampered(await signed(claimsWith()), 1, (json) => json.replace(from, to))

    expect(await refusal(token)).toBe('offer-invalid')
  })

  it('refuses an offer signed with a key that is not the merchant’s', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const token = await new SignJWT(claimsWith()).setProtectedHeader(honestHeader).sign(privateKey)

    expect(await refusal(token)).toBe('offer-invalid')
  })

  it('refuses an offer that brings its own key along', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const jwk = await exportJWK(publicKey)
    const token = await new SignJWT(claimsWith())
      .setProtectedHeader({ ...honestHeader, jwk })
      .sign(privateKey)

    expect(await refusal(token)).toBe('offer-invalid')
  })

  it('refuses an offer without a signature', async () => {
    const unsecured = new UnsecuredJWT(claimsWith()).encode()
    const named = tampered(unsecured, 0, () => JSON.stringify({ ...honestHeader, alg: 'none' }))

    expect(await refusal(unsecured)).toBe('offer-invalid')
    expect(await refusal(named)).toBe('offer-invalid')
    expect(await refusal(`${named}AAAA`)).toBe('offer-invalid')
  })

  it('refuses an HMAC made with the public key, which everybody knows', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(publicKey('es256-1')))
    const token = await new SignJWT(claimsWith())
      .setProtectedHeader({ ...honestHeader, alg: 'HS256' })
      .sign(secret)

    expect(await refusal(token)).toBe('offer-invalid')
  })

  it.each([
    ['another type', { typ: 'JWT' }],
    ['the type of an order token', { typ: 'pay-order+jwt' }],
    ['a type that only looks alike', { typ: 'application/pay-offer+jwt' }],
    ['an unknown key', { kid: 'es256-2' }],
    ['the key of the other algorithm', { kid: 'eddsa-1' }],
    ['a link to keys', { jku: 'https://evil.example/keys' }],
    ['a link to a certificate', { x5u: 'https://evil.example/cert' }],
  ])('refuses an offer that names %s', async (_, header) => {
    expect(await refusal(await signed(claimsWith(), header))).toBe('offer-invalid')
  })

  it.each([
    ['no type', { typ: undefined }],
    ['no key', { kid: undefined }],
    ['an extension that must be understood', { crit: ['exp'], exp: NOW + 60 }],
    ['a key of its own', { jwk: publicKey('es256-1') }],
    ['another algorithm than its key', { alg: 'EdDSA' }],
    ['a payload that is not encoded', { b64: false, crit: ['b64'] }],
  ])('refuses a header with %s, though the merchant’s key signed it', async (_, header) => {
    const signedAsItStands = await signedRaw({ ...honestHeader, ...header }, claimsWith())

    expect(await refusal(await signedRaw(honestHeader, claimsWith()))).toBe('accepted')
    expect(await refusal(signedAsItStands)).toBe('offer-invalid')
  })

  it.each([
    ['nothing', ''],
    ['two parts', 'a.b'],
    ['four parts', 'a.b.c.d'],
    ['an encrypted token', 'a.b.c.d.e'],
    ['no base64', 'é.é.é'],
    ['a header that is no JSON', `${base64url.encode('x')}.${base64url.encode('{}')}.AAAA`],
    ['more than four kilobytes', 'a'.repeat(5000)],
    ['blanks inside', 'a. b.c'],
  ])('refuses %s', async (_, token) => {
    expect(await refusal(token)).toBe('offer-invalid')
  })

  it('refuses an offer that is longer than four kilobytes although it is signed', async () => {
    const token = await signed(claimsWith({ description: 'tea '.repeat(1000) }))

    expect(await refusal(token)).toBe('offer-invalid')
  })

  it.each([
    ['for another edge', { aud: 'https://other.example.com' }, 'offer-invalid'],
    ['for several edges', { aud: ['https://pay.example.com'] }, 'offer-invalid'],
    ['signed in the future', { iat: NOW + 61 }, 'offer-invalid'],
    ['that starts later', { nbf: NOW + 61 }, 'offer-invalid'],
    ['that has expired', { exp: NOW }, 'offer-expired'],
    ['that was withdrawn', { item: 'withdrawn-item' }, 'offer-withdrawn'],
    ['in a currency that no endpoint serves', { currency: 'USD' }, 'currency-not-served'],
    ['in no currency', { currency: 'XYZ' }, 'offer-invalid'],
    ['without an expiry', { exp: undefined }, 'offer-invalid'],
    ['without a date', { iat: undefined }, 'offer-invalid'],
    ['without an item', { item: undefined }, 'offer-invalid'],
    ['that sends money out', { intent: 'payout' }, 'offer-invalid'],
    ['with an unknown claim', { discount: '10%' }, 'offer-invalid'],
    ['with a price and a range', { min: '1.00', max: '2.00' }, 'offer-invalid'],
    ['with neither', { amount: undefined }, 'offer-invalid'],
    ['with half a range', { amount: undefined, min: '1.00' }, 'offer-invalid'],
    ['with a range upside down', { amount: undefined, min: '2.00', max: '1.00' }, 'offer-invalid'],
    ['with a range from nothing', { amount: undefined, min: '0.00', max: '1.00' }, 'offer-invalid'],
    [
      'that suggests a sum outside its range',
      { amount: undefined, min: '1.00', max: '2.00', suggested: ['3.00'] },
      'offer-invalid',
    ],
    ['that suggests sums beside a fixed price', { suggested: ['12.50'] }, 'offer-invalid'],
    [
      'with a range of several pieces',
      { amount: undefined, min: '1.00', max: '2.00', quantity: { min: 1, max: 2 } },
      'offer-invalid',
    ],
    ['for nothing', { amount: '0.00' }, 'offer-invalid'],
    ['with too few decimals', { amount: '12.5' }, 'offer-invalid'],
    ['with too many decimals', { amount: '12.500' }, 'offer-invalid'],
    ['with decimals in a currency without', { currency: 'JPY', amount: '12.50' }, 'offer-invalid'],
    ['with a sum that is no decimal text', { amount: '1e2' }, 'offer-invalid'],
    ['with a negative sum', { amount: '-12.50' }, 'offer-invalid'],
    ['with a number for a sum', { amount: 12.5 }, 'offer-invalid'],
    ['that verifies a card for a price', { intent: 'verify' }, 'offer-invalid'],
    ['with quantities upside down', { quantity: { min: 2, max: 1 } }, 'offer-invalid'],
    ['with a quantity of nothing', { quantity: { min: 0, max: 1 } }, 'offer-invalid'],
    ['with a limit of nothing', { limit: 0 }, 'offer-invalid'],
    ['with an address for an origin', { origins: ['https://shop.example.com/'] }, 'offer-invalid'],
    ['with an act that nobody knows', { act: 'gift' }, 'offer-invalid'],
    ['with an act in capitals', { act: 'Order' }, 'offer-invalid'],
    [
      'that verifies a card as a donation',
      { ...UNPRICED, intent: 'verify', act: 'donation' },
      'offer-invalid',
    ],
    ['with an unknown method', { methods: ['cash'] }, 'offer-invalid'],
    ['that collects an unknown field', { collect: ['pan'] }, 'offer-invalid'],
  ])('refuses an offer %s', async (_, changes, code) => {
    expect(await refusal(await signed(claimsWith(changes)))).toBe(code)
  })

  it.each<[string, Record<string, unknown>, RegExp | undefined]>([
    ['the act', { act: 'gift' }, /^The act of the offer is none of order, invoice, donation/],
    [
      'the act of a verification',
      { ...UNPRICED, intent: 'verify', act: 'order' },
      /^The act .* verify a card/,
    ],
    ['the act and a claim', { act: 'gift', limit: 0 }, undefined],
  ])('says that %s is wrong, where that is all', async (_, changes, detail) => {
    const offer = await read(await signed(claimsWith(changes)))

    expect(offer.ok || offer.reason.code).toBe('offer-invalid')
    expect(offer.ok ? '' : offer.reason.detail).toEqual(detail && expect.stringMatching(detail))
  })

  it.each([
    ['an invoice', { act: 'invoice' }],
    ['a reservation as an order', { intent: 'preauth', act: 'order' }],
    ['a clock that is a minute ahead', { iat: NOW + 60 }],
    ['claims that say nothing about the sale', { iss: 'shop', sub: 'x', jti: 'y', nbf: NOW - 1 }],
    ['a range', { amount: undefined, min: '1.00', max: '2.00', suggested: ['1.00', '1.50', '2.00'] }],
    ['a verification without a sum', { intent: 'verify', amount: undefined }],
    ['a currency without decimals', { currency: 'JPY', amount: '1250' }],
    ['an item that is named like a part of every object', { item: 'constructor' }],
    [
      'quantity, limit, origins, methods and collect',
      {
        quantity: { min: 1, max: 5 },
        limit: 1,
        origins: ['https://other.example', 'http://shop.localhost:5173'],
        methods: ['hosted'],
        collect: ['email', 'billing'],
      },
    ],
  ])('accepts %s', async (_, changes) => {
    expect(await refusal(await signed(claimsWith(changes)))).toBe('accepted')
  })

  it('keeps to the decimals of the endpoint where they differ from the currency’s', async () => {
    const endpoints = JSON.stringify({ EUR: { endpoint: 1, exponent: 3 } })
    const own = settingsWith({ GATEWAY_ENDPOINTS: endpoints })

    const [usual, exact] = [
      await readOffer(await signed(claimsWith()), own, NOW),
      await readOffer(await signed(claimsWith({ amount: '12.500' })), own, NOW),
    ]

    expect([usual.ok, exact.ok]).toEqual([false, true])
  })

  it('verifies with the key of its own settings where others give it the same name', async () => {
    const { publicKey: other } = await generateKeyPair('ES256', { extractable: true })
    const keys = { keys: [{ ...(await exportJWK(other)), kid: 'es256-1' }] }
    const elsewhere = settingsWith({ OFFER_KEYS: JSON.stringify(keys) })
    const token = await signed(claimsWith())

    const verdicts = [config, elsewhere, config, elsewhere].map(
      async (own) => (await readOffer(token, own, NOW)).ok,
    )

    expect(await Promise.all(verdicts)).toEqual([true, false, true, false])
  })

  it('refuses a key that cannot be imported, each time', async () => {
    const own = { ...settingsWith(), OFFER_KEYS: { keys: [{ ...publicKey('es256-1'), x: 'AA' }] } }
    const token = await signed(claimsWith())

    const [first, second] = [await readOffer(token, own, NOW), await readOffer(token, own, NOW)]

    expect([first.ok, second.ok]).toEqual([false, false])
  })

  it('refuses a key that is meant for encryption', async () => {
    const own = { ...settingsWith(), OFFER_KEYS: { keys: [{ ...publicKey('es256-1'), use: 'enc' }] } }

    expect((await readOffer(await signed(claimsWith()), own, NOW)).ok).toBe(false)
  })
})

describe('an offer that was verified a moment ago', () => {
  const readAgain = async (changes: Record<string, unknown>, later: Partial<Config>, now = NOW) => {
    const token = await signed(claimsWith(changes))
    const first = await readOffer(token, config, NOW)
    const again = await readOffer(token, { ...config, ...later }, now)
    return [first.ok, again.ok || again.reason.code]
  }

  it('is read the same again', async () => {
    const token = await signed(claimsWith())

    expect(await read(token)).toEqual(await read(token, NOW + 1))
    expect(await readAgain({}, {})).toEqual([true, true])
  })

  it.each<[string, Record<string, unknown>, Partial<Config>, number, string]>([
    ['expires', { exp: NOW + 5 }, {}, NOW + 5, 'offer-expired'],
    ['has not begun by a clock that went back', { iat: NOW }, {}, NOW - 61, 'offer-invalid'],
    ['is withdrawn', {}, { OFFERS_NOT_BEFORE: { tea: NOW } }, NOW, 'offer-withdrawn'],
    ['is of another edge', {}, { PUBLIC_URL: 'https://new.example.com' }, NOW, 'offer-invalid'],
    ['has a currency that is served no more', {}, { GATEWAY_ENDPOINTS: {} }, NOW, 'currency-not-served'],
    ['has a key that was removed', {}, { OFFER_KEYS: { keys: [], skipped: [] } }, NOW, 'offer-invalid'],
  ])('is refused once it %s', async (_, changes, later, now, code) => {
    expect(await readAgain(changes, later, now)).toEqual([true, code])
  })

  it('vouches for no other signature of the same claims', async () => {
    const token = await signed(claimsWith())
    const forged = `${signingInput(token)}.${base64url.encode(new Uint8Array(64))}`

    expect([await refusal(token), await refusal(forged)]).toEqual(['accepted', 'offer-invalid'])
  })
})
