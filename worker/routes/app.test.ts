import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callbackUrl } from '../config/signed-urls.ts'
import { withoutChance } from '../order/testing/orders.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import { OPERATIONS } from './operation-list.ts'
import {
  ask,
  bearer,
  config,
  EDGE,
  merchant,
  offer,
  opened,
  post,
  problemOf,
  refusalOf,
  SHOP,
  scriptedOrders,
} from './testing/edge.ts'

const id = 'A'.repeat(32)

/** Every address of the interface, and some of none. */
const ROUTES = [
  ...new Set(Object.values<ApiOperation>(OPERATIONS).map((row) => partsOf(row).path)),
  '/v1/nothing',
  '/',
].map((path) => path.replace('{id}', id).replace(/\{(key|ref)\}/, '$1'))

/** Pages that are for frames, and whose frames they may be in. */
const EMBEDDERS: Readonly<Record<string, string>> = {
  '/frames/card': `${EDGE} ${SHOP}`,
  '/frames/destination': `${EDGE} ${SHOP}`,
  '/frames/done': '*',
}

describe('the edge', () => {
  it('says that it is well', async () => {
    const response = await ask('/healthz')

    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
  })

  it('says its time, with which a caller compares its own', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000

    const { headers } = await ask('/healthz')

    const told = Date.parse(headers.get('Date') ?? '')
    expect(told).toBeGreaterThanOrEqual(before)
    expect(told).toBeLessThanOrEqual(Date.now())
  })

  it('says what shoppers miss', async () => {
    const response = await ask('/healthz', {}, { MERCHANT: undefined })

    expect(await response.json()).toMatchObject({ warnings: [expect.stringMatching(/^MERCHANT is not set/)] })
  })

  it('says that a receiver waits for a type that is never sent, and not which', async () => {
    const endpoint = { url: 'https://shop.example.com/in?key=k3y', secret: `whsec_${btoa('x'.repeat(32))}` }
    const WEBHOOKS = JSON.stringify([{ ...endpoint, events: ['order.approved', 'order.payed'] }])

    const text = await (await ask('/healthz', {}, { WEBHOOKS })).text()

    expect(JSON.parse(text).warnings).toEqual([
      'WEBHOOKS has the type order.payed, which this version never sends.',
    ])
    expect(text).not.toContain('shop.example.com')
  })

  it('says that it is well, and what a setting leaves unchecked', async () => {
    const settings = { GATEWAY_PROFILE: '{"statusTells":["type"]}' }

    const response = await ask('/healthz', {}, settings)

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      ok: true,
      warnings: [
        expect.stringMatching(/statusTells lacks amount/),
        expect.stringMatching(/statusTells lacks currency/),
      ],
    })
  })

  it('says that the gateway refuses every payment, and why', async () => {
    const told = { refusals: 3, cause: 'login', advice: 'Check GATEWAY_LOGIN.' }
    const refusing = async () => ({ ...told, since: '2026-01-01T00:00:00Z', codes: ['5'] })

    const response = await ask('/healthz', {}, { TALLIES: { getByName: () => ({ refusing }) } })

    expect(await response.json()).toEqual({ ok: true, gateway: told })
  })

  it('is well where the object that watches the gateway does not answer', async () => {
    const refusing = () => Promise.reject(new Error('away'))

    const response = await ask('/healthz', {}, { TALLIES: { getByName: () => ({ refusing }) } })

    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
  })

  it.each(ROUTES)('names every wrong setting, and the value of none, at %s', async (path) => {
    const wrong = { GATEWAY_URL: 'no-address-but-a-secret', ALLOWED_ORIGINS: '["leak.example"]' }

    const response = await ask(path, {}, wrong)

    const text = await response.clone().text()
    expect(await refusalOf(response)).toBe('503 configuration-invalid')
    expect(JSON.parse(text).fields).toEqual(['GATEWAY_URL', 'ALLOWED_ORIGINS'])
    expect(text).toContain('GATEWAY_URL must be')
    expect(text).not.toMatch(/secret|leak/)
  })

  it.each([
    ['/', 'GET'],
    ['/v1', 'POST'],
    ['/v1/card-refs', 'GET'],
    ['/callback', 'GET'],
    [`/callback/${id}`, 'POST'],
    ['/../etc/passwd', 'GET'],
    ['/%ff', 'GET'],
  ])('knows nothing at %s', async (path, method) => {
    expect(await refusalOf(await ask(path, { method }))).toBe('404 not-found')
  })

  it.each([
    ['/v1/checkout', 'GET', 'POST'],
    ['/v1/checkout', 'DELETE', 'POST'],
    [`/v1/orders/${id}`, 'POST', 'GET'],
    [`/v1/orders/${id}/pay`, 'GET', 'POST'],
    [`/v1/orders/${id}/cancel`, 'PUT', 'POST'],
    ['/v1/settings', 'POST', 'GET'],
    ['/v1/orders', 'PUT', 'POST, GET'],
    ['/v1/rebills', 'GET', 'POST'],
    ['/pay', 'POST', 'GET'],
    ['/healthz', 'POST', 'GET'],
  ])('answers %s by %s with what it takes', async (path, method, allowed) => {
    const response = await ask(path, { method })

    expect(response.headers.get('Allow')).toBe(allowed)
    expect(await refusalOf(response)).toBe('405 method-not-allowed')
  })

  it.each(ROUTES)('carries the headers of a careful server at %s', async (path) => {
    const { headers } = await ask(path)

    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
    expect(headers.get('Content-Security-Policy')).toContain(`frame-ancestors ${EMBEDDERS[path] ?? "'none'"}`)
    expect(headers.get('Referrer-Policy')).toBeTruthy()
    expect(headers.get('Cache-Control')).toBeTruthy()
    expect(headers.has('Set-Cookie')).toBe(false)
  })
})

describe('pages of other sites', () => {
  const preflight = (origin: string): RequestInit => ({
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  })

  it.each([SHOP, EDGE])('at %s may ask, and see what they need', async (origin) => {
    const before = await ask('/v1/checkout', preflight(origin))
    const after = await ask('/v1/checkout', post({ offer: await offer() }, { Origin: origin }))

    expect(before.status).toBe(204)
    expect(before.headers.get('Access-Control-Allow-Headers')).toMatch(/authorization.*idempotency-key/)
    expect(Number(before.headers.get('Access-Control-Max-Age'))).toBeGreaterThan(600)
    for (const { headers } of [before, after]) {
      expect(headers.get('Access-Control-Allow-Origin')).toBe(origin)
      expect(headers.get('Access-Control-Expose-Headers')).toBe('Order-Token, Retry-After')
      expect(headers.get('Vary')).toMatch(/(^|, )Origin$/)
      expect(headers.get('Access-Control-Allow-Credentials')).toBe('true')
    }
  })

  it('that are allowed can read why they were refused', async () => {
    const response = await ask('/v1/checkout', post({}, { Origin: SHOP }))

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP)
    expect(await refusalOf(response)).toBe('400 body-malformed')
  })

  it.each(['https://evil.example', 'null', `${SHOP}.evil.example`, 'http://shop.example.com'])(
    'at %s are refused before anything else is looked at, in an answer that they can read',
    async (Origin) => {
      const { order, token } = await opened()
      const { asked, ORDERS } = scriptedOrders({})

      const before = await ask('/v1/checkout', preflight(Origin))
      const answers = [
        await ask('/v1/checkout', post({ offer: await offer() }, { Origin }), { ORDERS }),
        await ask(`/v1/orders/${order.id}`, { headers: { ...bearer(token), Origin } }, { ORDERS }),
      ]

      expect([before.status, before.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*'])
      expect(asked).toEqual([])
      for (const answer of answers) {
        expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
        expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false)
        expect(answer.headers.get('Vary')).toBe('Origin')
        expect(await refusalOf(answer)).toBe('403 origin-not-allowed')
      }
    },
  )

  it('may all read the settings', async () => {
    const response = await ask('/v1/settings', { headers: { Origin: 'https://any.example' } })

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(response.headers.get('Cache-Control')).toContain('public')
    expect(await response.json()).toEqual({
      methods: ['hosted'],
      collect: { EUR: ['email'], JPY: ['email', 'name'] },
      test: true,
      locales: expect.arrayContaining(['en', 'de']),
      merchant: { name: 'Heather Hill' },
    })
  })
})

describe('bodies', () => {
  const sent = (body: BodyInit, headers: Record<string, string> = {}) =>
    ask('/v1/checkout', { ...post({}, headers), body })

  it.each([
    ['no JSON', '{"offer":'],
    ['a list', '[]'],
    ['a text', '"offer"'],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['nothing', ''],
    ['bytes that are no text', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['a depth without end', '['.repeat(8000)],
    ['an inherited name', '{"__proto__":{"offer":"x"}}'],
  ])('of %s are refused', async (_, body) => {
    expect(await refusalOf(await sent(body))).toBe('400 body-malformed')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'that call themselves "%s" are refused',
    async (type) => {
      const body = JSON.stringify({ offer: await offer() })

      expect(await refusalOf(await sent(body, { 'Content-Type': type }))).toBe('400 body-malformed')
    },
  )

  it('of more than 16 kilobytes are refused', async () => {
    const body = JSON.stringify({ offer: 'a'.repeat(17_000) })

    expect(await refusalOf(await sent(body))).toBe('413 body-too-large')
  })

  it('of more than 16 kilobytes are not read to their end', async () => {
    let asked = 0
    const body = new ReadableStream({
      pull: (controller) => {
        asked += 1
        controller.enqueue(new Uint8Array(4096))
      },
    })

    expect(await refusalOf(await sent(body))).toBe('413 body-too-large')
    expect(asked).toBeLessThan(10)
  })
})

describe('an unforeseen failure', () => {
  const lines: string[] = []
  /** Orders of other tests may go on meanwhile, and say so. */
  const refusals = () => lines.filter((line) => line.includes('"event":"refused"'))

  beforeEach(() => {
    lines.length = 0
    vi.spyOn(console, 'log').mockImplementation((line) => lines.push(String(line)))
  })

  afterEach(() => vi.restoreAllMocks())

  const broken = (error: Error) => ({ ORDERS: { getByName: () => ({ open: () => Promise.reject(error) }) } })

  it('is a problem with a number that the log knows, without the error’s own words', async () => {
    const error = new Error(`control key ${config.GATEWAY_CONTROL_KEY} of me@shop.example failed`)

    const response = await ask('/v1/checkout', post({ offer: await offer() }), broken(error))

    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status: 500, code: 'internal' })
    expect(JSON.stringify(problem)).not.toMatch(/control key|at .*\.ts/)
    const [line = ''] = refusals()
    expect(JSON.parse(line)).toMatchObject({
      event: 'refused',
      code: 'internal',
      supportId: problem.supportId,
      route: '/v1/checkout',
      why: 'Error: control key … of … failed',
    })
  })

  it('is passing where the platform says that the object can be asked again', async () => {
    const error = Object.assign(new Error('reset'), { retryable: true })

    const response = await ask('/v1/checkout', post({ offer: await offer() }), broken(error))

    expect(await refusalOf(response)).toBe('503 unavailable')
  })

  it.each([
    [
      '/v1/payouts',
      { reference: 'r', amount: '1.00', currency: 'EUR', to: { card: { number: '4111111111111112' } } },
    ],
    [
      '/v1/transfers',
      {
        reference: 'r',
        amount: '1.00',
        currency: 'EUR',
        from: 'deposit',
        to: { cardNumber: '4111111111111112' },
      },
    ],
    [
      '/v1/verifications',
      {
        reference: 'r',
        description: 'x',
        customer: {},
        card: { number: '4111111111111112', pin: '4111111111111112' },
      },
    ],
  ])('leaves no digit of a card in the log or the answer at %s', async (path, body) => {
    const response = await ask(path, post(body, merchant()))

    const line = JSON.parse(refusals()[0] ?? '{}')
    expect([line.event, line.route, refusals().length]).toEqual(['refused', path, 1])
    expect(withoutChance(lines.join() + (await response.text()))).not.toContain('4111')
  })

  it('never shows a key of an address or a token in the log', async () => {
    const { order, token } = await opened()
    const address = await callbackUrl(config, order.id, 1)

    await ask(address)
    await ask(`/v1/orders/${id}`, { headers: bearer(token) })
    await ask(`/nowhere/${token}`)

    expect(refusals()).toHaveLength(3)
    expect(lines.join()).not.toContain(address.split('.').at(-1))
    expect(lines.join()).not.toContain(token.slice(-20))
  })
})

describe('odd input at every route', () => {
  const secrets = [
    ...['GATEWAY_CONTROL_KEY', 'GATEWAY_LOGIN', 'GATEWAY_URL', 'TOKEN_KEY', 'TOKEN_KEY_PREVIOUS'],
    ...['TEST_OFFER_KEY_ES256', 'TEST_OFFER_KEY_EDDSA', 'TEST_MERCHANT_KEY', 'GATEWAY_PRIVATE_KEY'],
  ].map((name) => String(Reflect.get(env, name)))

  const oddities: (readonly [string, RequestInit, string])[] = [
    ['a huge query', {}, `?a=${'b'.repeat(10_000)}`],
    ['a broken escape', {}, '?%E0%A4%A&__proto__=1&constructor=2'],
    ['a huge body', { method: 'POST', body: 'x'.repeat(100_000) }, ''],
    ['a broken body', post('{'), ''],
    ['a broken body of a merchant', { ...post('{', merchant()), body: '{' }, ''],
    ['a list of a merchant', post([], merchant()), ''],
    ['binary', { method: 'POST', body: new Uint8Array([0, 255, 254]) }, ''],
    [
      'a body that names what objects inherit',
      { ...post({}), body: '{"__proto__":{"a":1},"toString":1}' },
      '',
    ],
    ['a token of nonsense', { headers: bearer('..') }, ''],
    ['a token of null bytes in base64', { headers: bearer('AAAA.AAAA.AAAA') }, ''],
    ['a socket', { headers: { Upgrade: 'websocket', 'Sec-WebSocket-Protocol': ',,,' } }, ''],
    ['an origin of nonsense', { headers: { Origin: '<script>' } }, ''],
    ['odd methods', { method: 'PROPFIND' }, ''],
    ['a type of nonsense', { ...post({}), headers: { 'Content-Type': ';;;' } }, ''],
  ]

  it.each(oddities)('is answered without a stack, a secret or an echo: %s', async (_, init, query) => {
    for (const path of ROUTES) {
      const response = await ask(path + query, init)

      const text = await response.text()
      const said = text + JSON.stringify([...response.headers])
      for (const secret of secrets) expect(said).not.toContain(secret)
      expect(said).not.toMatch(/\bat \S+ \(|\.ts:\d|node_modules|SyntaxError|TypeError/)
      expect(said).not.toContain('<script>')
      expect(response.status).toBeLessThan(500)
      if (response.status >= 400) {
        expect(response.headers.get('Content-Type')).toBe('application/problem+json')
        expect(JSON.parse(text).code).toMatch(/^[a-z-]+$/)
      }
    }
  })
})
