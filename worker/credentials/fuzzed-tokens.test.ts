/** Offers, tokens, keys and signed addresses that somebody else made, or changed: none is taken, and none breaks a reader. */
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { NASTY_TEXTS } from '../../shared/testing/nasty-texts.ts'
import { attemptOf, callbackUrl } from '../config/signed-urls.ts'
import { merchantOf } from './merchant-keys.ts'
import { readOffer } from './offer-verification.ts'
import { orderToken, scopeOf } from './order-tokens.ts'
import { claimsWith, NOW, settingsWith, signed, signedRaw } from './testing/offers.ts'

const config = settingsWith()
const id = 'A'.repeat(32)
const now = NOW * 1000

const options = { numRuns: inject('propertyRuns') / 2, seed: inject('propertySeed') }

/** One change to a text: a character replaced, left out or added, two parts swapped, an end cut off, a part doubled. */
const changed = (text: string) =>
  fc
    .tuple(
      fc.nat(text.length - 1),
      fc.constantFrom('replace', 'remove', 'add', 'cut', 'double', 'swap'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
    )
    .map(([place, kind, piece]) => {
      const [before, after] = [text.slice(0, place), text.slice(place)]
      if (kind === 'replace') return before + piece + after.slice(1)
      if (kind === 'remove') return before + after.slice(1)
      if (kind === 'add') return before + piece + after
      if (kind === 'cut') return before
      if (kind === 'double') return before + after + after
      return text.split('.').reverse().join('.')
    })

const strange = (text: string) =>
  fc.oneof(
    { weight: 5, arbitrary: changed(text) },
    fc.constantFrom(...NASTY_TEXTS),
    fc.string({ unit: 'binary' }),
  )

/** The signed part of a compact JWS. Its signature may be written in more than one way. */
const signedPart = (jws: string) => jws.split('.').slice(0, 2).join('.')

describe('an offer', () => {
  it('that was changed is not taken, or is the very one that was signed', async () => {
    const honest = await signed(claimsWith())
    await fc.assert(
      fc.asyncProperty(strange(honest), async (offer) => {
        const read = await readOffer(offer, config, NOW)
        if (read.ok) expect(signedPart(offer)).toBe(signedPart(honest))
        else expect(read.reason.code).toBe('offer-invalid')
      }),
      options,
    )
  })

  it('with any signed claims is read or refused, with a price that can be charged', async () => {
    const money = fc.oneof(
      fc.constantFrom('0', '12.50', '12.5', '1e3', '-1.00', '999999999999.99'),
      fc.constantFrom(...NASTY_TEXTS),
    )
    const changes = fc.record(
      {
        amount: fc.oneof(money, fc.double()),
        min: money,
        max: money,
        suggested: fc.array(money),
        quantity: fc.record({ min: fc.double(), max: fc.double() }),
        limit: fc.double(),
        iat: fc.oneof(fc.double(), fc.constant(NOW)),
        exp: fc.oneof(fc.double(), fc.constant(NOW + 60)),
        nbf: fc.jsonValue(),
        origins: fc.array(fc.webUrl()),
        description: fc.constantFrom(...NASTY_TEXTS.filter(({ length }) => length < 1000)),
        aud: fc.constantFrom('https://pay.example.com', 'https://evil.example'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const offer = await signedRaw(
          { alg: 'ES256', typ: 'pay-offer+jwt', kid: 'es256-1' },
          { ...claimsWith(), ...change },
        )
        const read = await readOffer(offer, config, NOW)
        if (read.ok) expect(read.value.claims.aud).toBe('https://pay.example.com')
        else expect(read.reason.code).toMatch(/^offer-|^currency-not-served$/)
      }),
      options,
    )
  })

  it('with any signed header is taken only with the honest one', async () => {
    const header = fc.record(
      {
        alg: fc.constantFrom('ES256', 'EdDSA', 'none', 'HS256', 'RS256', ''),
        typ: fc.constantFrom('pay-offer+jwt', 'JWT', 'PAY-OFFER+JWT', 'pay-order+jwt'),
        kid: fc.constantFrom('es256-1', 'eddsa-1', '../es256-1', '__proto__', 'toString'),
        jwk: fc.jsonValue(),
        crit: fc.jsonValue(),
        b64: fc.boolean(),
        zip: fc.constant('DEF'),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(header, async (given) => {
        const read = await readOffer(await signedRaw(given, claimsWith()), config, NOW)
        const honest = { alg: 'ES256', typ: 'pay-offer+jwt', kid: 'es256-1' }
        if (read.ok) expect(given).toEqual(honest)
      }),
      options,
    )
  })
})

describe('a token of an order', () => {
  it('that was changed opens nothing, unless it only writes its signature in another way', async () => {
    const honest = await orderToken(config, { id, scope: 'view' }, now)
    await fc.assert(
      fc.asyncProperty(strange(honest), async (token) => {
        const read = await scopeOf(config, { id, token }, now)
        if (!read.ok) {
          expect(read.reason.code).toBe('token-invalid')
          return
        }
        expect(signedPart(token)).toBe(signedPart(honest))
        expect(read.value.scope).toBe('view')
      }),
      options,
    )
  })

  it('opens no other order, whatever that is called', async () => {
    const token = await orderToken(config, { id, scope: 'pay' }, now)
    await fc.assert(
      fc.asyncProperty(strange(id), async (other) => {
        fc.pre(other !== id)
        expect((await scopeOf(config, { id: other, token }, now)).ok).toBe(false)
      }),
      options,
    )
  })
})

describe('a signed address', () => {
  it('that was changed, or is of another order or purpose, opens nothing', async () => {
    const key = (await callbackUrl(config, id, 1)).split('/').at(-1) ?? ''
    await fc.assert(
      fc.asyncProperty(
        strange(key),
        strange(id),
        fc.constantFrom('callback', 'return'),
        async (one, orderId, purpose) => {
          fc.pre(one !== key || orderId !== id || purpose !== 'callback')
          expect(await attemptOf(config, { purpose, orderId, key: one })).toBeUndefined()
        },
      ),
      options,
    )
    expect(await attemptOf(config, { purpose: 'callback', orderId: id, key })).toBe(1)
  })
})

describe('a merchant key', () => {
  it('that was changed opens nothing', async () => {
    const honest = env.TEST_MERCHANT_KEY
    await fc.assert(
      fc.asyncProperty(strange(honest), async (key) => {
        fc.pre(key !== honest)
        expect(await merchantOf(config, key)).toBeUndefined()
      }),
      options,
    )
  })
})
