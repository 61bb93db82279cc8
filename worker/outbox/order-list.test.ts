import { beforeEach, describe, expect, it } from 'vitest'
import type { IndexDatabase } from './index-database.ts'
import { cursorOf } from './list-cursor.ts'
import type { OrderEntry } from './listed-order.ts'
import { putOrder } from './order-entries.ts'
import { LOOKED_AT, listOrders, type OrderPage, type OrderQuery } from './order-list.ts'
import { entryWith, FILLED, idOf } from './testing/listed-order.ts'
import { clearDatabase, TEST_DATABASES, TEST_INDEXES } from './testing/order-indexes.ts'

/** Entry → what is odd about it. All others are plain. Two began in the same millisecond. */
const ODD: Readonly<Record<number, Partial<OrderEntry>>> = {
  3: { status: 'approved', currency: 'JPY', amount: '1250' },
  5: { intent: 'payout', needsAttention: true },
  8: { status: 'approved', startedAt: 7 },
  12: { test: false },
  14: { reference: 'INV-7', shopper: 'ada', lastFour: '1111', status: 'approved' },
  15: { reference: 'INV-70', shopper: 'bob', lastFour: '1111', status: 'declined' },
  16: { reference: 'INV-8', shopper: 'ada', lastFour: '4242', needsAttention: true },
  20: { intent: 'preauth', status: 'approved', currency: 'SEK' },
  21: { intent: 'preauth', status: 'voided', currency: 'SEK' },
}

const COUNT = 30

const NUMBERS = Array.from({ length: COUNT }, (_, position) => position + 1)

const numbers = ({ orders }: OrderPage) => orders.map(({ id }) => Number(id.slice('order-'.length)))

describe.each(TEST_INDEXES)('the list $name', ({ index, run, clear }) => {
  beforeEach(async () => {
    await clear()
    await Promise.all(NUMBERS.map((number) => index.put(entryWith(number, ODD[number]))))
  })

  async function page(query: OrderQuery): Promise<OrderPage> {
    const read = await index.page(query)
    if (!read.ok) throw new Error(read.reason)
    return read.value
  }

  it('tells the newest twenty, and how to get the others', async () => {
    const first = await page({})

    expect(numbers(first)).toEqual(Array.from({ length: 20 }, (_, position) => COUNT - position))
    const second = await page({ cursor: first.cursor ?? '' })
    expect(numbers(second)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(second.cursor).toBeUndefined()
  })

  it('has no further page when the last one is just full', async () => {
    expect((await page({ limit: COUNT })).cursor).toBeUndefined()
    expect((await page({ limit: COUNT - 1 })).cursor).toEqual(expect.any(String))
  })

  it.each<[string, OrderQuery, number[]]>([
    ['a status', { status: 'approved' }, [20, 14, 8, 3]],
    ['an intent', { intent: 'payout' }, [5]],
    ['a currency', { currency: 'JPY' }, [3]],
    ['a name', { names: { ids: [idOf(12), 'nobodys'] } }, [12]],
    [
      'a name and more',
      { names: { ids: [idOf(12), idOf(3)] }, status: 'approved', needsAttention: false },
      [3],
    ],
    ['what needs attention', { needsAttention: true }, [16, 5]],
    ['a shopper', { shopper: 'ada' }, [16, 14]],
    ['a shopper, the oldest first', { shopper: 'ada', sort: 'oldest' }, [14, 16]],
    ['a shopper and a status', { shopper: 'ada', status: 'approved' }, [14]],
    ['a shopper and what needs attention', { shopper: 'ada', needsAttention: true }, [16]],
    ['a shopper and what needs none', { shopper: 'ada', needsAttention: false }, [14]],
    ['a shopper of a time', { shopper: 'ada', from: 15, to: 17 }, [16]],
    ['a shopper who never paid', { shopper: 'eve' }, []],
    ['the end of a card', { lastFour: '1111', from: 10, to: 20 }, [15, 14]],
    ['the end of a card and a shopper', { lastFour: '1111', shopper: 'ada' }, [14]],
    ['the beginning of a reference', { names: { ids: [], reference: 'INV-' } }, [16, 15, 14]],
    ['a longer one', { names: { ids: [], reference: 'INV-7' } }, [15, 14]],
    ['the whole of one and an id', { names: { ids: [idOf(3)], reference: 'INV-70' } }, [15, 3]],
    [
      'a reference that is an id, by its id alone',
      { names: { ids: [], reference: idOf(3).slice(0, -1) } },
      [],
    ],
    ['what needs none, of a time', { needsAttention: false, from: 4, to: 7 }, [6, 4]],
    ['a time, its beginning included and its end not', { from: 9, to: 12 }, [11, 10, 9]],
    ['several things at once', { status: 'approved', currency: 'EUR' }, [14, 8]],
    [
      'the beginning of a name',
      { names: { ids: [], prefixes: [idOf(3).slice(0, -1)] } },
      [9, 8, 7, 6, 5, 4, 3, 2, 1],
    ],
    ['an amount', { amount: '1250' }, [3]],
    ['an amount with fewer decimals', { amount: '12.5', from: 29 }, [30, 29]],
    ['an amount with more decimals', { amount: '1250.0' }, [3]],
    ['an amount of no order', { amount: '0.01' }, []],
    ['the sandbox', { test: true, to: 3 }, [2, 1]],
    ['real money', { test: false }, [12]],
    ['held money', { held: true }, [20]],
    ['held money that needs attention', { held: true, needsAttention: true }, []],
    ['a name that is SQL', { names: { ids: ["' OR 1=1 --"] } }, []],
  ])('finds by %s', async (_, query, found) => {
    expect(numbers(await page(query))).toEqual(found)
  })

  it.each<[string, OrderQuery]>([
    ['all orders', {}],
    ['a part of them', { status: 'processing', from: 1, to: 29 }],
    ['the oldest first', { sort: 'oldest' }],
    ['the oldest of a part', { sort: 'oldest', status: 'processing', from: 2 }],
  ])('leaves nothing out and repeats nothing, however small the pages of %s', async (_, query) => {
    const whole = numbers(await page({ ...query, limit: 100 }))
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const next = await page({ ...query, limit: 3, ...(cursor && { cursor }) })
      seen.push(...numbers(next))
      cursor = next.cursor
    } while (cursor)

    expect(seen).toEqual(whole)
    expect(whole.length).toBeGreaterThan(20)
    expect(new Set(whole).size).toBe(whole.length)
  })

  describe('of chargebacks', () => {
    const CHARGEBACKS: OrderQuery = { status: 'charged-back', sort: 'status-newest' }

    /** Orders 2, 4, 6, … were charged back in the reverse order of their beginning, two of them at the same time. */
    beforeEach(async () => {
      const charged = [2, 4, 6, 9, 10].map((number) =>
        index.put(entryWith(number, { status: 'charged-back', updatedAt: 900 - (number & ~1), seq: 9 })),
      )
      await Promise.all(charged)
    })

    it('tells the latest first, however long ago the order began', async () => {
      expect(numbers(await page(CHARGEBACKS))).toEqual([2, 4, 6, 9, 10])
      expect(numbers(await page({ ...CHARGEBACKS, from: 5, currency: 'EUR' }))).toEqual([6, 9, 10])
    })

    it.each<[string, OrderQuery]>([
      ['all', CHARGEBACKS],
      ['those of a currency', { ...CHARGEBACKS, currency: 'EUR' }],
    ])('goes on where the page before ended: %s', async (_, query) => {
      const first = await page({ ...query, limit: 2 })
      const second = await page({ ...query, limit: 2, cursor: first.cursor ?? '' })
      const third = await page({ ...query, limit: 2, cursor: second.cursor ?? '' })

      expect([first, second, third].map(numbers)).toEqual([[2, 4], [6, 9], [10]])
      expect(third.cursor).toBeUndefined()
    })

    it('does not take the cursor of another order of the list', async () => {
      const { cursor = '' } = await page({ ...CHARGEBACKS, limit: 2 })
      const other = await page({ status: 'charged-back', limit: 2 })

      expect(await index.page({ cursor })).toEqual({ ok: false, reason: 'cursor' })
      expect(await index.page({ ...CHARGEBACKS, cursor: other.cursor ?? '' })).toEqual({
        ok: false,
        reason: 'cursor',
      })
    })
  })

  it('goes on where it was although newer orders were added', async () => {
    const first = await page({ limit: 5 })
    await index.put(entryWith(COUNT + 1))

    const second = await page({ limit: 5, cursor: first.cursor ?? '' })

    await run('DELETE FROM order_index WHERE id = ?', idOf(COUNT + 1))
    expect(numbers(second)).toEqual([25, 24, 23, 22, 21])
  })

  it.each([0, 5001, 1.5, Number.NaN])('refuses a page of %d', async (limit) => {
    expect(await index.page({ limit })).toEqual({ ok: false, reason: 'limit' })
  })

  it.each([
    ['nothing', ''],
    ['a word', 'next'],
    ['text of an impossible length', 'AAAAA'],
    ['what is no base64url', '%%%'],
    ['a position without a name', btoa('12.').replaceAll('=', '')],
    ['a position without a time', btoa(`.${idOf(1)}`).replaceAll('=', '')],
    ['SQL', btoa('1 OR 1=1.x').replaceAll('=', '')],
    ['a cursor that is cut', cursorOf({ startedAt: 12, id: 'x' }).slice(0, 3)],
    ['a cursor that is too long', cursorOf({ startedAt: 1, id: 'x'.repeat(64) }).repeat(2)],
  ])('refuses %s in place of a cursor', async (_, cursor) => {
    expect(await index.page({ cursor })).toEqual({ ok: false, reason: 'cursor' })
  })
})

/** Adds so many plain orders, later than all others, in one statement. */
const fill = (index: IndexDatabase, count: number) =>
  index
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO order_index (${FILLED}) SELECT 1000 + i, printf('order-%026d', 1000 + i), 'cart', 'sale', '1.00', 'EUR', 'Tea',
       'approved', 0, 1, 1, 1, '1.00', '0.00', '0.00', 1, NULL, printf('s%d', i), '9999' FROM n`,
    )
    .bind(count)
    .all()

/** Every combination of filters, with values that are common and rare. */
const COMBINATIONS = [
  { status: [undefined, 'approved', 'unknown'] },
  { needsAttention: [undefined, true, false] },
  { held: [undefined, true] },
  { requests: [undefined, 'all', { notKeys: ['abcd'] }] },
  { sort: [undefined, 'oldest'] },
  { amount: [undefined, '12.5'] },
  { cursor: [undefined, cursorOf({ startedAt: 8_000, id: 'x' })] },
  { names: [undefined, { ids: [idOf(3), idOf(4)] }, { ids: [], prefixes: ['order-0000'] }] },
].reduce<OrderQuery[]>(
  (all, choice) =>
    Object.entries<readonly unknown[]>(choice).flatMap(([name, values]) =>
      values.flatMap((value) =>
        all.map((query) => (value === undefined ? query : { ...query, [name]: value })),
      ),
    ),
  [{}],
)

/** What people search for, with the filters that have an index of their own. */
const SEARCHES: readonly OrderQuery[] = [
  { shopper: 'ada' },
  { shopper: 'ada', sort: 'oldest', cursor: cursorOf({ startedAt: 8_000, id: 'x' }) },
  { shopper: 'ada', needsAttention: true, held: true, status: 'unknown', lastFour: '1111' },
  { lastFour: '1111', from: 1, to: 9_000 },
  { lastFour: '1111', needsAttention: true },
  { names: { ids: [], reference: 'INV' } },
  { names: { ids: [idOf(3)], prefixes: ['order-0000'], reference: 'INV' }, shopper: 'ada' },
]

type TestStatement = ReturnType<IndexDatabase['prepare']>

/** Runs a query, and tells its statements and how many rows they read. */
async function costOf(
  index: IndexDatabase,
  query: OrderQuery,
): Promise<{ statements: Set<string>; queries: number; rowsRead: number }> {
  const statements = new Set<string>()
  let rowsRead = 0
  let queries = 0
  const counted = (statement: TestStatement): TestStatement => {
    const all = async () => {
      const answer = await statement.all()
      rowsRead += answer.meta.rows_read
      queries += 1
      return answer
    }
    const bind = (...values: unknown[]) => counted(statement.bind(...values))
    return { bind, all } as unknown as TestStatement
  }
  const prepare = (sql: string) => {
    statements.add(sql)
    return counted(index.prepare(sql))
  }
  await listOrders({ prepare } as unknown as IndexDatabase, query)
  return { statements, queries, rowsRead }
}

describe.each(TEST_DATABASES)('reading the list of $name', ({ make }) => {
  let index: IndexDatabase

  beforeEach(async () => {
    index = await make()
    await clearDatabase(index)
    for (const number of NUMBERS) await putOrder(index, entryWith(number, ODD[number]))
  })

  async function page(query: OrderQuery): Promise<OrderPage> {
    const read = await listOrders(index, query)
    if (!read.ok) throw new Error(read.reason)
    return read.value
  }

  it('looks at a bounded number of rows for a page, and goes on from there', async () => {
    await fill(index, 3 * LOOKED_AT)

    const found: number[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const next = await page({ currency: 'JPY', ...(cursor && { cursor }) })
      found.push(...numbers(next))
      cursor = next.cursor
      pages += 1
    } while (cursor)

    expect(found).toEqual([3])
    expect(pages).toBe(4)
  })

  it('looks at 5,000 rows for the end of a card, and goes on from there', async () => {
    await fill(index, 2 * LOOKED_AT)
    const query = { lastFour: '1111', from: 10, to: 1_000_000 }

    const { rowsRead } = await costOf(index, query)
    const first = await page(query)

    expect(rowsRead).toBeLessThanOrEqual(3 * LOOKED_AT)
    expect([numbers(first), first.cursor]).toEqual([[], expect.any(String)])
  })

  it('reads the rows of a page of chargebacks alone', async () => {
    await fill(index, 1000)
    await index.prepare("UPDATE order_index SET status = 'charged-back' WHERE started_at > 100").all()

    const { queries, rowsRead } = await costOf(index, {
      status: 'charged-back',
      sort: 'status-newest',
      limit: 20,
    })

    expect(queries).toBe(1)
    expect(rowsRead).toBeLessThan(50)
  })

  it('is one query that never reads the table, whatever it is filtered by', async () => {
    const statements = new Set<string>()
    for (const query of [...COMBINATIONS, ...SEARCHES]) {
      const cost = await costOf(index, query)
      expect(cost.queries, JSON.stringify(query)).toBe(1)
      for (const sql of cost.statements) statements.add(sql)
    }
    expect(statements.size).toBeGreaterThan(20)

    for (const sql of statements) {
      const values = [...sql].filter((char) => char === '?').map(() => 1)
      const plan = await index
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...values)
        .all<{ detail: string }>()
      const scans = plan.results.filter(({ detail }) => /SCAN (order_index|order_ids)/.test(detail))
      expect(scans, sql).toEqual([])
    }
  })

  it('reads no row of 100,000 orders that the first page does not show, but one', async () => {
    await fill(index, 100_000)

    const { queries, rowsRead } = await costOf(index, { limit: 100 })

    expect([queries, rowsRead]).toEqual([1, 101])
  })

  it.each<[string, OrderQuery]>([
    ['the newest first', {}],
    ['the oldest first', { sort: 'oldest' }],
    ['a rare status', { status: 'charged-back' }],
    ['chargebacks by their time', { status: 'charged-back', sort: 'status-newest' }],
  ])('reads the rows of a page in the middle of 100,000 alone: %s', async (_, query) => {
    await fill(index, 100_000)
    await index
      .prepare(
        "UPDATE order_index SET status = 'charged-back', status_since = started_at WHERE started_at > 1000",
      )
      .all()
    const middle = { startedAt: 51_000, id: idOf(51_000) }
    const isOfStatus = query.sort === 'status-newest'
    const cursor = cursorOf({ ...middle, ...(isOfStatus && { statusSince: 51_000 }) })

    const { rowsRead } = await costOf(index, { ...query, cursor, limit: 100 })

    expect(rowsRead).toBeLessThan(210)
    expect(numbers(await page({ ...query, cursor, limit: 1 }))).toEqual([
      query.sort === 'oldest' ? 51_001 : 50_999,
    ])
  })

  it.each<[string, OrderQuery]>([
    ['what needs attention', { needsAttention: true }],
    ['held money', { held: true }],
    ['a rare status', { status: 'charged-back' }],
    ['names', { names: { ids: [idOf(3)], prefixes: [idOf(31).slice(0, 30)] } }],
    ['a shopper', { shopper: 'ada' }],
    ['a shopper and a status', { shopper: 'ada', status: 'approved' }],
    ['the beginning of a reference', { names: { ids: [idOf(3)], reference: 'INV' } }],
  ])('reads a few rows of 100,000 orders: %s', async (_, query) => {
    await putOrder(index, entryWith(31, { status: 'charged-back', needsAttention: true }))
    await putOrder(index, entryWith(32, { intent: 'preauth', status: 'approved', needsAttention: true }))
    await fill(index, 100_000)

    const { queries, rowsRead } = await costOf(index, { ...query, sort: 'oldest' })

    expect(queries).toBe(1)
    expect(rowsRead).toBeLessThan(50)
    expect(numbers(await page(query)).length).toBeGreaterThan(0)
  })

  it.each<[string, OrderQuery]>([
    ['all', {}],
    ['names', { names: { ids: [idOf(3), idOf(4)] } }],
    ['what needs attention', { needsAttention: true }],
    ['a rare status', { status: 'unknown' }],
    ['a common status', { status: 'approved' }],
    ['a rare currency', { currency: 'JPY' }],
    ['a rare intent of a rare status', { intent: 'payout', status: 'unknown' }],
  ])('reads as many rows of a large table as of a larger one: %s', async (_, query) => {
    await putOrder(index, entryWith(31, { status: 'unknown', needsAttention: true }))
    await fill(index, 2 * LOOKED_AT)
    const { rowsRead } = await costOf(index, query)

    await index.prepare('DELETE FROM order_index WHERE started_at > 1000').all()
    await fill(index, 8 * LOOKED_AT)

    expect((await costOf(index, query)).rowsRead).toBe(rowsRead)
    expect(rowsRead).toBeLessThanOrEqual(3 * LOOKED_AT)
  })
})
