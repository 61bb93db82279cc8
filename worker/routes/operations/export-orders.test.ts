import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { ask, bearer, merchant, refusalOf } from '../testing/edge.ts'

const COUNT = 12_345

/** Adds so many plain orders in one statement. */
const fill = (count: number) =>
  env.ORDER_INDEX.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO order_index SELECT i, printf('order-%026d', i), 'cart', 'sale', '1.00', iif(i % 1000, 'EUR', 'JPY'), '=1',
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
