import { beforeEach, describe, expect, it } from 'vitest'
import type { IndexDatabase } from './index-database.ts'
import { putOrder } from './order-entries.ts'
import { type Span, sumGroups } from './order-sums.ts'
import { entryWith, FILLED } from './testing/listed-order.ts'
import { clearDatabase, TEST_DATABASES, TEST_INDEXES } from './testing/order-indexes.ts'

const ALL = { from: 0, to: 1000 }

const paid = { status: 'approved', captured: '12.50' } as const

describe.each(TEST_INDEXES)('the sums $name', ({ index, run, clear }) => {
  beforeEach(clear)

  it('adds up what was taken, given back and kept, and counts the orders', async () => {
    const entries = [
      entryWith(1, paid),
      entryWith(2, { status: 'partially-returned', captured: '12.50', returned: '2.05' }),
      entryWith(3, { status: 'returned', captured: '12.50', returned: '12.50' }),
      entryWith(4, { status: 'charged-back', captured: '12.50', returned: '12.50', chargedBack: '2.50' }),
      entryWith(5, { status: 'declined' }),
      entryWith(6, { status: 'unknown', needsAttention: true }),
      entryWith(7, { intent: 'preauth', status: 'approved', amount: '30.00' }),
      entryWith(8, { intent: 'preauth', status: 'captured', amount: '30.00', captured: '20.00' }),
      entryWith(9, { intent: 'preauth', status: 'voided', amount: '30.00' }),
      entryWith(10, { intent: 'payout', status: 'approved', captured: '7.00' }),
    ]
    for (const entry of entries) await index.put(entry)

    expect(await index.sums(ALL)).toEqual({
      incomplete: 0,
      sums: [
        {
          currency: 'EUR',
          test: true,
          orders: 10,
          paid: 5,
          needsAttention: 1,
          taken: '70.00',
          refunded: '27.05',
          chargedBack: '2.50',
          net: '40.45',
          held: '30.00',
          paidOut: '7.00',
          statuses: {
            approved: 3,
            captured: 1,
            'charged-back': 1,
            declined: 1,
            'partially-returned': 1,
            returned: 1,
            unknown: 1,
            voided: 1,
          },
        },
      ],
    })
  })

  it('gives nothing back of what was never taken: a released hold', async () => {
    await index.put(entryWith(1, { intent: 'preauth', status: 'returned', returned: '12.50' }))
    await index.put(
      entryWith(2, { intent: 'preauth', status: 'returned', captured: '7.00', returned: '7.00' }),
    )

    expect((await index.sums(ALL)).sums).toMatchObject([{ taken: '7.00', refunded: '7.00', net: '0.00' }])
  })

  it('adds no two currencies together, nor the sandbox and real money', async () => {
    await index.put(entryWith(1, paid))
    await index.put(entryWith(2, { ...paid, test: false }))
    await index.put(entryWith(3, { ...paid, currency: 'JPY', amount: '1250', captured: '1250' }))

    const { sums } = await index.sums(ALL)

    expect(sums.map(({ currency, test, taken }) => [currency, test, taken])).toEqual([
      ['EUR', false, '12.50'],
      ['EUR', true, '12.50'],
      ['JPY', true, '1250'],
    ])
  })

  it('adds amounts of one currency that were written with different decimals', async () => {
    await index.put(entryWith(1, { ...paid, amount: '5', captured: '5' }))
    await index.put(entryWith(2, { ...paid, amount: '0.125', captured: '0.125' }))

    expect((await index.sums(ALL)).sums).toMatchObject([{ taken: '5.125' }])
  })

  it('is exact beyond what a double holds', async () => {
    const most = { ...paid, currency: 'IDR', amount: '9999999999.99', captured: '9999999999.99' }
    await index.put(entryWith(1, most))
    await run(
      `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
         INSERT INTO order_index (${FILLED}) SELECT 1, printf('order-%026d', i), 'cart', 'sale', ?1, ?2, 'Tea', 'approved', 0, 1, 1, 1,
         ?1, '0.00', '0.00', 1, NULL, NULL, NULL FROM n`,
      most.captured,
      most.currency,
    )

    expect((await index.sums(ALL)).sums).toMatchObject([{ taken: '199999999999800.00' }])
  })

  it('takes the orders that began within the span, its beginning included and its end not', async () => {
    for (const number of [1, 2, 3, 4]) await index.put(entryWith(number, paid))

    expect((await index.sums({ from: 2, to: 4 })).sums).toMatchObject([{ orders: 2, taken: '25.00' }])
    expect(await index.sums({ from: 5, to: 9 })).toEqual({ sums: [], incomplete: 0 })
  })

  it('says how many orders it could not add, since an older version listed them', async () => {
    await index.put(entryWith(1, paid))
    await index.put(entryWith(2, paid))
    await run(
      'UPDATE order_index SET captured = NULL, returned = NULL, charged_back = NULL WHERE started_at = 2',
    )

    expect(await index.sums(ALL)).toMatchObject({
      incomplete: 1,
      sums: [{ taken: '12.50', orders: 2 }],
    })
  })
})

describe.each(TEST_DATABASES)('the sums of $name', ({ make }) => {
  let index: IndexDatabase

  beforeEach(async () => {
    index = await make()
    await clearDatabase(index)
  })

  it('reads the rows of the span alone, in one query', async () => {
    for (const number of [3, 4]) await putOrder(index, entryWith(number, paid))
    const before = await rowsReadBy(index, { from: 3, to: 5 })
    for (const number of [1, 2, 5, 6, 7, 8, 9]) await putOrder(index, entryWith(number, paid))

    expect(before).toHaveLength(1)
    // One look beyond the end of the span tells that it is over.
    expect(Number(await rowsReadBy(index, { from: 3, to: 5 })) - Number(before)).toBeLessThanOrEqual(1)
  })
})

/** The rows that each query of a sum reads. */
async function rowsReadBy(index: IndexDatabase, span: Span): Promise<number[]> {
  const rows: number[] = []
  const prepare = (sql: string) => ({
    bind: (...values: unknown[]) => ({
      all: async () => {
        const answer = await index
          .prepare(sql)
          .bind(...values)
          .all()
        rows.push(answer.meta.rows_read)
        return answer
      },
    }),
  })
  await sumGroups({ prepare } as unknown as IndexDatabase, span)
  return rows
}
