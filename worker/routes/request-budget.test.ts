import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { callbackUrl } from '../config/signed-urls.ts'
import { linkToken, orderToken } from '../credentials/order-tokens.ts'
import { type BudgetName, REQUEST_BUDGETS } from '../limits/coarse-limit.ts'
import { type ApiOperation, partsOf } from './api-operation.ts'
import { OPERATIONS, type Operations } from './operation-list.ts'
import { budgetOf } from './request-budget.ts'
import { ask, bearer, config, merchant, offer, post, refusalOf } from './testing/edge.ts'

const id = 'A'.repeat(32)

const LIMITED = { LIMITS: '{}' }

/** Counters that record who is counted, and let pass or not. */
function counters(success: boolean) {
  const counted: string[] = []
  const names: readonly string[] = [
    'RATE_OPEN',
    'RATE_LOOK',
    'RATE_ORDER',
    'RATE_LIVE',
    'RATE_ADDRESS',
    'RATE_MERCHANT',
    'RATE_WRONG_KEY',
  ]
  const bindings = names.map((name) => [
    name,
    {
      limit: async ({ key }: { key: string }) => {
        counted.push(`${name} ${key}`)
        return { success }
      },
    },
  ])
  return { counted, bindings: { ...LIMITED, ...Object.fromEntries(bindings) } }
}

const untouched = {
  ORDERS: { getByName: () => expect.fail('an object was addressed') },
  CATALOGUE: { getByName: () => expect.fail('the catalogue was asked') },
  ORDER_INDEX: { prepare: () => expect.fail('the list was read') },
}

/** What a legitimate caller of an operation has. */
async function credentials({ access, isSelfChecked }: ApiOperation): Promise<Record<string, string>> {
  if (access.token) {
    const token =
      access.token === 'link'
        ? await linkToken(config, { id, openedAt: Date.now() })
        : await orderToken(config, { id, scope: 'pay' }, Date.now())
    return { ...bearer(token), ...(isSelfChecked && { Upgrade: 'websocket' }) }
  }
  return access.merchant ? merchant() : {}
}

async function call(row: ApiOperation, bindings: object, headers: Record<string, string> = {}) {
  const { verb, path } = partsOf(row)
  const sent = { ...(await credentials(row)), ...headers }
  const init = verb === 'GET' ? { headers: sent } : { ...post({}, sent), method: verb }
  return ask(path.replace('{id}', id).replace(/\{(key|ref|product)\}/, '1.abcd.x'), init, bindings)
}

const all = Object.entries<ApiOperation>(OPERATIONS)
const limited = all.filter(([, row]) => budgetOf(row) !== undefined)

describe('the budget of an operation', () => {
  it.each<[keyof Operations, BudgetName | undefined]>([
    ['checkout', 'open'],
    ['checkOffer', 'open'],
    ['getProduct', 'look'],
    ['exchangeLink', 'open'],
    ['getOrder', 'order'],
    ['cancelOrder', 'order'],
    ['followOrder', 'live'],
    ['receiveCallback', 'address'],
    ['receivePostedCallback', 'address'],
    ['handlePostedReturn', 'address'],
    ['receiveChallengeResult', 'address'],
    ['showChallengeFrame', 'address'],
    ['createOrder', 'merchant'],
    ['captureOrder', 'merchant'],
    ['listOrders', 'merchant'],
    ['getSettings', undefined],
    ['getHealth', undefined],
    ['showPayPage', undefined],
  ])('of %s is %s', (name, budget) => {
    expect(budgetOf(OPERATIONS[name])).toBe(budget)
  })

  it('is missing only where no order, no key and no offer is looked at', () => {
    const without = all.filter(([, row]) => budgetOf(row) === undefined).map(([, row]) => partsOf(row).path)

    expect(without.toSorted()).toEqual([
      '/.well-known/jwks.json',
      '/desk',
      '/frames/card',
      '/frames/check',
      '/frames/destination',
      '/frames/done',
      '/healthz',
      '/openapi.json',
      '/pay',
      '/v1/settings',
    ])
  })
})

describe('a spent budget', () => {
  it.each(limited)('of %s is a 429 that says when to come again, and touches nothing', async (_, row) => {
    const { bindings, counted } = counters(false)

    const response = await call(row, { ...bindings, ...untouched })

    const { retryAfterSeconds } = await response.clone().json<{ retryAfterSeconds: number }>()
    expect(response.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/)
    expect(response.headers.get('Retry-After')).toBe(`${retryAfterSeconds}`)
    expect(await refusalOf(response)).toBe('429 too-many-requests')
    expect(counted).toHaveLength(1)
  })

  it('does not tell which one it was', async () => {
    const { bindings } = counters(false)

    const answer = async (name: keyof Operations) => {
      const {
        supportId: _,
        retryAfterSeconds: __,
        ...told
      } = await (await call(OPERATIONS[name], bindings)).json<{
        supportId: string
        retryAfterSeconds: number
      }>()
      return told
    }

    expect(await answer('checkout')).toEqual(await answer('getOrder'))
    expect(await answer('checkout')).toEqual(await answer('listOrders'))
  })

  it('is a figure for dashboards, which names no shopper and no address', async () => {
    const { bindings } = counters(false)
    const points: unknown[] = []
    const METRICS = { writeDataPoint: (point: unknown) => points.push(point) }

    await call(OPERATIONS.checkout, { ...bindings, METRICS })

    expect(points).toEqual([
      { indexes: ['budget-hit'], blobs: ['budget-hit', 'open', 'too-many-requests'], doubles: [1] },
    ])
  })

  it('is not counted where the limits are off', async () => {
    const { bindings, counted } = counters(false)
    const local = { ...bindings, LIMITS: 'off' }

    const response = await call(OPERATIONS.checkOffer, local)

    expect(await refusalOf(response)).toBe('400 body-malformed')
    expect(counted).toEqual([])
  })
})

describe('the counters that wrangler.toml binds', () => {
  it('refuse a network that opens too much, and no other', async () => {
    const open = async (address: string) =>
      (await ask('/v1/offers/check', post({}, { 'CF-Connecting-IP': address }), LIMITED)).status
    const statuses: number[] = []
    // More than two spans allow, since another one may begin meanwhile.
    const { requests } = REQUEST_BUDGETS.open
    for (let sent = 0; sent <= 2 * requests; sent += 1) statuses.push(await open('203.0.113.99'))

    expect(statuses.slice(0, requests)).toEqual(Array(requests).fill(400))
    expect(statuses).toContain(429)
    expect(await open('198.51.100.98')).toBe(400)
  })
})

describe('who is counted', () => {
  /** @returns What the counter is told of a request. */
  async function counted(path: string, init: RequestInit): Promise<string | undefined> {
    const { bindings, counted } = counters(false)
    await ask(path, init, bindings)
    return counted[0]
  }

  const opening = async (address: string) =>
    counted('/v1/checkout', post({ offer: await offer() }, { 'CF-Connecting-IP': address }))

  it('is a network, without its address, where anybody may call', async () => {
    const one = await opening('203.0.113.7')

    expect(one).toMatch(/^RATE_OPEN [\w-]{22}$/)
    expect(await opening('203.0.113.8')).toBe(one)
    expect(await opening('203.0.114.7')).not.toBe(one)
    expect(await opening('2001:db8:1:2::1')).toBe(await opening('2001:db8:1:3:ffff::9'))
    expect(await opening('2001:db8:2:2::1')).not.toBe(await opening('2001:db8:1:2::1'))
  })

  it('is one order and one kind of token, wherever it is used', async () => {
    const read = async (scope: 'pay' | 'view', order = id, address = '203.0.113.7') => {
      const token = await orderToken(config, { id: order, scope }, Date.now())
      return counted(`/v1/orders/${order}`, {
        headers: { ...bearer(token), 'CF-Connecting-IP': address },
      })
    }

    expect(await read('view', id, '198.51.100.1')).toBe(await read('view'))
    expect(await read('pay')).not.toBe(await read('view'))
    expect(await read('view', 'B'.repeat(32))).not.toBe(await read('view'))
  })

  it('is no key and no order as long as a token or a key is wrong', async () => {
    expect(await counted(`/v1/orders/${id}`, { headers: bearer('a.b.c') })).toBeUndefined()
  })

  it('is the network where a merchant key is wrong', async () => {
    const wrong = (from: string) =>
      counted('/v1/orders', {
        headers: { ...bearer(`pck_${'A'.repeat(43)}`), 'CF-Connecting-IP': from },
      })

    expect(await wrong('192.0.2.1')).toMatch(/^RATE_WRONG_KEY /)
    expect(await wrong('192.0.2.2')).toBe(await wrong('192.0.2.1'))
    expect(await wrong('198.51.100.1')).not.toBe(await wrong('192.0.2.1'))
  })

  it('is one merchant key for all orders', async () => {
    const read = (key: string, order = id) => counted(`/v1/orders/${order}`, { headers: bearer(key) })

    const one = await read(env.TEST_READ_KEY)

    expect(one).toMatch(/^RATE_MERCHANT /)
    expect(await read(env.TEST_READ_KEY, 'B'.repeat(32))).toBe(one)
    expect(await counted('/v1/orders', { headers: bearer(env.TEST_READ_KEY) })).toBe(one)
    expect(await read(env.TEST_MERCHANT_KEY)).not.toBe(one)
  })

  it('is one signed address: a stranger who guesses keys uses up nothing of the gateway’s', async () => {
    const address = await callbackUrl(config, id, 1)
    const { pathname } = new URL(address)

    const gateway = await counted(pathname, {})

    expect(gateway).toMatch(/^RATE_ADDRESS /)
    expect(await counted(pathname, { method: 'POST' })).toBe(gateway)
    expect(await counted(`${pathname.slice(0, -1)}-`, {})).not.toBe(gateway)
  })
})
