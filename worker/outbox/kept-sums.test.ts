import { beforeEach, describe, expect, it } from 'vitest'
import type { IndexDatabase } from './index-database.ts'
import { type DailyQuery, dailyGroups, QUARTER_MS } from './kept-sums.ts'
import { putOrder, removeOrder } from './order-entries.ts'
import { sumsOf } from './order-sums.ts'
import { entryWith, FILLED, idOf } from './testing/listed-order.ts'
import { clearDatabase, TEST_DATABASES, TEST_INDEXES } from './testing/order-indexes.ts'

const HOUR = 4 * QUARTER_MS
const DAY = 24 * HOUR

/** Long after every order of the tests: all quarters are closed. */
const LATE = 20 * DAY

const paid = { status: 'approved', captured: '12.50' } as const

/** Three days of a zone that is half an hour away from UTC. */
const BOUNDS = [1, 2, 3, 4].map((day) => day * DAY - HOUR / 2)

describe.each(TEST_INDEXES)('the sums of days $name', ({ index, clear }) => {
  beforeEach(clear)

  const taken = async (now = LATE, bounds = BOUNDS) =>
    (await index.dailySums(bounds, now)).map(({ sums }) =>
      sums.map((sum) => `${sum.taken} of ${sum.orders}`).join(),
    )

  it('are those of each day, its beginning included and its end not, an empty day too', async () => {
    const starts = [BOUNDS[0], Number(BOUNDS[1]) - 1, BOUNDS[2], Number(BOUNDS[3]) - 1, BOUNDS[3]]
    for (const [number, startedAt = 0] of starts.entries())
      await index.put(entryWith(number, { ...paid, startedAt }))

    expect(await taken()).toEqual(['25.00 of 2', '', '25.00 of 2'])
  })

  it('are the same as those of the whole span, by every figure', async () => {
    const entries = [
      entryWith(1, { ...paid, startedAt: DAY }),
      entryWith(2, { ...paid, status: 'partially-returned', returned: '2.05', startedAt: DAY + 1 }),
      entryWith(3, { ...paid, status: 'charged-back', chargedBack: '2.50', startedAt: DAY + HOUR }),
      entryWith(4, { ...paid, currency: 'JPY', amount: '1250', captured: '1250', startedAt: DAY + 9 * HOUR }),
      entryWith(5, { ...paid, test: false, startedAt: DAY + 9 * HOUR }),
      entryWith(6, { status: 'unknown', needsAttention: true, startedAt: DAY + 20 * HOUR }),
      entryWith(7, { intent: 'payout', status: 'approved', captured: '7.00', startedAt: DAY + 21 * HOUR }),
      entryWith(8, { intent: 'preauth', status: 'approved', amount: '30.00', startedAt: DAY + 22 * HOUR }),
    ]
    for (const entry of entries) await index.put(entry)

    const expected = await index.sums({ from: DAY, to: 2 * DAY })

    expect(expected.sums).toHaveLength(3)
    // First while the quarters are open, then as they are kept, then from what is kept.
    for (const now of [DAY, LATE, LATE])
      expect(await index.dailySums([DAY, 2 * DAY], now)).toEqual([expected])
  })

  it('follow an order that changes weeks later', async () => {
    await index.put(entryWith(1, { ...paid, startedAt: DAY, seq: 1 }))
    await index.put(entryWith(2, { ...paid, startedAt: DAY + 1, seq: 1 }))
    expect(await taken()).toEqual(['25.00 of 2', '', ''])

    await index.put(entryWith(1, { ...paid, status: 'returned', returned: '12.50', startedAt: DAY, seq: 2 }))

    expect((await index.dailySums(BOUNDS, LATE))[0]?.sums).toMatchObject([
      { taken: '25.00', refunded: '12.50' },
    ])
  })

  it('follow an order that is listed after its quarter was summed up', async () => {
    expect(await taken()).toEqual(['', '', ''])

    await index.put(entryWith(1, { ...paid, startedAt: 2 * DAY }))

    expect(await taken()).toEqual(['', '12.50 of 1', ''])
  })

  it('leave out an order that is erased later', async () => {
    const entry = entryWith(1, { ...paid, startedAt: 2 * DAY })
    await index.put(entry)
    await index.put(entryWith(2, { ...paid, startedAt: 2 * DAY + HOUR }))
    expect(await taken()).toEqual(['', '25.00 of 2', ''])

    await index.remove(idOf(1), { from: 2 * DAY, to: 2 * DAY + 1 })

    expect(await taken()).toEqual(['', '12.50 of 1', ''])
  })

  it('have the orders of this minute, and those of quarters that have just closed', async () => {
    const now = 2 * DAY + 8 * QUARTER_MS + 1
    for (const [number, ago] of [1, QUARTER_MS, 2 * QUARTER_MS, 3 * QUARTER_MS].entries())
      await index.put(entryWith(number, { ...paid, startedAt: now - ago }))

    expect(await taken(now)).toEqual(['', '50.00 of 4', ''])
    await index.put(entryWith(9, { ...paid, startedAt: now }))
    expect(await taken(now + 1)).toEqual(['', '62.50 of 5', ''])
    expect(await taken(now + HOUR)).toEqual(['', '62.50 of 5', ''])
  })

  it('are right for readers at once, beside orders that are listed meanwhile', async () => {
    const numbers = Array.from({ length: 12 }, (_, number) => number)
    const put = numbers.map((number) =>
      index.put(entryWith(number, { ...paid, startedAt: DAY + number * HOUR })),
    )
    const reads = numbers.map(() => taken())

    await Promise.all([...put, ...reads])

    expect(await taken()).toEqual(['150.00 of 12', '', ''])
  })

  it('tell of orders that an older version listed without sums', async () => {
    await index.put(entryWith(1, { ...paid, startedAt: DAY, captured: null as unknown as string }))

    for (const now of [DAY, LATE, LATE])
      expect(await index.dailySums(BOUNDS, now)).toMatchObject([
        { incomplete: 1 },
        { incomplete: 0 },
        { incomplete: 0 },
      ])
  })
})

/** The rows that everything between costs. */
interface Rows {
  read: number
  written: number
}

/** A database whose rows are counted. */
function counted(index: IndexDatabase): { readonly index: IndexDatabase; readonly rows: Rows } {
  const rows: Rows = { read: 0, written: 0 }
  const count = <Answer extends { meta: { rows_read: number; rows_written: number } }>(
    answer: Answer,
  ): Answer => {
    rows.read += answer.meta.rows_read
    rows.written += answer.meta.rows_written
    return answer
  }
  type Statement = ReturnType<IndexDatabase['prepare']>
  const own = new Map<unknown, Statement>()
  const wrapped = (statement: Statement): Statement => {
    const one: Statement = {
      bind: (...values) => wrapped(statement.bind(...values)),
      all: async <Row>() => count(await statement.all<Row>()),
    }
    own.set(one, statement)
    return one
  }
  return {
    rows,
    index: {
      prepare: (sql) => wrapped(index.prepare(sql)),
      batch: async <Row>(statements: Statement[]) =>
        (await index.batch<Row>(statements.map((one) => own.get(one) ?? one))).map(count),
    },
  }
}

describe.each(TEST_DATABASES)('the kept sums of $name', ({ make }) => {
  let index: IndexDatabase
  let rows: Rows
  let now: number

  beforeEach(async () => {
    const made = await make()
    await clearDatabase(made)
    ;({ index, rows } = counted(made))
    now = LATE
  })

  const query = (changes: Partial<DailyQuery> = {}): DailyQuery => ({
    bounds: BOUNDS,
    within: { from: 0, to: Number.MAX_SAFE_INTEGER },
    now,
    ...changes,
  })

  const read = () => dailyGroups(index, query())

  /** What some work costs. */
  async function costOf(work: () => Promise<unknown>): Promise<Rows> {
    const before = { ...rows }
    await work()
    return { read: rows.read - before.read, written: rows.written - before.written }
  }

  const put = (number: number, changes: object = {}) =>
    putOrder(index, entryWith(number, { ...paid, startedAt: DAY + number, ...changes }))

  it('are written once, and then read alone', async () => {
    for (let number = 0; number < 200; number += 1) await put(number)

    // Three days touch seven halves.
    expect((await costOf(read)).written).toBe(7)

    expect(await costOf(read)).toEqual({ read: 7, written: 0 })
  })

  it('cost an order nothing before its quarter is summed up, and one row once after', async () => {
    expect(await costOf(() => put(1, { status: 'processing', seq: 1 }))).toMatchObject({ written: 2 })
    expect(await costOf(() => put(1, { seq: 2 }))).toMatchObject({ written: 1 })
    await read()

    expect(await costOf(() => put(1, { captured: '10.00', seq: 3 }))).toMatchObject({ written: 2 })
    expect(await costOf(() => put(1, { captured: '9.00', seq: 4 }))).toMatchObject({ written: 1 })
    // The reader sums up one quarter again.
    expect(await costOf(read)).toMatchObject({ written: 1 })
    expect(sumsOf((await read()).flat()).sums).toMatchObject([{ taken: '9.00' }])
  })

  it('of other quarters stay where one order changes', async () => {
    for (let number = 0; number < 50; number += 1) await put(number, { startedAt: DAY + number * QUARTER_MS })
    await read()
    await put(3, { startedAt: DAY + 3 * QUARTER_MS, status: 'returned', returned: '12.50', seq: 9 })

    // The halves, the half with its quarter, and the one order of it.
    expect((await costOf(read)).read).toBeLessThan(20)
  })

  it('of thirty days and today cost at most 1,000 rows in a shop of a million orders a month', async () => {
    const bounds = Array.from({ length: 32 }, (_, day) => (day + 1) * DAY - HOUR / 2)
    // It is the last minute of the last day. A million a month are 350 orders in a quarter of an hour.
    now = Number(bounds.at(-1)) - 60_000
    await dailyGroups(index, query({ bounds }))
    const orders = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 699)
      INSERT INTO order_index (${FILLED}) SELECT ?1 - i * 2600, printf('order-%026d', i), 'cart', 'sale', '12.50', 'EUR', 'Tea', 'approved',
      0, 1, 1, 1, '12.50', '0.00', '0.00', 1, NULL, NULL, NULL FROM n`
    await index.prepare(orders).bind(now).all()
    await dailyGroups(index, query({ bounds }))

    const cost = await costOf(() => dailyGroups(index, query({ bounds })))

    expect(cost.written).toBe(0)
    expect(cost.read).toBeLessThanOrEqual(1000)
  })

  it('are of no quarter in which the database cannot have orders', async () => {
    await costOf(() => dailyGroups(index, query({ within: { from: 2 * DAY, to: 2 * DAY + HOUR } })))

    expect(rows.written).toBe(1)
  })

  it('are right after a reader was overtaken by an order', async () => {
    await put(1)
    // The order is listed after the reader saw which quarters are missing, and before it sums them up.
    const overtaken: IndexDatabase = {
      prepare: (sql) => index.prepare(sql),
      batch: async (statements) => {
        await put(2)
        return index.batch(statements)
      },
    }
    await dailyGroups(overtaken, query())
    await removeOrder(index, idOf(1))

    expect(sumsOf((await read()).flat()).sums).toMatchObject([{ orders: 1, taken: '12.50' }])
  })
})
