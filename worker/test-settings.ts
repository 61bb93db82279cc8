/** The edge's settings while its unit tests run. Keys are made anew for every run, so none lies in the repository. */

/** Durations in which an order lives through its whole life in a test, in milliseconds. */
const SHORT_TIMES = {
  requestDeadline: 200,
  activeEvery: 50,
  activeFor: 500,
  waitingFirst: 100,
  waitingLast: 400,
  minutesEvery: 200,
  minutesFor: 4000,
  orderExpires: 3000,
}

/** What tests find in `env` besides the settings: the private halves of `OFFER_KEYS`, as JWKs. */
export interface TestSecrets {
  readonly TEST_OFFER_KEY_ES256: string
  readonly TEST_OFFER_KEY_EDDSA: string
}

/** @returns Bindings for the tests: every setting of the edge, and the merchant's keys to sign offers with. */
export async function testSettings(): Promise<Record<string, string>> {
  const es256 = await keyPair('es256-1', 'ES256', { name: 'ECDSA', namedCurve: 'P-256' })
  const eddsa = await keyPair('eddsa-1', 'EdDSA', { name: 'Ed25519' })
  return {
    GATEWAY_URL: 'http://127.0.0.1:1/paynet',
    GATEWAY_LOGIN: 'merchant-login',
    GATEWAY_CONTROL_KEY: randomText(),
    GATEWAY_ENDPOINTS: JSON.stringify({ EUR: { endpoint: 1001 }, JPY: { group: 7, requires: ['name'] } }),
    GATEWAY_PROFILE: '{}',
    PUBLIC_URL: 'https://pay.example.com',
    ALLOWED_ORIGINS: '["https://shop.example.com"]',
    OFFER_KEYS: JSON.stringify({ keys: [es256.publicJwk, eddsa.publicJwk] }),
    OFFERS_NOT_BEFORE: '{"withdrawn-item":4000000000}',
    TOKEN_KEY: randomText(),
    TOKEN_KEY_PREVIOUS: randomText(),
    CHECKOUT_METHODS: '["hosted"]',
    PAYMENTS: 'on',
    ORDER_TIMES: JSON.stringify(SHORT_TIMES),
    TEST_OFFER_KEY_ES256: JSON.stringify(es256.privateJwk),
    TEST_OFFER_KEY_EDDSA: JSON.stringify(eddsa.privateJwk),
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
