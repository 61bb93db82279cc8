/** For tests: offers as the command line signs them, and forged ones. */
import { env } from 'cloudflare:workers'
import { base64url, importJWK, SignJWT } from 'jose'
import type { OfferClaims } from '../../../shared/offer.ts'
import { type Config, configOf } from '../../config/config.ts'

/** The time of the claims below, in seconds since the epoch. */
export const NOW = 1_800_000_000

/** The settings of the tests, with a test's own changes. */
export const settingsWith = (changes: Record<string, string | undefined> = {}): Config =>
  configOf({ ...env, ...changes })

/** Claims of an honest offer, with a test's own changes. `undefined` removes a claim. */
export const claimsWith = (changes: Record<string, unknown> = {}) => {
  const honest: OfferClaims = {
    aud: 'https://pay.example.com',
    iat: NOW - 60,
    exp: NOW + 3600,
    item: 'tea',
    description: 'A tin of tea',
    currency: 'EUR',
    intent: 'sale',
    amount: '12.50',
  }
  return JSON.parse(JSON.stringify({ ...honest, ...changes })) as Record<string, unknown>
}

/** Signs claims with the merchant's key and an honest header, unless a test changes it. */
export async function signed(claims: Record<string, unknown>, header: Record<string, string> = {}) {
  const [key, kid] =
    header.alg === 'EdDSA' ? [env.TEST_OFFER_KEY_EDDSA, 'eddsa-1'] : [env.TEST_OFFER_KEY_ES256, 'es256-1']
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'pay-offer+jwt', kid, ...header })
    .sign(await importJWK(JSON.parse(key), header.alg ?? 'ES256'))
}

/** Signs anything with the merchant's ES256 key, even what no library would sign. */
export async function signedRaw(header: object, claims: object): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const jwk = JSON.parse(env.TEST_OFFER_KEY_ES256)
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign'])
  const input = [header, claims].map((part) => base64url.encode(JSON.stringify(part))).join('.')
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(input))
  return `${input}.${base64url.encode(new Uint8Array(signature))}`
}
