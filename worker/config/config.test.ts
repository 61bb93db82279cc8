import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf, readConfig } from './config.ts'
import { endpointFor } from './gateway-endpoints.ts'
import { TIMES } from './times.ts'

const settings: Record<string, unknown> = { ...env }

async function privateKeyOf(bits: number) {
  const exponent = { modulusLength: bits, publicExponent: new Uint8Array([1, 0, 1]) }
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', ...exponent }
  const { privateKey } = (await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const pkcs8 = (await crypto.subtle.exportKey('pkcs8', privateKey)) as ArrayBuffer
  const base64 = btoa(String.fromCharCode(...new Uint8Array(pkcs8)))
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`
}

/** A secret of Standard Webhooks with as many bytes. */
const webhookSecret = (bytes: number) => `whsec_${btoa('x'.repeat(bytes))}`

const problems = (change: Record<string, unknown>) => {
  const reading = readConfig({ ...settings, ...change })
  return reading.ok ? [] : reading.reason.map(({ setting }) => setting)
}

describe('readConfig', () => {
  it('takes the settings of these tests', () => {
    expect(problems({})).toEqual([])
  })

  it.each([
    ['GATEWAY_URL', 'http://gate.example.com'],
    ['GATEWAY_URL', 'https://gate.example.com/paynet/'],
    ['GATEWAY_URL', undefined],
    ['GATEWAY_LOGIN', ''],
    ['GATEWAY_CONTROL_KEY', undefined],
    ['GATEWAY_PRIVATE_KEY', ''],
    ['GATEWAY_PRIVATE_KEY', 'no key'],
    ['GATEWAY_ENDPOINTS', '{"EUR":'],
    ['GATEWAY_ENDPOINTS', '{"EURO":{"endpoint":1}}'],
    ['GATEWAY_ENDPOINTS', '{"EUR":{}}'],
    ['GATEWAY_ENDPOINTS', '{"EUR":{"endpoint":1,"for":{"sale":{}}}}'],
    ['GATEWAY_ENDPOINTS', '{"EUR":{"endpoint":1,"for":{"sale":{"exponent":3}}}}'],
    ['GATEWAY_ENDPOINTS', '{"EUR":{"endpoint":1,"for":{"capture":{"endpoint":2}}}}'],
    ['GATEWAY_ENDPOINTS', '{"EUR":{"endpoint":1,"colour":"red"}}'],
    ['GATEWAY_PROFILE', '{"controlCase":"mixed"}'],
    ['GATEWAY_PROFILE', '{"unknownChoice":1}'],
    ['PUBLIC_URL', 'https://pay.example.com/'],
    ['PUBLIC_URL', `https://${'a'.repeat(60)}.example.com`],
    ['ALLOWED_ORIGINS', '["https://shop.example.com/path"]'],
    ['ALLOWED_ORIGINS', '["*"]'],
    ['OFFER_KEYS', '{"keys":[{"kty":"EC"}]}'],
    ['OFFER_KEYS', '{"keys":[{"kty":"EC","kid":"a","d":"private"}]}'],
    ['OFFERS_NOT_BEFORE', '{"mug":"yesterday"}'],
    ['TOKEN_KEY', 'short'],
    ['TOKEN_KEY_PREVIOUS', 'short'],
    ['MERCHANT_KEYS', '{}'],
    ['CHECKOUT_METHODS', '["cash"]'],
    ['PAYMENTS', 'off'],
    ['WEBHOOK_URL', 'http://shop.example.com/hooks'],
    ['WEBHOOK_URL', 'https://user:password@shop.example.com/hooks'],
    ['WEBHOOK_URL', 'shop.example.com/hooks'],
    ['WEBHOOK_URL', ''],
    ['WEBHOOK_SECRET', 'a-secret-without-its-prefix-and-of-any-length'],
    ['WEBHOOK_SECRET', webhookSecret(23)],
    ['WEBHOOK_SECRET', webhookSecret(65)],
    ['WEBHOOK_SECRET', webhookSecret(32).replace('=', '')],
    ['NOTIFY_EMAIL', 'the till'],
    ['ORDER_TIMES', '{"activeEvery":0}'],
    ['ORDER_TIMES', '{"teatime":5}'],
    ['ORDER_TIMES', '{"activeEvery":[5]}'],
    ['ORDER_TIMES', '{"waitingAfter":5}'],
    ['ORDER_TIMES', '{"waitingAfter":[5,5]}'],
  ])('names %s when it is wrong', (setting, value) => {
    expect(problems({ [setting]: value })).toEqual([setting])
  })

  it('names all that are wrong, and the value of none', () => {
    const reading = readConfig({ ...settings, TOKEN_KEY: 'secret-value', GATEWAY_URL: 'secret-address' })

    expect(JSON.stringify(reading)).toMatch(/GATEWAY_URL.*TOKEN_KEY/)
    expect(JSON.stringify(reading)).not.toMatch(/secret-value|secret-address/)
  })

  it('works without a private key and without merchants', () => {
    const { GATEWAY_PRIVATE_KEY, MERCHANT_KEYS, ...others } = settings

    expect(configOf(others)).toMatchObject({ GATEWAY_PRIVATE_KEY: undefined, MERCHANT_KEYS: [] })
  })

  it.each([1024, 1920])('says that a private key of %i bits is too short', async (bits) => {
    const reading = readConfig({ ...settings, GATEWAY_PRIVATE_KEY: await privateKeyOf(bits) })

    const [problem] = reading.ok ? [] : reading.reason
    expect(problem?.must).toMatch(/^be an RSA private key .*; this one is shorter than 2048 bits$/)
  })

  it.each([24, 32, 63, 64])('takes a webhook secret of %i bytes', (bytes) => {
    const WEBHOOK_SECRET = webhookSecret(bytes)

    expect(problems({ WEBHOOK_URL: 'https://shop.example.com/hooks/', WEBHOOK_SECRET })).toEqual([])
  })

  it.each(['http://127.0.0.1:9000/hooks', 'http://shop.localhost:9000/hooks?key=1'])(
    'takes %s on this machine for a receiver',
    (WEBHOOK_URL) => {
      expect(problems({ WEBHOOK_URL, WEBHOOK_SECRET: webhookSecret(32) })).toEqual([])
    },
  )

  it('wants a secret where there is a receiver, and names that one setting', () => {
    const reading = readConfig({ ...settings, WEBHOOK_URL: 'https://shop.example.com/hooks' })

    const [problem, ...others] = reading.ok ? [] : reading.reason
    expect([problem?.setting, others]).toEqual(['WEBHOOK_SECRET', []])
    expect(problem?.must).toMatch(/^be set where WEBHOOK_URL is/)
  })

  it('names every setting that is wrong beside another', () => {
    const changes = { GATEWAY_URL: 'https://gate.example.com', WEBHOOK_URL: 'https://shop.example.com/hooks' }

    expect(problems(changes)).toEqual(['ORDER_TIMES', 'WEBHOOK_SECRET'])
  })

  it('takes a private key whose line breaks are written out', async () => {
    expect(problems({ GATEWAY_PRIVATE_KEY: (await privateKeyOf(2048)).replaceAll('\n', '\\n') })).toEqual([])
  })

  it('refuses short durations for a gateway that is not on this machine', () => {
    expect(problems({ GATEWAY_URL: 'https://gate.example.com/paynet' })).toEqual(['ORDER_TIMES'])
  })

  it('keeps every duration that is not overridden', () => {
    const config = configOf({ ...settings, ORDER_TIMES: '{"activeEvery":7,"waitingAfter":[5,9]}' })

    expect(config.times).toEqual({ ...TIMES, activeEvery: 7, waitingAfter: [5, 9] })
  })

  it.each([
    ['http://127.0.0.1:8788', true],
    ['https://sandbox.gateway.example/paynet', true],
    ['https://gate.gateway.example/paynet', false],
  ])('calls %s a test gateway: %s', (url, isTest) => {
    expect(configOf({ ...settings, GATEWAY_URL: url, ORDER_TIMES: '{}' }).isTest).toBe(isTest)
  })

  it('reads words for kinds of transactions whatever their letter case', () => {
    const GATEWAY_PROFILE = '{"transactionTypes":{"sale":["SALE","Purchase"]}}'

    const { transactionTypes } = configOf({ ...settings, GATEWAY_PROFILE }).GATEWAY_PROFILE

    expect(transactionTypes).toMatchObject({ sale: ['sale', 'purchase'], preauth: ['preauth'] })
  })

  it('throws an error that names the setting where nobody asked before', () => {
    expect(() => configOf({ ...settings, TOKEN_KEY: 'secret-value' })).toThrow(/^TOKEN_KEY must be a secret/)
  })
})

describe('endpointFor', () => {
  const all = configOf({
    ...settings,
    GATEWAY_ENDPOINTS: JSON.stringify({
      EUR: { endpoint: '9007199254740993123', for: { verify: { endpoint: 5 } } },
      JPY: { group: 7, exponent: 2, requires: ['phone'] },
      USD: { group: 8, groupPath: false },
      KRW: {
        group: 9,
        exponent: 2,
        groupPath: false,
        for: { payout: { group: 10, groupPath: true, exponent: 0 }, rebill: { group: 11 } },
      },
      GBP: { for: { transfer: { endpoint: 12 } } },
      '*': { endpoint: 1 },
    }),
  }).GATEWAY_ENDPOINTS

  it.each([
    [
      'keeps an identifier that a double cannot hold',
      'EUR',
      'sale',
      { path: '9007199254740993123', exponent: 2 },
    ],
    ['finds a kind’s own endpoint', 'EUR', 'verify', { path: '5', id: '5' }],
    [
      'puts a group into the path',
      'JPY',
      'sale',
      { path: 'group/7', id: '7', exponent: 2, requires: ['phone'] },
    ],
    ['leaves a group out of the path where the gateway wants it so', 'USD', 'sale', { path: '8', id: '8' }],
    [
      'counts and writes as a kind’s own endpoint wants it',
      'KRW',
      'payout',
      { path: 'group/10', id: '10', exponent: 0 },
    ],
    [
      'counts and writes as for the currency where a kind says nothing',
      'KRW',
      'rebill',
      { path: '11', exponent: 2 },
    ],
    ['finds the only kind that is served', 'GBP', 'transfer', { path: '12' }],
    ['falls back to the endpoint of every other currency', 'KWD', 'sale', { path: '1', exponent: 3 }],
    ['sends what has no currency where every other one goes', '', 'verify', { path: '1', exponent: 0 }],
  ] as const)('%s', (_, currency, kind, endpoint) => {
    expect(endpointFor(all, currency, kind)).toMatchObject(endpoint)
  })

  it('does not serve a kind that neither it nor its currency has an endpoint for', () => {
    expect(endpointFor(all, 'GBP', 'sale')).toBeUndefined()
  })

  it('does not serve what is no currency', () => {
    expect(endpointFor(all, 'XXX', 'sale')).toBeUndefined()
  })
})
