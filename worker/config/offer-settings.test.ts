import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf, readConfig } from './config.ts'

const [p256, ed25519] = configOf({ ...env }).OFFER_KEYS.keys

/** The same coordinate but for its first character. */
const otherX = (x = p256?.x ?? '') => (x.startsWith('A') ? 'B' : 'A') + x.slice(1)

const problemWith = (...keys: unknown[]) => {
  const reading = readConfig({ ...env, OFFER_KEYS: JSON.stringify({ keys }) })
  return reading.ok ? undefined : reading.reason.map(({ setting, must }) => `${setting} ${must}`).join()
}

describe('OFFER_KEYS', () => {
  it('takes keys of both curves', () => {
    expect(problemWith(p256, ed25519)).toBeUndefined()
  })

  it.each([
    [
      'a symmetric key',
      { kty: 'oct', kid: 'a', k: 'c2VjcmV0LW9mLXRoZS1zaG9w' },
      /a private or a symmetric key/,
    ],
    ['a private key', { ...p256, d: 'private' }, /a private or a symmetric key/],
    ['a part of a private key', { kty: 'RSA', kid: 'a', n: 'x', e: 'AQAB', p: 'x' }, /a private or/],
    ['an RSA key', { kty: 'RSA', kid: 'a', n: 'x', e: 'AQAB' }, /neither P-256 nor Ed25519/],
    ['another curve', { ...p256, crv: 'P-384' }, /neither P-256 nor Ed25519/],
    ['a curve of another kind of key', { ...p256, kty: 'OKP' }, /neither P-256 nor Ed25519/],
    ['a key for encryption', { ...p256, use: 'enc' }, /another use/],
    ['another algorithm', { ...p256, alg: 'EdDSA' }, /alg is another/],
    ['an algorithm of RSA', { ...ed25519, alg: 'RS256' }, /alg is another/],
    ['no coordinate', { ...p256, y: undefined }, /a damaged key/],
    ['a coordinate that is cut off', { ...ed25519, x: ed25519?.x?.slice(0, -1) }, /a damaged key/],
    ['a point beside the curve', { ...p256, x: otherX() }, /a damaged key/],
  ])('refuses %s, and says so', (_, key, told) => {
    expect(problemWith(key)).toMatch(/^OFFER_KEYS be a JWKS of public keys only/)
    expect(problemWith(key)).toMatch(told)
  })

  it('refuses a key without a name', () => {
    expect(problemWith({ ...p256, kid: '' })).toMatch(/^OFFER_KEYS/)
  })

  it('refuses one name for two keys', () => {
    expect(problemWith(p256, { ...ed25519, kid: p256?.kid })).toMatch(/one kid twice/)
  })
})
