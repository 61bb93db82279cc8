import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OfferClaims } from '../../shared/offer.ts'
import type { Finding } from '../check/finding.ts'
import { makeOfferKey } from '../keys.ts'
import { main } from '../main.ts'
import { signOffer } from '../sign-offer.ts'

const SCRIPT = 'export {}'

interface Reply {
  readonly status?: number
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly hasNoDate?: true
}

const problem = (status: number, code: string): Reply => ({ status, body: { code, title: code } })

const script = (text: string): Reply => ({ text, headers: { 'Content-Type': 'text/javascript' } })

/** A well edge and a page, by method and path; a test replaces what it is about. */
let replies: Record<string, Reply | ((request: IncomingMessage) => Reply)>
let origin: string

const server = createServer((request, reply) => {
  const path = (request.url ?? '').split('?', 1)[0]
  const found = replies[`${request.method} ${path}`] ?? problem(404, 'not-found')
  const {
    status = 200,
    body,
    text,
    headers,
    hasNoDate,
  } = typeof found === 'function' ? found(request) : found
  if (hasNoDate) reply.sendDate = false
  reply.writeHead(status, headers).end(text ?? JSON.stringify(body ?? {}))
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => void server.close())

const nowSeconds = () => Math.floor(Date.now() / 1000)

const offerFor = async (days: number, change: Partial<OfferClaims> = {}) =>
  signOffer(
    {
      ...{ aud: origin, iat: nowSeconds(), exp: nowSeconds() + days * 86_400 + 3_600, item: 'mug' },
      ...{ description: 'A mug', currency: 'EUR', intent: 'sale', amount: '12.50', ...change },
    } as OfferClaims,
    await makeOfferKey('ES256'),
  )

const pageWith = (
  offer: string,
  script = `<script type="module" src="${origin}/pay-checkout.js"></script>`,
) => ({
  text: `<!doctype html>${script}<pay-checkout offer="${offer}"></pay-checkout>`,
})

beforeEach(async () => {
  replies = {
    'GET /healthz': { body: { ok: true } },
    'GET /v1/settings': { body: { methods: ['hosted'], collect: {}, test: false, locales: [] } },
    'GET /v1/orders': ({ url = '' }) => ({
      body: { orders: url.includes('needsAttention') ? [] : [{ id: 'o1', reference: 'r1' }] },
    }),
    'POST /v1/orders/o1/refresh': { body: { gatewayAnswered: true } },
    'POST /v1/offers/check': { body: { digest: 'd' } },
    'GET /pay-checkout.js': script(SCRIPT),
    'GET /page': pageWith(await offerFor(30)),
  }
})

const codes = (findings: readonly Finding[], wanted: Finding['level']) =>
  findings.filter(({ level }) => level === wanted).map(({ code }) => code)

async function check(...args: string[]) {
  const printed: string[] = []
  const code = await main(['check', '--edge', origin, '--json', ...args], {
    print: (text) => printed.push(text),
    tell: (text) => printed.push(text),
    now: nowSeconds,
    env: { PAY_MERCHANT_KEY: 'pck_secret' },
    interruption: () => new AbortController().signal,
  })
  const { findings } = JSON.parse(printed.join('')) as { findings: Finding[] }
  return {
    code,
    findings,
    printed: printed.join(''),
    wrong: codes(findings, 'attention'),
    unchecked: codes(findings, 'unchecked'),
  }
}

const checkPage = () => check('--page', `${origin}/page`)

describe('pay-checkout check', () => {
  it('ends with 0 where everything is well, and shows no key', async () => {
    const { code, findings, printed } = await checkPage()

    expect(findings.filter(({ level }) => level !== 'good')).toEqual([])
    expect(code).toBe(0)
    expect(findings.map((one) => one.code)).toEqual([
      ...['health', 'clock', 'methods', 'live-gateway', 'callbacks', 'gateway', 'orders'],
      ...['offer', 'offer-end', 'script'],
    ])
    expect(printed).not.toContain('pck_secret')
  })

  it.each([
    [
      'a setting is wrong',
      {
        'GET /healthz': {
          status: 503,
          body: { code: 'configuration-invalid', detail: 'TOKEN_KEY must be set.' },
        },
      },
      'configuration-invalid',
    ],
    [
      'the clocks differ',
      { 'GET /healthz': { body: { ok: true }, headers: { Date: 'Thu, 01 Jan 2026 00:00:00 GMT' } } },
      'clock-skew',
    ],
    [
      'offers have no method',
      { 'GET /v1/settings': { body: { methods: [], collect: {}, test: false } } },
      'methods-none',
    ],
    [
      'a firewall stops callbacks',
      { 'POST /callback/0000000000000000000000/0000000000000000000000': { status: 403, text: '<html>' } },
      'callbacks-blocked',
    ],
    ['the merchant key is wrong', { 'GET /v1/orders': problem(401, 'token-invalid') }, 'token-invalid'],
    [
      'the gateway refuses the signature',
      { 'POST /v1/orders/o1/refresh': problem(502, 'gateway-silent') },
      'gateway-silent',
    ],
    [
      'the gateway refuses every payment',
      { 'GET /healthz': { body: { ok: true, gateway: { refusals: 3, advice: 'Check GATEWAY_LOGIN.' } } } },
      'gateway-refusing',
    ],
    [
      'an order needs attention',
      { 'GET /v1/orders': { body: { orders: [{ id: 'o1', reference: 'r1' }] } } },
      'orders-need-attention',
    ],
    [
      'the edge refuses the offer',
      { 'POST /v1/offers/check': problem(422, 'offer-withdrawn') },
      'offer-withdrawn',
    ],
    [
      'the edge refuses it by a word that every object has',
      { 'POST /v1/offers/check': problem(422, 'constructor') },
      'constructor',
    ],
    ['the page is away', { 'GET /page': problem(404, 'gone') }, 'page-unreadable'],
    ['the script is away', { 'GET /pay-checkout.js': { status: 404 } }, 'script-unreachable'],
    [
      'a page is served in place of the script',
      { 'GET /pay-checkout.js': { text: '<html>', headers: { 'Content-Type': 'text/html' } } },
      'script-unreachable',
    ],
    ['another server answers in place of the edge', { 'GET /healthz': { text: '<html>' } }, 'not-an-edge'],
    ['the settings are none', { 'GET /v1/settings': { body: {} } }, 'not-an-edge'],
  ])('ends with 3 where %s, and says how to mend it', async (_, change, wrong) => {
    Object.assign(replies, change)

    const { code, findings, wrong: found } = await checkPage()

    expect({ code, found }).toEqual({ code: 3, found: [wrong] })
    expect(findings.find((one) => one.code === wrong)?.mend).toMatch(/\w+/)
  })

  it.each<[string, Record<string, Reply | ((request: IncomingMessage) => Reply)>, string]>([
    [
      'no order can be asked about',
      { 'POST /v1/orders/o1/refresh': { body: { gatewayAnswered: false } } },
      'gateway-unasked',
    ],
    ['an older edge does not say whether it asked', { 'POST /v1/orders/o1/refresh': {} }, 'gateway-unasked'],
    ['there is no order', { 'GET /v1/orders': { body: { orders: [] } } }, 'gateway-unasked'],
    [
      'the key may not have the gateway asked',
      { 'POST /v1/orders/o1/refresh': problem(403, 'scope-missing') },
      'gateway-unasked',
    ],
    ['the page has no tag', { 'GET /page': { text: '<p>A mug</p>' } }, 'tag-missing'],
    [
      'the answer has no date',
      { 'GET /healthz': { body: { ok: true }, hasNoDate: true } },
      'clock-unchecked',
    ],
  ])('ends with 4 and calls nothing fine that it did not see, where %s', async (_, change, code) => {
    Object.assign(replies, change)

    const result = await checkPage()

    expect(result).toMatchObject({ code: 4, wrong: [], unchecked: [code] })
  })

  it('asks about the newest order that can be asked about', async () => {
    const orders = [
      { id: 'o2', reference: 'declined' },
      { id: 'o1', reference: 'paid' },
    ]
    replies['GET /v1/orders'] = ({ url = '' }) => ({
      body: { orders: url.includes('needsAttention') ? [] : orders },
    })
    replies['POST /v1/orders/o2/refresh'] = { body: { gatewayAnswered: false } }

    const { code, findings } = await checkPage()

    expect(code).toBe(0)
    expect(findings.map(({ message }) => message)).toContain(
      'the gateway answers a signed request for the status of paid',
    )
  })

  it('passes over an order that was erased', async () => {
    const orders = [
      { id: 'o2', reference: 'erased' },
      { id: 'o1', reference: 'paid' },
    ]
    replies['GET /v1/orders'] = ({ url = '' }) => ({
      body: { orders: url.includes('needsAttention') ? [] : orders },
    })

    const { code, findings } = await checkPage()

    expect(code).toBe(0)
    expect(findings.map(({ message }) => message)).toContain(
      'the gateway answers a signed request for the status of paid',
    )
  })

  it.each([
    ['the gateway was asked', 'POST /v1/orders/o1/refresh'],
    ['an offer was shown', 'POST /v1/offers/check'],
    ['the settings were read', 'GET /v1/settings'],
    ['callbacks were tried', 'POST /callback/0000000000000000000000/0000000000000000000000'],
  ])('blames no setting where %s once too often, and says when to check again', async (_, route) => {
    replies[route] = { ...problem(429, 'too-many-requests'), headers: { 'Retry-After': '3600' } }

    const { code, findings, wrong } = await checkPage()

    expect({ code, wrong }).toEqual({ code: 4, wrong: [] })
    expect(findings.filter(({ level }) => level === 'unchecked')).toEqual([
      expect.objectContaining({
        code: 'too-many-requests',
        mend: 'Check again in 3600 s.',
      }),
    ])
  })

  it('ends with 0 where what is unchecked is allowed, and still says what was not checked', async () => {
    replies['GET /v1/orders'] = { body: { orders: [] } }

    const { code, unchecked } = await check('--allow-unchecked')

    expect({ code, unchecked }).toEqual({ code: 0, unchecked: ['gateway-unasked'] })
  })

  it('checks each offer of a cart', async () => {
    const line = `<pay-line offer="${await offerFor(3)}"></pay-line>`
    replies['GET /page'] = {
      text: `<script type="module" src="${origin}/pay-checkout.js"></script><pay-checkout>${line}</pay-checkout>`,
    }

    expect(await checkPage()).toMatchObject({ code: 3, wrong: ['offer-ends-soon'], unchecked: [] })
  })

  it('asks the edge for the products of a page as the page would', async () => {
    const asked: unknown[] = []
    replies['POST /v1/offers/check'] = ({ headers }) => {
      asked.push(headers.origin)
      return { body: { digest: 'd' } }
    }
    const script = `<script type="module" src="${origin}/pay-checkout.js"></script>`
    const text = `${script}<pay-checkout><pay-line product="mug"></pay-line><pay-line product="cup"></pay-line></pay-checkout>`
    replies['GET /page'] = { text }

    const { code, findings } = await checkPage()

    expect(code).toBe(0)
    expect(findings.filter((one) => one.code === 'product')).toHaveLength(2)
    expect(asked).toEqual([origin, origin])
  })

  it.each(['product-unavailable', 'offer-limit'])(
    'ends with 3 where a product is not sold: %s',
    async (wrong) => {
      replies['POST /v1/offers/check'] = problem(404, wrong)
      const script = `<script type="module" src="${origin}/pay-checkout.js"></script>`
      replies['GET /page'] = { text: `${script}<pay-checkout product="mug"></pay-checkout>` }

      expect(await checkPage()).toMatchObject({ code: 3, wrong: [wrong], unchecked: [] })
    },
  )

  it('says of a tag without an offer that none was checked', async () => {
    replies['GET /page'] = {
      text: `<script type="module" src="${origin}/pay-checkout.js"></script><pay-checkout></pay-checkout>`,
    }

    expect(await checkPage()).toMatchObject({ code: 4, unchecked: ['offer-unseen'] })
  })

  it('says of a page behind an edge that does not answer that it was not checked', async () => {
    const { code, unchecked } = await check('--edge', 'http://127.0.0.1:9', '--page', `${origin}/page`)

    expect({ code, unchecked }).toEqual({ code: 3, unchecked: ['page-unchecked'] })
  })

  it('says of a file what a file does not say', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-check-'))
    const file = join(folder, 'mug.html')
    await writeFile(
      file,
      pageWith(await offerFor(30), '<script type="module" src="/pay-checkout.js"></script>').text,
    )

    const { code, findings, unchecked } = await check('--page', file)

    await rm(folder, { recursive: true })
    expect({ code, unchecked }).toEqual({ code: 4, unchecked: ['script-unchecked'] })
    expect(findings.find((one) => one.code === 'offer')?.message).toContain('a file does not say')
  })

  it('says why an order needs attention, where the edge does', async () => {
    const orders = [
      { id: 'o1', reference: 'r1', attention: ['outcome-unknown'] },
      { id: 'o2', reference: 'r2' },
    ]
    Object.assign(replies, { 'GET /v1/orders': { body: { orders } } })

    const { findings } = await checkPage()

    expect(findings.map(({ message }) => message)).toContain(
      '2 orders need attention: r1 (outcome-unknown), r2',
    )
  })

  it.each([
    ['ends soon', async () => pageWith(await offerFor(3)), 'offer-ends-soon'],
    [
      'is for another page',
      async () => pageWith(await offerFor(30, { origins: ['https://other.example'] })),
      'origin-not-allowed',
    ],
    ['cannot be read', async () => pageWith('eyJ.x.y'), 'offer-invalid'],
  ])('ends with 3 where an offer %s', async (_, page, wrong) => {
    replies['GET /page'] = await page()

    expect(await checkPage()).toMatchObject({ code: 3, wrong: [wrong] })
  })

  it('names a tag that a build has left without its offer', async () => {
    replies['GET /page'] = { text: '<pay-checkout item="mug"></pay-checkout>' }

    expect(await checkPage()).toMatchObject({ code: 3, wrong: ['offer-missing'] })
  })

  it('tells a right digest from a wrong one', async () => {
    const pinned = (text: string) => {
      const digest = createHash('sha384').update(text).digest('base64')
      return `<script type="module" src="${origin}/v/1/pay-checkout.js" integrity="sha384-${digest}"></script>`
    }
    replies['GET /v/1/pay-checkout.js'] = script(SCRIPT)
    const offer = await offerFor(30)

    replies['GET /page'] = pageWith(offer, pinned(SCRIPT))
    const right = await checkPage()
    replies['GET /page'] = pageWith(offer, pinned('another'))
    const wrong = await checkPage()

    expect([right, wrong].map((one) => one.wrong)).toEqual([[], ['integrity-wrong']])
  })

  it('reads the policy of the page', async () => {
    replies['GET /page'] = {
      ...pageWith(await offerFor(30)),
      headers: { 'Content-Security-Policy': "frame-src 'none'" },
    }

    expect(await checkPage()).toMatchObject({ code: 3, wrong: ['policy-blocks'] })
  })

  it('asks the edge as the page would', async () => {
    const origins: unknown[] = []
    replies['POST /v1/offers/check'] = ({ headers }) => {
      origins.push(headers.origin, headers.authorization)
      return { body: { digest: 'd' } }
    }

    await checkPage()

    expect(origins).toEqual([origin, undefined])
  })

  it('says where an edge that has moved is', async () => {
    replies['GET /healthz'] = { status: 301, headers: { Location: 'https://pay.example.com/healthz' } }

    const { findings } = await check()

    expect(findings).toContainEqual(
      expect.objectContaining({
        message: '/healthz: the edge answers 301 and leads to https://pay.example.com/healthz',
        mend: 'Name the edge by the address to which it leads: --edge.',
      }),
    )
  })

  it('says that the edge does not answer', async () => {
    const result = await check('--edge', 'http://127.0.0.1:9')

    expect(result).toMatchObject({ code: 3, wrong: ['edge-unreachable'] })
  })
})
