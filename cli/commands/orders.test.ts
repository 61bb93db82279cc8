import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { PROBLEM_TYPE, problemDocument } from '../testing/edge-answers.ts'

const ENTRY = {
  ...{ id: 'o1', reference: 'cart-1', intent: 'sale', amount: '12.50', currency: 'EUR', description: 'Mug' },
  ...{ status: 'approved', needsAttention: false, startedAt: '2027-01-01T10:00:00.000Z' },
}
const LINES = [
  { item: 'mug', description: 'Mug', quantity: 2, amount: '10.00' },
  { item: 'tea', description: 'Tea', quantity: 1, amount: '2.50' },
]
const ORDER = { ...ENTRY, captured: '12.50', returned: '0.00', lines: LINES, attempts: [], followUps: [] }

/** An order has one of each, with this place as its number. */
const KINDS = ['return', 'capture', 'void']

interface Seen {
  readonly route: string
  readonly body: string
  readonly key: string | undefined
  readonly authorization: string | undefined
}

let origin: string
let folder: string
let seen: Seen[]
let entry: object
let attempts: readonly object[]
let customer: object | undefined
/** How the edge shows the order, look by look. */
let shownFollowUps: (readonly object[])[]
/** What the edge answers to a list with filters. */
let refusal: object | undefined
let followUp:
  | { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> }
  | 'no answer'

const server = createServer(async (request, reply) => {
  const { method, url = '', headers } = request
  seen.push({
    route: `${method} ${url}`,
    body: await text(request),
    key: headers['idempotency-key'] as string | undefined,
    authorization: headers.authorization,
  })
  const answer = (body: object = {}, status = 200, more: Record<string, string> = {}) => {
    const [type, document] = status === 200 ? [{}, body] : [PROBLEM_TYPE, problemDocument(status, body)]
    return reply.writeHead(status, { ...type, ...more }).end(JSON.stringify(document))
  }
  if (method === 'POST') {
    if (followUp === 'no answer') return request.socket.destroy()
    const number = String(KINDS.findIndex((kind) => url.endsWith(kind)) + 1)
    return answer(followUp.body, followUp.status, { 'Follow-Up': number, ...followUp.headers })
  }
  if (refusal && /[?&](status|currency)=/.test(url)) return answer(refusal, 400)
  if (/^\/v1\/orders(?:\?|$)/.test(url))
    return answer({ orders: /reference=(?!cart-1$)/.test(url) ? [] : [entry] })
  return url === '/v1/orders/o1'
    ? answer({
        ...ORDER,
        attempts,
        ...(customer && { customer }),
        followUps: shownFollowUps.length > 1 ? shownFollowUps.shift() : shownFollowUps[0],
      })
    : answer({ code: 'not-found', title: 'There is nothing here' }, 404)
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-orders-'))
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  seen = []
  entry = ENTRY
  attempts = []
  customer = undefined
  shownFollowUps = [[]]
  refusal = undefined
  const done = { amount: '2.50', status: 'approved', startedAt: '' }
  const followUps = KINDS.map((kind, index) => ({ ...done, kind, number: index + 1 }))
  followUp = { status: 200, body: { ...ORDER, followUps } }
})

async function orders(...args: string[]) {
  const printed: string[] = []
  const told: string[] = []
  const code = await main(['orders', ...args, '--edge', origin], {
    print: (line) => printed.push(line),
    tell: (line) => told.push(line),
    now: () => 1_800_000_000,
    env: { PAY_MERCHANT_KEY: 'pck_secret\n' },
    interruption: () => new AbortController().signal,
  })
  return { code, printed: printed.join('\n'), told: told.join('\n') }
}

const posted = () => seen.filter(({ route }) => route.startsWith('POST'))

describe('pay-checkout orders', () => {
  it.each([
    ['list', ['list']],
    ['show', ['show', 'cart-1']],
    ['reconcile', ['reconcile', 'report.csv']],
  ])('%s takes no other key where the name of its file is empty', async (_, args) => {
    const { code, told } = await orders(...args, '--merchant-key-file', '')

    expect({ code, told, seen }).toEqual({
      code: 1,
      told: expect.stringContaining('file-unreadable'),
      seen: [],
    })
  })

  it('lists orders with the merchant key', async () => {
    const { code, printed } = await orders('list', '--status', 'approved', '--needs-attention', '--json')

    expect({ code, value: JSON.parse(printed) }).toEqual({ code: 0, value: { orders: [ENTRY] } })
    expect(seen).toMatchObject([
      { route: 'GET /v1/orders?status=approved&needsAttention=true', authorization: 'Bearer pck_secret' },
    ])
  })

  it.each([
    [['--email', 'ada@example.com'], 'email=ada%40example.com'],
    [['--last-four', '1111', '--day', '2026-11-28'], 'lastFour=1111&day=2026-11-28'],
    [['--reference', 'INV-'], 'reference=INV-'],
  ])('finds a shopper by %s', async (args, query) => {
    expect((await orders('list', ...args)).code).toBe(0)

    expect(seen).toMatchObject([{ route: `GET /v1/orders?${query}` }])
  })

  it('shows who ordered, where the key may read it', async () => {
    customer = {
      ...{ name: 'Ada Lovelace', email: 'ada@example.com' },
      shipping: { address: 'Rue Haute 2', city: 'Paris', postalCode: '75001', country: 'FR' },
    }

    const { printed } = await orders('show', 'cart-1')

    expect(printed).toContain(
      'customer  Ada Lovelace, ada@example.com\ndeliver to  Rue Haute 2, 75001, Paris, FR\n',
    )
    expect(printed).not.toContain('billed to')
  })

  it('shows nobody where it may not', async () => {
    expect((await orders('show', 'cart-1')).printed).not.toMatch(/customer|deliver|billed/)
  })

  it.each([
    ['shows', ['show', 'cart-1']],
    ['refunds', ['refund', 'cart-1', '--amount', '1.00', '--currency', 'EUR']],
  ])('%s no order whose reference only begins like the given one', async (_, args) => {
    entry = { ...ENTRY, reference: 'cart-10' }

    const { code, told } = await orders(...args)

    expect([code, told]).toEqual([1, expect.stringContaining('not-found')])
    expect(posted()).toEqual([])
  })

  it.each([
    [
      'the reasons',
      { attention: ['outcome-unknown', 'merchant-not-notified'] },
      ': outcome-unknown, merchant-not-notified',
    ],
    ['no reason of an older edge', {}, ''],
  ])('marks an order that needs attention, with %s', async (_, changes, told) => {
    entry = { ...ENTRY, needsAttention: true, ...changes }

    const { printed } = await orders('list')

    expect(printed).toMatch(new RegExp(`Mug  ← needs attention${told}$`))
  })

  it.each([
    ['money that is held, and not taken', { intent: 'preauth' }, 'on hold'],
    ['a payout that came back', { intent: 'payout', status: 'returned' }, 'payout came back'],
    ['a payout that was only checked', { intent: 'payout', captured: '0.00' }, 'ready to pay out'],
    ['a card', { intent: 'verify' }, 'card verified'],
    ['an entry of an older edge', { intent: 'payout' }, 'paid out'],
    ['an order by a status of a newer edge', { status: 'settling' }, 'settling'],
    ['an order by an intent of a newer edge', { intent: 'rent' }, 'approved'],
  ])('says what became of %s', async (_, changes, words) => {
    entry = { ...ENTRY, ...changes }

    const { printed } = await orders('list')

    expect(printed).toMatch(new RegExp(` {2}${words} {2}`))
  })

  it.each([
    [
      'a filter',
      ['list', '--status', 'paid'],
      { code: 'query-malformed', title: 'The query is wrong', fields: ['status'] },
      /--status: must be one of open, .*approved/,
    ],
    [
      'a sum that is too large',
      ['refund', 'cart-1', '--amount', '99', '--currency', 'EUR'],
      { code: 'amount-invalid', title: 'The amount is wrong', fields: ['amount'], order: ORDER },
      /--amount: must be .*the order is of 12\.50 EUR, 12\.50 were taken and 0\.00 returned/,
    ],
    [
      'a currency that is not the order’s',
      ['refund', 'cart-1', '--amount', '1', '--currency', 'USD'],
      { code: 'amount-invalid', title: 'The amount is wrong', fields: ['currency'], order: ORDER },
      /--currency: must be that of the order, EUR/,
    ],
    [
      'a field that is new',
      ['list', '--currency', 'eur'],
      { code: 'query-malformed', title: 'The query is wrong', fields: ['colour'] },
      /colour: the edge does not accept this/,
    ],
  ])('says which field the edge refuses, and what it takes: %s', async (_, args, problem, expected) => {
    refusal = problem
    followUp = { status: 422, body: { type: `urn:pay-checkout:problem:${problem.code}`, ...problem } }

    const { code, told } = await orders(...args)

    expect(code).toBe(1)
    expect(told).toMatch(expected)
  })

  it.each([
    ['a reference', 'cart-1'],
    ['an id', 'o1'],
    ['the name of an attempt at the gateway', 'cart-1.2.abcdefghij234567'],
  ])('shows an order by %s', async (_, name) => {
    attempts = [{ number: 2, method: 'card', status: 'approved', clientOrderId: 'cart-1.2.abcdefghij234567' }]

    const { code, printed } = await orders('show', name)

    expect({ code, first: printed.split('\n')[0] }).toEqual({ code: 0, first: 'cart-1 (o1)' })
  })

  it('shows what a cart sold', async () => {
    const { printed } = await orders('show', 'cart-1')

    expect(printed.split('\n').filter((line) => line.startsWith('line'))).toEqual([
      'line  2 × Mug (mug)  10.00 EUR',
      'line  1 × Tea (tea)  2.50 EUR',
    ])
  })

  it('says that there is no such order', async () => {
    const { code, told } = await orders('show', 'cart-2')

    expect(code).toBe(1)
    expect(told).toContain('not-found: There is nothing here')
  })

  describe('by a name at the gateway', () => {
    beforeEach(() => {
      attempts = [{ number: 1, method: 'card', clientOrderId: 'cart-1.k3vqab2cdefghij7' }]
    })

    it('acts on the order that has an attempt of this name', async () => {
      const { code } = await orders('refund', 'cart-1.k3vqab2cdefghij7')

      expect(code).toBe(0)
      expect(posted()).toHaveLength(1)
    })

    it.each([
      ['has the mark of another shop', 'cart-1.zzzzzzzzzzzzzzzz'],
      ['has a number that no attempt has', 'cart-1.2.k3vqab2cdefghij7'],
    ])('refunds nothing where the name %s', async (_, name) => {
      const { code, told } = await orders('refund', name)

      expect({ code, told }).toEqual({ code: 1, told: expect.stringContaining('not-found') })
      expect(posted()).toEqual([])
    })
  })

  it.each([
    [
      'capture',
      ['--amount', '2.50', '--currency', 'EUR'],
      '/v1/orders/o1/capture',
      { amount: '2.50', currency: 'EUR' },
    ],
    [
      'refund',
      ['--amount', '2.50', '--currency', 'EUR'],
      '/v1/orders/o1/return',
      { amount: '2.50', currency: 'EUR' },
    ],
    ['refund', [], '/v1/orders/o1/return', {}],
    ['void', ['--comment', 'twice'], '/v1/orders/o1/void', { comment: 'twice' }],
  ])('sends a %s once, with a key that it prints', async (command, flags, path, body) => {
    const { code, told } = await orders(command, 'cart-1', ...flags)

    const [request] = posted()
    expect(code).toBe(0)
    expect(posted()).toHaveLength(1)
    expect(request?.route).toBe(`POST ${path}`)
    expect(JSON.parse(request?.body || '{}')).toEqual(body)
    expect(told).toContain(`The idempotency key is ${request?.key}.`)
  })

  it('sends the key of an earlier run', async () => {
    await orders('refund', 'cart-1', '--idempotency-key', 'refund-4711-0001')

    expect(posted()[0]?.key).toBe('refund-4711-0001')
  })

  it.each(['too-short', 'with a blank in it', 'ümläuts-of-16-letters'])(
    'sends nothing under a key that no edge takes: %s',
    async (key) => {
      expect(await orders('refund', 'cart-1', '--idempotency-key', key)).toMatchObject({ code: 2 })
      expect(seen).toEqual([])
    },
  )

  it.each([
    ['no answer came', 'no answer' as const],
    ['the edge failed', { status: 503 }],
    ['a proxy answered with JSON', { status: 200, body: { status: 'ok' } }],
    ['the answer does not name the follow-up', { status: 200, body: ORDER }],
  ])('says that the outcome is unknown where %s, and never sends again by itself', async (_, reply) => {
    followUp = reply

    const { code, told } = await orders('refund', 'cart-1')

    expect(code).toBe(1)
    expect(posted()).toHaveLength(1)
    expect(told).toContain(`--idempotency-key ${posted()[0]?.key}`)
    expect(told).toContain('outcome-unknown')
  })

  it('ends with 3 where the gateway declined', async () => {
    followUp = {
      status: 200,
      body: { ...ORDER, followUps: [{ number: 1, kind: 'return', amount: '2.50', status: 'declined' }] },
    }

    expect(await orders('refund', 'cart-1')).toMatchObject({
      code: 3,
      printed: 'return of 2.50 EUR: declined',
    })
  })

  const refund = (status: string, number = 1) => ({
    ...{ number, kind: 'return', amount: '2.50', status, startedAt: '' },
  })

  const answers = (...followUps: readonly object[]) => {
    followUp = { status: 200, body: { ...ORDER, followUps } }
  }

  it.each([
    ['approved', 0],
    ['declined', 3],
  ])('waits until the outcome is certain: %s ends with %i', async (status, code) => {
    answers(refund('processing'))
    shownFollowUps = [[], [refund('processing')], [refund('unknown')], [refund(status)]]

    expect(await orders('refund', 'cart-1', '--every', '0.001')).toMatchObject({
      code,
      printed: `return of 2.50 EUR: ${status}`,
    })
    expect(posted()).toHaveLength(1)
  })

  it.each([
    ['by its limit', ['--wait', '0.002', '--every', '0.001']],
    ['without waiting', ['--no-wait']],
  ])('ends with 4 where the outcome is not certain %s', async (_, flags) => {
    answers(refund('processing'))
    shownFollowUps = [[refund('processing')]]

    const { code, printed } = await orders('refund', 'cart-1', ...flags)

    expect(code).toBe(4)
    expect(printed).toContain('return of 2.50 EUR: processing')
    expect(printed).toContain('not certain yet')
  })

  it('says that a refund waits for another key, asks no more, and ends with 3', async () => {
    answers(refund('waiting'))
    seen = []

    const { code, printed } = await orders('refund', 'cart-1')

    expect(code).toBe(3)
    expect(printed).toMatch(
      /^return of 2\.50 EUR: waiting\n.*above the limits of this key, and nothing was sent/,
    )
    expect(seen.filter(({ route }) => route === 'GET /v1/orders/o1')).toHaveLength(1)
  })

  it('takes the follow-up of its own key, and not a later one', async () => {
    followUp = {
      status: 200,
      headers: { 'Follow-Up': '1' },
      body: { ...ORDER, followUps: [refund('declined'), refund('approved', 2)] },
    }

    expect(await orders('refund', 'cart-1')).toMatchObject({ code: 3 })
  })

  it.each([['--wait'], ['--every']])('sends nothing with a wrong %s', async (flag) => {
    expect(await orders('refund', 'cart-1', flag, 'soon')).toMatchObject({ code: 2 })
    expect(posted()).toEqual([])
  })

  it('sends nothing without an order', async () => {
    expect(await orders('refund', '')).toMatchObject({ code: 2 })
    expect(seen).toEqual([])
  })

  it('sends nothing with an amount that lacks its currency', async () => {
    expect(await orders('refund', 'cart-1', '--amount', '2.50')).toMatchObject({ code: 2 })
    expect(seen).toEqual([])
  })

  it('never shows the merchant key', async () => {
    followUp = 'no answer'
    const outputs = [
      await orders('list'),
      await orders('refund', 'cart-1'),
      await orders('show', 'x', '--json'),
    ]

    expect(JSON.stringify(outputs)).not.toContain('pck_secret')
  })
})
