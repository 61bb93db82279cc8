import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf, readConfig } from './config.ts'
import { settingWarnings } from './setting-warnings.ts'

const [p256, ed25519] = configOf({ ...env }).OFFER_KEYS.keys

/** The same coordinate but for its first character. */
const otherX = (x = p256?.x ?? '') => (x.startsWith('A') ? 'B' : 'A') + x.slice(1)

const settingsWith = (...keys: unknown[]) => ({ ...env, OFFER_KEYS: JSON.stringify({ keys }) })

const problemWith = (...keys: unknown[]) => {
  const reading = readConfig(settingsWith(...keys))
  return reading.ok ? undefined : reading.reason.map(({ setting, must }) => `${setting} ${must}`).join()
}

/** The keys that verify offers, and what `/healthz` says of the others. */
const readingOf = (...keys: unknown[]) => {
  const settings = settingsWith(...keys)
  const config = configOf(settings)
  return { keys: config.OFFER_KEYS.keys, warnings: settingWarnings(config, settings) }
}

describe('OFFER_KEYS', () => {
  it('takes keys of both curves', () => {
    expect(readingOf(p256, ed25519)).toEqual({ keys: [p256, ed25519], warnings: [] })
  })

  it.each([
    ['a symmetric key', { kty: 'oct', kid: 'a', k: 'c2VjcmV0LW9mLXRoZS1zaG9w' }],
    ['a private key', { ...p256, d: 'private' }],
    ['a part of a private key', { kty: 'RSA', kid: 'a', n: 'x', e: 'AQAB', p: 'x' }],
  ])('refuses %s, and says so', (_, key) => {
    for (const problem of [problemWith(key), problemWith(p256, key)]) {
      expect(problem).toMatch(/^OFFER_KEYS be a JWKS of public keys only/)
      expect(problem).toMatch(/a private or a symmetric key/)
    }
  })

  it.each([
    ['an RSA key', { kty: 'RSA', kid: 'a', n: 'x', e: 'AQAB' }, /neither P-256 nor Ed25519/],
    ['another curve', { ...p256, crv: 'P-384' }, /neither P-256 nor Ed25519/],
    ['a curve of another kind of key', { ...p256, kty: 'OKP' }, /neither P-256 nor Ed25519/],
    ['a key for encryption', { ...p256, use: 'enc' }, /another use/],
    ['another algorithm', { ...p256, alg: 'EdDSA' }, /an alg of another/],
    ['an algorithm of RSA', { ...p256, alg: 'RS256' }, /an alg of another/],
    ['no coordinate', { ...p256, y: undefined }, /is damaged/],
    ['a coordinate that is cut off', { ...p256, x: p256?.x?.slice(0, -1) }, /is damaged/],
    ['a point beside the curve', { ...p256, x: otherX() }, /is damaged/],
    ['a key with an empty name', { ...p256, kid: '' }, /has no kid/],
  ])('skips %s beside a good key, and warns of it', (_, key, told) => {
    const { keys, warnings } = readingOf(ed25519, key)

    expect(keys).toEqual([ed25519])
    expect(warnings).toEqual([
      expect.stringMatching(/^OFFER_KEYS has a key that verifies no offer: number 2 /),
    ])
    expect(warnings[0]).toMatch(told)
  })

  it('warns that no offer is valid where no key is left', () => {
    const { keys, warnings } = readingOf({ ...p256, use: 'enc' })

    expect(keys).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(/^OFFER_KEYS has no key of offers: no offer is valid/),
      expect.stringMatching(/^OFFER_KEYS .* number 1 is for another use/),
    ])
  })

  it('refuses a key without a name', () => {
    expect(problemWith({ ...p256, kid: undefined })).toMatch(/^OFFER_KEYS/)
  })

  it('refuses one name for two keys', () => {
    expect(problemWith(p256, { ...ed25519, kid: p256?.kid })).toMatch(/one kid for two keys/)
  })

  it.each([
    ['the same key twice', { ...p256 }],
    ['a key of its name that verifies nothing', { kty: 'RSA', kid: p256?.kid, n: 'x', e: 'AQAB' }],
  ])('takes %s, since an offer names one key all the same', (_, second) => {
    expect(readingOf(p256, second).keys).toEqual([p256])
  })
})

describe('OFFERS_NOT_BEFORE', () => {
  const warningsOf = (time: number) => {
    const settings = { ...env, OFFERS_NOT_BEFORE: JSON.stringify({ mug: time }) }
    return settingWarnings(configOf(settings), settings)
  }

  it.each([0, 1_000_000_000, 1_767_225_600, 9_999_999_999])('takes seconds since the epoch: %s', (time) => {
    expect(warningsOf(time)).toEqual([])
  })

  it.each([1, -1, 32_503_680_000, 1_767_225_600_000])('warns of what is hardly that: %s', (time) => {
    expect(warningsOf(time)).toEqual([expect.stringMatching(/^OFFERS_NOT_BEFORE has a time that is not in/)])
  })
})
