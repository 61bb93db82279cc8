/** The edge's settings in unit tests. Every run generates its keys, so the repository contains none. */
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'

/** Durations, in milliseconds, short enough that an order ends within a test. */
const SHORT_TIMES = {
  requestDeadline: 200,
  methodDeadline: 300,
  activeEvery: 50,
  activeFor: 500,
  // Polls for a shopper at a hosted page as long as a test takes.
  waitingAfter: [100, ...Array.from({ length: 300 }, (_, place) => 200 * (place + 1))],
  minutesEvery: 200,
  // Long enough for a slow machine.
  minutesFor: 600_000,
  catchUpAfter: 100,
  orderExpires: 3000,
  // Tests must not hear what another one left.
  limiterCached: 1,
}

/** Members of `env` in tests, besides the settings. */
export interface TestSecrets {
  /** The private halves of `OFFER_KEYS`, as JWKs. */
  readonly TEST_OFFER_KEY_ES256: string
  readonly TEST_OFFER_KEY_EDDSA: string
  /** The public half of `GATEWAY_PRIVATE_KEY`, SPKI in base64. */
  readonly TEST_GATEWAY_PUBLIC_KEY: string
  /** The keys whose digests are in `MERCHANT_KEYS`: one with all scopes, and three with a single one. */
  readonly TEST_MERCHANT_KEY: string
  readonly TEST_CHARGE_KEY: string
  readonly TEST_PAYOUT_KEY: string
  readonly TEST_READ_KEY: string
}

/** @returns Bindings for the tests: every setting of the edge, and the other halves of its keys. */
export async function testSettings(): Promise<Record<string, string>> {
  const es256 = await keyPair('es256-1', 'ES256', { name: 'ECDSA', namedCurve: 'P-256' })
  const eddsa = await keyPair('eddsa-1', 'EdDSA', { name: 'Ed25519' })
  const gateway = await gatewayKeys()
  const [merchant, till, paymaster, reader] = [merchantKey(), merchantKey(), merchantKey(), merchantKey()]
  return {
    GATEWAY_URL: 'http://127.0.0.1:1/paynet',
    GATEWAY_LOGIN: 'merchant-login',
    GATEWAY_CONTROL_KEY: randomText(),
    GATEWAY_PRIVATE_KEY: gateway.privatePem,
    GATEWAY_ENDPOINTS: JSON.stringify({ EUR: { endpoint: 1001 }, JPY: { group: 7, requires: ['name'] } }),
    GATEWAY_PROFILE: '{}',
    PUBLIC_URL: 'https://pay.example.com',
    ALLOWED_ORIGINS: '["https://shop.example.com"]',
    MERCHANT: JSON.stringify({ name: 'Heather Hill' }),
    OFFER_KEYS: JSON.stringify({ keys: [es256.publicJwk, eddsa.publicJwk] }),
    OFFERS_NOT_BEFORE: '{"withdrawn-item":4000000000}',
    TOKEN_KEY: randomText(),
    TOKEN_KEY_PREVIOUS: randomText(),
    NAME_KEY: randomText(),
    MERCHANT_KEYS: JSON.stringify([
      { name: 'shop server', digest: await sha256(merchant), scopes: MERCHANT_SCOPES },
      { name: 'till', digest: await sha256(till), scopes: ['charge'] },
      { name: 'paymaster', digest: await sha256(paymaster), scopes: ['payout'] },
      { name: 'report', digest: await sha256(reader), scopes: ['read'] },
    ]),
    CHECKOUT_METHODS: '["hosted"]',
    PAYMENTS: 'on',
    // Tests share one address; those of the limits turn them on.
    LIMITS: 'off',
    CARD_DIGEST_KEY: randomText(),
    SEARCH_KEY: randomText(),
    ORDER_TIMES: JSON.stringify(SHORT_TIMES),
    TEST_OFFER_KEY_ES256: JSON.stringify(es256.privateJwk),
    TEST_OFFER_KEY_EDDSA: JSON.stringify(eddsa.privateJwk),
    TEST_GATEWAY_PUBLIC_KEY: gateway.publicSpki,
    TEST_MERCHANT_KEY: merchant,
    TEST_CHARGE_KEY: till,
    TEST_PAYOUT_KEY: paymaster,
    TEST_READ_KEY: reader,
  }
}

const randomText = () => crypto.randomUUID() + crypto.randomUUID()

async function keyPair(kid: string, alg: string, algorithm: { name: string; namedCurve?: string }) {
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const [publicJwk, privateJwk] = await Promise.all(
    [keys.publicKey, keys.privateKey].map((key) => crypto.subtle.exportKey('jwk', key)),
  )
  return { publicJwk: { ...publicJwk, kid, alg }, privateJwk: { ...privateJwk, kid, alg } }
}

const base64 = (bytes: ArrayBuffer | Uint8Array) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

const merchantKey = () =>
  `pck_${base64(crypto.getRandomValues(new Uint8Array(32)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`

async function sha256(text: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key pair that signs and verifies requests to the gateway. */
async function gatewayKeys() {
  const exponent = { publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 }
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', ...exponent }
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const pkcs8 = (await crypto.subtle.exportKey('pkcs8', keys.privateKey)) as ArrayBuffer
  const spki = (await crypto.subtle.exportKey('spki', keys.publicKey)) as ArrayBuffer
  const privatePem = `-----BEGIN PRIVATE KEY-----\n${base64(pkcs8)}\n-----END PRIVATE KEY-----\n`
  return { privatePem, publicSpki: base64(spki) }
}
