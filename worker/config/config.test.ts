import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { configOf, readConfig } from './config.ts'
import { TIMES } from './durations.ts'
import { endpointFor } from './gateway-endpoints.ts'

const settings: Record<string, unknown> = { ...env, LIMITS: '{}' }

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
    [{ GATEWAY_URL: 'http://127.0.0.1:1/api/paynet' }],
    [{ GATEWAY_LOGIN: 'me@shop.example.com', NOTIFY_EMAIL: 'me@shop.example.com' }],
  ])('takes what works: %j', (change) => {
    expect(problems(change)).toEqual([])
  })

  it.each([
    ['GATEWAY_URL', 'http://gate.example.com'],
    ['GATEWAY_URL', 'https://gate.example.com/paynet/'],
    ['GATEWAY_URL', undefined],
    ['GATEWAY_URL', 'https://gate.example.com/paynet/api'],
    ['GATEWAY_URL', 'https://gate.example.com/paynet/api/v2'],
    ['GATEWAY_URL', 'https://gate.example.com/paynet?x=1'],
    ['GATEWAY_URL', 'https://gate.example.com/paynet?'],
    ['GATEWAY_URL', 'https://gate.example.com/paynet#x'],
    ['GATEWAY_URL', 'https://user:password@gate.example.com/paynet'],
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
    ['GATEWAY_ENDPOINTS', '{}'],
    ['GATEWAY_ENDPOINTS', '{"EUR":{"endpoint":1,"group":2}}'],
    ['GATEWAY_ENDPOINTS', '{"EUR":{"endpoint":1,"for":{"sale":{"endpoint":2,"group":3}}}}'],
    ['GATEWAY_PROFILE', '{"controlCase":"mixed"}'],
    ['GATEWAY_PROFILE', '{"unknownChoice":1}'],
    ['PUBLIC_URL', 'https://pay.example.com/'],
    ['PUBLIC_URL', `https://${'a'.repeat(60)}.example.com`],
    ['ALLOWED_ORIGINS', '["https://shop.example.com/path"]'],
    ['ALLOWED_ORIGINS', '["*"]'],
    ['OFFER_KEYS', '{"keys":[{"kty":"EC"}]}'],
    ['OFFER_KEYS', '{"keys":[{"kty":"EC","kid":"a","d":"private"}]}'],
    ['OFFERS_NOT_BEFORE', '{"mug":"yesterday"}'],
    ['OFFERS_NOT_BEFORE', '{"mug":1.5}'],
    ['TOKEN_KEY', 'short'],
    ['TOKEN_KEY', ' '.repeat(64)],
    ['TOKEN_KEY_PREVIOUS', '\n'.repeat(64)],
    ['GATEWAY_PROFILE', '{"orderNameLength":19}'],
    ['GATEWAY_PROFILE', '{"orderNameLength":129}'],
    ['GATEWAY_PROFILE', '{"orderNames":"plain"}'],
    ['NAME_KEY', 'short'],
    ['NAME_KEY', ' '.repeat(64)],
    ['TOKEN_KEY_PREVIOUS', 'short'],
    ['TOKENS_NOT_BEFORE', 'yesterday'],
    ['TOKENS_NOT_BEFORE', '1800000000000'],
    ['GATEWAY_CREDENTIALS_PREVIOUS', 'shop:key'],
    ['GATEWAY_CREDENTIALS_PREVIOUS', '{"before":{"controlKey":"short"}}'],
    ['GATEWAY_CREDENTIALS_PREVIOUS', '{"before":{"privateKey":"no key"}}'],
    ['GATEWAY_CREDENTIALS_PREVIOUS', '{"a-login-that-is-far-too-long":{"controlKey":"0123456789abcdef"}}'],
    ['RETENTION', '{"personalDays":0}'],
    ['RETENTION', '{"personalDays":1.5}'],
    ['RETENTION', '{"personalDays":91,"coreDays":90}'],
    ['RETENTION', '{"personalDays":731}'],
    ['RETENTION', '{"years":2}'],
    ['INDEX_SHARDS', '9'],
    ['INDEX_SHARDS', 'on'],
    ['JURISDICTION', 'EU'],
    ['JURISDICTION', ''],
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
    ['WEBHOOK_SECRET', `${webhookSecret(32)} short`],
    ['WEBHOOK_SECRET', Array(5).fill(webhookSecret(32)).join(' ')],
    ['NOTIFY_EMAIL', 'the till'],
    ['SHOPPER_MAIL', '{}'],
    ['SHOPPER_MAIL', '{"from":"the till","receipts":true}'],
    ['SHOPPER_MAIL', '{"from":"till@shop.example.com"}'],
    ['SHOPPER_MAIL', '{"from":"till@shop.example.com","receipts":true,"reminders":true}'],
    [
      'SHOPPER_MAIL',
      '{"from":{"email":"till@shop.example.com","name":"A\\nBcc: b@example.com"},"receipts":true}',
    ],
    ['SHOPPER_MAIL', '{"from":"till@shop.example.com","receipts":true,"locale":"no language"}'],
    ['SHOPPER_MAIL', '{"from":"till@shop.example.com","receipts":true,"mailsPerAddress":0}'],
    ['MERCHANT', '{"name":"a","withdrawal":"mailto:help@shop.example.com"}'],
    ['TURNSTILE_SITE_KEY', ''],
    ['TURNSTILE_SITE_KEY', 'no site key'],
    ['TURNSTILE_SECRET_KEY', 'short'],
    ['TURNSTILE_URL', 'https://challenges.cloudflare.com/'],
    ['TURNSTILE_URL', 'http://verifier.example.com'],
    ['MERCHANT', 'Heather Hill'],
    ['MERCHANT', '{}'],
    ['MERCHANT', '{"name":" "}'],
    ['MERCHANT', `{"name":"${'a'.repeat(65)}"}`],
    ['MERCHANT', '{"name":"a\\nb"}'],
    ['MERCHANT', '{"name":"a","colour":"red"}'],
    ['MERCHANT', '{"name":"a","accent":"red"}'],
    ['MERCHANT', '{"name":"a","accent":"#f00"}'],
    ['MERCHANT', '{"name":"a","accent":"#ff0000;x:y"}'],
    ['MERCHANT', '{"name":"a","address":" "}'],
    ['MERCHANT', '{"name":"a","address":"3 Mill Lane\\nDerby"}'],
    ['MERCHANT', `{"name":"a","taxNote":"${'a'.repeat(201)}"}`],
    ['MERCHANT', '{"name":"a","logo":"https://a;sandbox/logo.svg"}'],
    ['MERCHANT', '{"name":"a","logo":"data:image/png;base64,AA"}'],
    ['MERCHANT', '{"name":"a","logo":"/logo.svg"}'],
    ['MERCHANT', '{"name":"a","logo":"http://shop.example.com/logo.svg"}'],
    ['MERCHANT', '{"name":"a","imageOrigins":["https://cdn.example/"]}'],
    ['MERCHANT', '{"name":"a","imageOrigins":["http://cdn.example"]}'],
    ['MERCHANT', '{"name":"a","imageOrigins":["data:"]}'],
    ['MERCHANT', '{"name":"a","imageOrigins":["https:"]}'],
    ['MERCHANT', '{"name":"a","imageOrigins":["https://*"]}'],
    ['MERCHANT', '{"name":"a","imageOrigins":["https://a;script-src"]}'],
    ['MERCHANT', '{"name":"a","imageOrigins":["https://a.example https://b.example"]}'],
    ['MERCHANT', `{"name":"a","imageOrigins":[${Array(11).fill('"https://cdn.example"')}]}`],
    ['MERCHANT', '{"name":"a","terms":"javascript:alert(1)"}'],
    ['MERCHANT', '{"name":"a","withdrawal":"mailto:help@shop.example.com"}'],
    ['MERCHANT', '{"name":"a","withdrawal":"http://shop.example.com/withdraw"}'],
    ['MERCHANT', '{"name":"a","terms":"https://user:password@shop.example.com/"}'],
    ['MERCHANT', `{"name":"a","privacy":"https://shop.example.com/${'a'.repeat(512)}"}`],
    ['MERCHANT', '{"name":"a","support":"help@shop.example.com"}'],
    ['MERCHANT', '{"name":"a","support":"mailto:help@shop.example.com?bcc=all@example.com"}'],
    ['MERCHANT', '{"name":"a","support":"tel:help"}'],
    ['MERCHANT', '{"name":"a","termsRequired":true}'],
    ['MERCHANT', '{"name":"a","cards":["Visa"]}'],
    ['MERCHANT', '{"name":"a","cards":["visa","visa"]}'],
    ['LIMITS', 'on'],
    ['LIMITS', '{"cardsPerOrder":0}'],
    ['LIMITS', '{"cardsPerDay":5}'],
    ['LIMITS', '{"cardsForOffers":"never"}'],
    ['CARD_DIGEST_KEY', 'too short'],
    ['SEARCH_KEY', 'too short'],
    ['NOTIFY_CUSTOMER', 'yes'],
    ['ORDER_TIMES', '{"activeEvery":0}'],
    ['ORDER_TIMES', '{"teatime":5}'],
    ['ORDER_TIMES', '{"activeEvery":[5]}'],
    ['ORDER_TIMES', '{"waitingAfter":5}'],
    ['ORDER_TIMES', '{"waitingAfter":[5,5]}'],
  ])('names %s when it is wrong', (setting, value) => {
    expect(problems({ [setting]: value })).toEqual([setting])
  })

  it.each([
    ['a name alone', { name: ' Töpferei & Söhne ' }, 'https://pay.example.com'],
    ['a page for help', { name: 'a', support: 'https://shop.example.com/help' }, 'https://pay.example.com'],
    [
      'an address to write to',
      { name: 'a', support: 'mailto:help@shop.example.com' },
      'https://pay.example.com',
    ],
    [
      'a colour, an address and a note on taxes',
      { name: 'a', accent: '#5D4b7a', address: ' 3 Mill Lane, Derby ', taxNote: 'Includes 20 % VAT.' },
      'https://pay.example.com',
    ],
    ['a telephone number', { name: 'a', support: 'tel:+44-20-7946-0000' }, 'https://pay.example.com'],
    [
      'terms that shoppers have to agree to',
      { name: 'a', terms: 'https://shop.example.com/terms', termsRequired: true },
      'https://pay.example.com',
    ],
    [
      'pictures of products on two origins',
      { name: 'a', imageOrigins: ['https://cdn.example', 'https://img.shop.example.com:8443'] },
      'https://pay.example.com',
    ],
    [
      'every brand of cards',
      {
        name: 'a',
        cards: ['visa', 'mastercard', 'amex', 'maestro', 'jcb', 'unionpay', 'diners', 'discover'],
      },
      'https://pay.example.com',
    ],
    [
      'plain http where the edge itself is on this machine',
      { name: 'a', logo: 'http://shop.localhost:5173/logo.svg' },
      'http://pay.localhost:8787',
    ],
    [
      'a logo whose host has an underscore',
      { name: 'a', logo: 'https://our_cdn.example.com/logo.svg' },
      'https://pay.example.com',
    ],
  ])('takes a merchant with %s', (_, merchant, PUBLIC_URL) => {
    expect(problems({ MERCHANT: JSON.stringify(merchant), PUBLIC_URL })).toEqual([])
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

  it('takes a second webhook secret beside the first', () => {
    const WEBHOOK_SECRET = `${webhookSecret(32)} ${webhookSecret(24)}`

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

  it.each([
    ['a site key alone', { TURNSTILE_SITE_KEY: '1x00000000000000000000AA' }],
    ['a secret key alone', { TURNSTILE_SECRET_KEY: 'a-secret-of-turnstile' }],
  ])('wants both keys of the bot check, or none: %s', (_, keys) => {
    expect(problems(keys)).toEqual(['TURNSTILE_SECRET_KEY'])
  })

  it('takes another verifier only beside a gateway on this machine', () => {
    const standIn = { TURNSTILE_URL: 'http://127.0.0.1:8788' }
    const real = { GATEWAY_URL: 'https://gate.example.com/paynet', ORDER_TIMES: '{}' }

    expect(problems(standIn)).toEqual([])
    expect(problems({ ...standIn, ...real })).toEqual(['TURNSTILE_URL'])
    expect(problems(real)).toEqual([])
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

  it('takes no address of its own for the gateway, or for the receiver of webhooks', () => {
    const away = { GATEWAY_URL: 'https://gate.example.com/paynet', ORDER_TIMES: '{}', LIMITS: '{}' }
    const hooks = { WEBHOOK_URL: 'https://pay.example.com/', WEBHOOK_SECRET: webhookSecret(32) }

    expect(problems({ ...away, GATEWAY_URL: 'https://pay.example.com/paynet' })).toEqual(['GATEWAY_URL'])
    expect(problems({ ...away, ...hooks })).toEqual(['WEBHOOK_URL'])
    expect(problems({ ...away, ...hooks, WEBHOOK_URL: 'https://pay.example.com/hooks' })).toEqual([])
  })

  it('has a default for every budget', () => {
    const { LIMITS: _, ...others } = settings

    expect(configOf(others).LIMITS).toEqual({
      cardsPerOrder: 5,
      triesPerNetwork: 1,
      furtherCards: 4,
      triesPerEmail: 5,
      triesPerCard: 5,
      failuresPerOffer: 80,
      failuresForAttack: 120,
      cardsForOffers: 'off',
    })
  })

  it('keeps the limits on where the gateway is not on this machine', () => {
    const away = { GATEWAY_URL: 'https://gate.example.com/paynet', ORDER_TIMES: '{}' }

    expect(problems({ ...away, LIMITS: 'off' })).toEqual(['LIMITS'])
    expect(problems({ ...away, LIMITS: '{}' })).toEqual([])
  })

  it('wants a key for digests of cards where offers take cards', () => {
    const { CARD_DIGEST_KEY: _, ...others } = settings
    const reading = (changes: object) => {
      const read = readConfig({ ...others, LIMITS: '{}', ...changes })
      return read.ok ? [] : read.reason.map(({ setting }) => setting)
    }

    expect(reading({ CHECKOUT_METHODS: '["hosted","card"]' })).toEqual(['CARD_DIGEST_KEY'])
    expect(reading({ CHECKOUT_METHODS: '["hosted"]' })).toEqual([])
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

  it('throws an error that names the setting where no check came before', () => {
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

describe('RETENTION', () => {
  const DAY = 24 * 3600 * 1000
  const kept = (RETENTION?: string) => {
    const { personalKept, coreKept } = configOf({ ...settings, ...(RETENTION && { RETENTION }) }).times
    return [personalKept / DAY, coreKept / DAY]
  }

  it.each<[string | undefined, number[]]>([
    [undefined, [90, 730]],
    ['{"personalDays":30}', [30, 730]],
    ['{"personalDays":7,"coreDays":365}', [7, 365]],
    ['{"coreDays":3650}', [90, 3650]],
  ])('%s keeps a shopper’s data and an order for as many days', (setting, days) => {
    expect(kept(setting)).toEqual(days)
  })
})
