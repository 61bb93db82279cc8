import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { FILLED } from '../../../outbox/testing/listed-order.ts'
import { ask, bearer, merchant, refusalOf, scriptedOrders } from '../../testing/edge.ts'

const COUNT = 12_345

/** Adds so many plain orders in one statement. */
const fill = (count: number) =>
  env.ORDER_INDEX.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO order_index (${FILLED}) SELECT i, printf('order-%026d', i), 'cart', 'sale', '1.00', iif(i % 1000, 'EUR', 'JPY'), '=1',
     'approved', 0, 1, 1, 1, '1.00', '0.00', '0.00', 1, NULL, NULL, NULL FROM n`,
  )
    .bind(count)
    .run()

const csv = (query = '', bindings = {}) =>
  ask(`/v1/orders.csv${query}`, { headers: bearer(env.TEST_READ_KEY) }, bindings)

/** A database that fails after so many pages. */
const failingAfter = (pages: number) => ({
  prepare: (sql: string) => {
    const isPage = sql.includes('order_index')
    if (isPage && pages === 0) throw new Error('no database')
    pages -= Number(isPage)
    return env.ORDER_INDEX.prepare(sql)
  },
})

describe('GET /v1/orders.csv', () => {
  it('has every order once, however many there are', async () => {
    await fill(COUNT)

    const response = await csv()

    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="orders.csv"')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const lines = (await response.text()).split('\r\n')
    const ids = lines.slice(1, -1).map((line) => Number(line.split(',', 1)[0]?.slice('order-'.length)))
    expect(ids).toEqual(Array.from({ length: COUNT }, (_, index) => COUNT - index))
    expect(lines[1]).toContain(",'=1,")
  })

  it('has the orders that the filters match, also where they are rare', async () => {
    const lines = (await (await csv('?currency=JPY')).text()).trim().split('\r\n')

    expect(lines).toHaveLength(1 + Math.floor(COUNT / 1000))
  })

  it('has only the names of the columns where nothing matches', async () => {
    expect(await (await csv('?day=2026-01-01')).text()).toMatch(/^id,reference,[\w,]+\r\n$/)
  })

  it('answers a problem where the list cannot be read', async () => {
    expect(await refusalOf(await csv('', { ORDER_INDEX: failingAfter(0) }))).toBe('500 internal')
  })

  it('breaks where the list fails on the way, so that no part looks whole', async () => {
    const response = await csv('', { ORDER_INDEX: failingAfter(1) })

    await expect(response.text()).rejects.toThrow('no database')
  })

  it.each([
    ['a page', '?limit=5'],
    ['a cursor', '?cursor=abc'],
    ['an unknown filter', '?colour=red'],
    ['a day and a time', '?day=2026-01-01&to=2026-01-01T00:00:00Z'],
  ])('refuses %s', async (_, query) => {
    expect(await refusalOf(await csv(query))).toBe('400 query-malformed')
  })

  it('refuses a key that may not read', async () => {
    const response = await ask('/v1/orders.csv', { headers: bearer(env.TEST_CHARGE_KEY) })

    expect(await refusalOf(response)).toBe('403 scope-missing')
    expect((await ask('/v1/orders.csv', { headers: merchant() })).status).toBe(200)
  })
})

describe('GET /v1/orders.csv with the shoppers’ data', () => {
  const withCustomers = (query: string, headers = merchant(), bindings = {}) =>
    ask(`/v1/orders.csv?customer=true${query}`, { headers }, bindings)

  it('has the data that each order still knows, and each notes who read it', async () => {
    const { asked, ORDERS } = scriptedOrders({
      readCustomer: async () => (asked.length % 2 === 0 ? undefined : { email: '=ada@example.com' }),
    })
    const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined)

    const file = await (await withCustomers('&currency=JPY', merchant(), { ORDERS })).text()

    const logged = lines.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('exported'))
    vi.restoreAllMocks()
    expect(file.trim().split('\r\n')).toHaveLength(1 + Math.floor(COUNT / 1000))
    expect(file).toContain(",'=ada@example.com,")
    expect(asked).toHaveLength(Math.floor(COUNT / 1000))
    expect(new Set(asked.map(([, method, by]) => `${method} ${by}`))).toEqual(
      new Set(['readCustomer shop server']),
    )
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      { event: 'personal-data-exported', by: 'shop server', orders: Math.floor(COUNT / 1000) },
    ])
  })

  it('breaks where an order does not answer, so that no part looks whole', async () => {
    const readCustomer = async () => {
      throw new Error('no order')
    }

    const answer = withCustomers('&currency=JPY', merchant(), scriptedOrders({ readCustomer }))

    expect(await refusalOf(await answer)).toBe('500 internal')
  })

  it('is refused to a key without the scope, and reads nothing', async () => {
    const { asked, ORDERS } = scriptedOrders({ readCustomer: async () => ({ name: 'Ada' }) })

    const answer = await withCustomers('&currency=JPY', bearer(env.TEST_READ_KEY), { ORDERS })

    expect([await refusalOf(answer), asked]).toEqual(['403 scope-missing', []])
  })

  it('is refused where more orders match than one request may ask', async () => {
    const { asked, ORDERS } = scriptedOrders({ readCustomer: async () => ({ name: 'Ada' }) })

    expect(await refusalOf(await withCustomers('', merchant(), { ORDERS }))).toBe('422 export-too-large')
    expect(asked).toEqual([])
  })
})
