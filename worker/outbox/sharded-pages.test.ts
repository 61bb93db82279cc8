/** Property: the list of a database and any shards is that of a plain array. */
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { OrderStatus } from '../../shared/order-status.ts'
import type { OrderEntry } from './listed-order.ts'
import type { OrderPage, OrderQuery } from './order-list.ts'
import { entryWith, idOf } from './testing/listed-order.ts'
import { clearIndex, indexWith } from './testing/order-indexes.ts'

/** Each run fills and empties objects, so there are fewer of them. */
const options = { numRuns: Math.ceil(inject('propertyRuns') / 40), seed: inject('propertySeed') }

const MONTHS = ['2026-09', '2026-10', '2026-11', '2026-12', '2027-01']

/** Moments that meet: several orders begin at the same one, and at the edges of months. */
const moment = fc
  .tuple(fc.constantFrom(...MONTHS), fc.constantFrom(0, 1, 1000, 15 * 86_400_000, 28 * 86_400_000))
  .map(([month, offset]) => Date.parse(`${month}-01T00:00:00Z`) + offset - 1)

const STATUSES = ['processing', 'approved', 'declined', 'unknown', 'charged-back'] as const

const order = fc.record({
  startedAt: moment,
  status: fc.constantFrom<OrderStatus>(...STATUSES),
  intent: fc.constantFrom('sale', 'preauth', 'payout'),
  currency: fc.constantFrom('EUR', 'JPY'),
  needsAttention: fc.boolean(),
  updatedAt: fc.integer({ min: 1, max: 20 }),
})

const query: fc.Arbitrary<OrderQuery> = fc.record(
  {
    status: fc.constantFrom<OrderStatus>(...STATUSES),
    intent: fc.constantFrom('sale', 'preauth'),
    currency: fc.constantFrom('EUR', 'JPY'),
    needsAttention: fc.boolean(),
    from: moment,
    to: moment,
    sort: fc.constantFrom('newest', 'oldest'),
    limit: fc.integer({ min: 1, max: 12 }),
  },
  { requiredKeys: ['limit'] },
)

const plan = fc.record({
  since: moment,
  counts: fc.tuple(...MONTHS.map(() => fc.integer({ min: 1, max: 4 }))),
  orders: fc.array(order, { minLength: 1, maxLength: 40 }),
  queries: fc.array(query, { minLength: 1, maxLength: 6 }),
})

const matches = (entry: OrderEntry, { from = 0, to = Number.POSITIVE_INFINITY, ...query }: OrderQuery) =>
  entry.startedAt >= from &&
  entry.startedAt < to &&
  (['status', 'intent', 'currency', 'needsAttention'] as const).every(
    (name) => query[name] === undefined || entry[name] === query[name],
  )

const byKey = (one: OrderEntry, other: OrderEntry) =>
  one.startedAt - other.startedAt || Number(one.id > other.id) - Number(one.id < other.id)

const byStatus = (one: OrderEntry, other: OrderEntry) => other.updatedAt - one.updatedAt || byKey(other, one)

/** Fills the index, later entries first, as they never come in order. */
async function fill({ since, counts, orders }: Plan) {
  await clearIndex()
  const markers = [
    ['shards-since', String(since)],
    ...MONTHS.map((month, place) => [`shards ${month}`, String(counts[place])]),
  ]
  const write = env.ORDER_INDEX.prepare('INSERT INTO markers (name, value) VALUES (?, ?)')
  await env.ORDER_INDEX.batch(markers.map((marker) => write.bind(...marker)))
  const index = indexWith(2)
  const entries = orders.map((changes, number) => entryWith(number + 1, changes))
  await Promise.all(entries.map((entry) => index.put(entry)))
  return { index, entries }
}

interface Plan {
  readonly since: number
  readonly counts: readonly number[]
  readonly orders: readonly Partial<OrderEntry>[]
}

async function walked(read: (cursor?: string) => Promise<OrderPage>, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    expect(page.orders.length).toBeLessThanOrEqual(limit)
    ids.push(...page.orders.map(({ id }) => id))
    cursor = page.cursor
  } while (cursor !== undefined)
  return ids
}

describe('the pages of a database and of shards', () => {
  it('have every match once, in the order of a plain array', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ queries, ...given }) => {
        const { index, entries } = await fill(given)
        const pages = (query: OrderQuery) =>
          walked(async (cursor) => {
            const page = await index.page({ ...query, ...(cursor !== undefined && { cursor }) })
            return page.ok ? page.value : expect.fail(page.reason)
          }, query.limit ?? 20)

        for (const query of queries) {
          const expected = entries.filter((entry) => matches(entry, query)).toSorted(byKey)
          if (query.sort !== 'oldest') expected.reverse()
          expect(await pages(query), JSON.stringify(query)).toEqual(expected.map(({ id }) => id))
        }
        const chargebacks = entries.filter(({ status }) => status === 'charged-back').toSorted(byStatus)
        expect(await pages({ status: 'charged-back', sort: 'status-newest', limit: 3 })).toEqual(
          chargebacks.map(({ id }) => id),
        )
      }),
      options,
    )
  })

  it('are added up and named as one', async () => {
    await fc.assert(
      fc.asyncProperty(plan, moment, moment, async (given, from, to) => {
        const { index, entries } = await fill(given)
        const within = entries.filter(({ startedAt }) => startedAt >= from && startedAt < to)
        const all = entries.map(({ id }) => id).toSorted()
        const middle = idOf(Math.ceil(entries.length / 2))

        const { sums } = await index.sums({ from, to })
        const named = await index.page({ names: { ids: [idOf(1), middle] } })
        const begun = await index.page({ names: { ids: [], prefixes: ['order-00'] } })

        expect(sums.reduce((sum, { orders }) => sum + orders, 0)).toBe(within.length)
        expect(named.ok && named.value.orders.map(({ id }) => id).toSorted()).toEqual(
          [...new Set([idOf(1), middle])].toSorted(),
        )
        expect(begun.ok && begun.value.orders.map(({ id }) => id).toSorted()).toEqual(all.slice(0, 12))
        const ids: string[] = []
        for (let after = ''; ; after = ids.at(-1) ?? '') {
          const next = await index.ids(after, 7)
          ids.push(...next)
          if (next.length < 7) break
        }
        expect(ids).toEqual(all)
      }),
      options,
    )
  })
})
