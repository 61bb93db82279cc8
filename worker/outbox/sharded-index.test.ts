/** Orders in shards beside those of the database: each is listed once, whichever version of the Worker lists it. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { OrderEntry } from './listed-order.ts'
import { putOrder } from './order-entries.ts'
import type { OrderIndex } from './order-index.ts'
import type { OrderPage, OrderQuery } from './order-list.ts'
import { dropShard, enterShard, readCatalogue, settleShards } from './shard-catalogue.ts'
import { monthOf } from './shard-routing.ts'
import { ShardedIndex } from './sharded-index.ts'
import { MAX_CALLS } from './sharded-pages.ts'
import { entryWith, idOf, kept, removalOf } from './testing/listed-order.ts'
import { clearIndex, indexWith, SETTLED, shardFrom, shardNames, shardOf } from './testing/order-indexes.ts'

beforeEach(clearIndex)

/** An order that begins so many milliseconds after this test. */
const later = (number: number) => entryWith(number, { startedAt: START + number })

const START = Date.now() + 3_600_000

async function pageOf(index: OrderIndex, query: OrderQuery = {}): Promise<OrderPage> {
  const page = await index.page(query)
  return page.ok ? page.value : expect.fail(page.reason)
}

const numbersOf = async (index: OrderIndex, query: OrderQuery = {}) =>
  (await pageOf(index, query)).orders.map(({ id }) => Number(id.slice('order-'.length)))

const inDatabase = async () => {
  const rows = env.ORDER_INDEX.prepare('SELECT id FROM order_index ORDER BY id')
  return (await rows.all<{ id: string }>()).results.map(({ id }) => id)
}

describe('shards that are turned on over a list', () => {
  it('get the orders that begin from then on; the others stay where they are, also when they change', async () => {
    await indexWith(0).put(entryWith(1))
    await indexWith(0).put(entryWith(2))
    const index = indexWith(4)

    await index.put(later(3))
    await index.put(entryWith(2, { seq: 2, status: 'approved' }))
    await index.put(later(4))

    expect(await inDatabase()).toEqual([idOf(1), idOf(2)])
    expect(await numbersOf(index)).toEqual([4, 3, 2, 1])
    expect(await numbersOf(index, { status: 'approved' })).toEqual([2])
    expect(await index.ids('', 10)).toEqual([1, 2, 3, 4].map(idOf))
    expect((await index.sums({ from: 0, to: START * 2 })).sums).toMatchObject([{ orders: 4 }])
  })

  it('get no order that the database has already, though it began later than the machine’s clock says', async () => {
    await indexWith(0).put(later(5))

    await indexWith(4).put({ ...later(5), seq: 2, status: 'approved' })
    await indexWith(4).put(later(9))

    expect(await inDatabase()).toEqual([idOf(5)])
    expect(await numbersOf(indexWith(4))).toEqual([9, 5])
  })

  it('get the order that is in nobody’s list yet, from the isolate that has the former setting', async () => {
    const former = indexWith(0)
    await former.put(entryWith(1))
    await indexWith(2).put(later(2))

    await former.put(later(3))
    await former.put({ ...later(3), seq: 2, status: 'approved' })

    expect(await inDatabase()).toEqual([idOf(1)])
    expect(await numbersOf(former)).toEqual([3, 2, 1])
  })

  it('are as many for a month as its first entry found, whatever the setting says later', async () => {
    await Promise.all([1, 2, 3, 4, 5, 6].map((number) => indexWith(number).put(later(number))))
    const { months = [] } = (await readCatalogue(env.ORDER_INDEX)) ?? {}

    await Promise.all([1, 2, 3, 4, 5, 6].map((number) => indexWith(8).put({ ...later(number), seq: 2 })))

    expect(months).toHaveLength(1)
    expect(await numbersOf(indexWith(8))).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('go on to be read and written where the setting is 0 again, one for each later month', async () => {
    await indexWith(4).put(later(1))
    const nextMonth = entryWith(2, { startedAt: START + 32 * 86_400_000 })

    await indexWith(0).put(nextMonth)

    const { months = [] } = (await readCatalogue(env.ORDER_INDEX)) ?? {}
    expect(months.find(({ month }) => month === monthOf(nextMonth.startedAt))).toMatchObject({ count: 1 })
    expect(await numbersOf(indexWith(0))).toEqual([2, 1])
    expect(await inDatabase()).toEqual([])
  })
})

describe('a version of the Worker that knows no shards', () => {
  it('cannot list an order of a shard a second time, nor a new one where nobody would look', async () => {
    await indexWith(2).put(later(1))

    const older = [
      putOrder(env.ORDER_INDEX, { ...later(1), seq: 2, status: 'approved' }),
      putOrder(env.ORDER_INDEX, later(2)),
    ]

    for (const refused of older) await expect(refused).rejects.toThrow('listed in a shard')
    const ids = await env.ORDER_INDEX.prepare('SELECT id FROM order_ids').all()
    expect([await inDatabase(), ids.results]).toEqual([[], []])
  })

  it('lists and changes the orders from before', async () => {
    await indexWith(0).put(entryWith(1))
    await indexWith(2).put(later(2))

    await putOrder(env.ORDER_INDEX, entryWith(1, { seq: 2, status: 'approved' }))

    expect((await pageOf(indexWith(2))).orders).toMatchObject([{ id: idOf(2) }, { status: 'approved' }])
  })

  it('leaves orders to list once a newer one runs again', async () => {
    await indexWith(2).put(later(1))
    const changed = { ...later(1), seq: 2, status: 'approved' } as const
    await putOrder(env.ORDER_INDEX, changed).catch(() => undefined)

    await indexWith(2).put(changed)

    expect((await pageOf(indexWith(2))).orders).toEqual([kept(changed)])
  })
})

describe('entries that several orders and isolates write at once', () => {
  it('end as the newest of each, each listed once', async () => {
    const changes = [1, 2, 3, 4, 5].flatMap((number) =>
      [4, 1, 3, 2].map((seq) => ({ ...later(number), seq, reference: `as of ${seq}` })),
    )

    await Promise.all(changes.map((entry, place) => indexWith((place % 3) + 1).put(entry)))

    const { orders } = await pageOf(indexWith(1))
    expect(orders.map(({ id, reference }) => [id, reference])).toEqual(
      [5, 4, 3, 2, 1].map((number) => [idOf(number), 'as of 4']),
    )
  })
})

/** Kinds of isolates that run side by side while shards are turned on, or off again, or while a version is rolled back. */
const WORKERS = {
  older: (entry: OrderEntry) => putOrder(env.ORDER_INDEX, entry),
  off: (entry: OrderEntry) => indexWith(0).put(entry),
  on: (entry: OrderEntry) => indexWith(3).put(entry),
} as const

const change = fc.record({
  by: fc.constantFrom(...(['older', 'off', 'on'] as const)),
  number: fc.integer({ min: 1, max: 8 }),
})

describe('whichever versions and settings write, at once and in any order', () => {
  it('each order is listed once and as it stands, when each has repeated its entry', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 24 }), async (changes) => {
        await clearIndex()
        // Half of the orders begin before shards are turned on, the others later.
        const now = Date.now()
        const entryOf = (number: number, seq: number) =>
          entryWith(number, { startedAt: now + (number - 4) * 60_000, seq, reference: `as of ${seq}` })

        for (let place = 0; place < changes.length; place += 4)
          await Promise.allSettled(
            changes
              .slice(place, place + 4)
              .map(({ by, number }, behind) => WORKERS[by](entryOf(number, place + behind + 1))),
          )
        const newest = new Map(changes.map(({ number }, place) => [number, place + 1]))
        await Promise.all([...newest].map(([number, seq]) => indexWith(3).put(entryOf(number, seq))))

        const { orders } = await pageOf(indexWith(0))
        expect(orders.map(({ id, reference }) => [id, reference])).toEqual(
          [...newest]
            .toSorted(([one], [other]) => other - one)
            .map(([number, seq]) => [idOf(number), `as of ${seq}`]),
        )
      }),
      { numRuns: Math.ceil(inject('propertyRuns') / 40), seed: inject('propertySeed') },
    )
  })
})

const tablesOf = (name: string) =>
  runInDurableObject(shardOf(name), (_, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'order%'").toArray(),
  )

describe('a shard whose last order is removed', () => {
  beforeEach(() => shardFrom(0, 1))

  it('deletes all that it stored, and leaves the catalogue', async () => {
    const index = indexWith(1)
    await index.put(entryWith(1))
    await index.put(entryWith(2))

    await index.remove(...removalOf(entryWith(1)))
    const before = await shardNames()
    await index.remove(...removalOf(entryWith(2)))
    await index.remove(...removalOf(entryWith(2)))

    expect(before).toEqual(['shard 1970-01 0'])
    expect(await shardNames()).toEqual([])
    expect(await tablesOf('shard 1970-01 0')).toEqual([])
    const stored = await runInDurableObject(shardOf('shard 1970-01 0'), (_, { storage }) => [
      ...storage.kv.list(),
    ])
    expect(stored).toEqual([])
  })

  it('stores nothing when it is read', async () => {
    const name = 'shard 1970-01 0'
    const shard = shardOf(name)

    expect(await shard.page({})).toEqual({ ok: true, value: { orders: [] } })
    expect([await shard.groups({ from: 0, to: 9 }), await shard.ids('', 9)]).toEqual([[], []])
    await shard.remove(idOf(1))
    expect(await tablesOf(name)).toEqual([])
  })

  it('begins again with an order that is listed again', async () => {
    const index = indexWith(1)
    await index.put(entryWith(1))
    await index.remove(...removalOf(entryWith(1)))

    await index.put(entryWith(1, { seq: 2 }))

    expect(await numbersOf(index)).toEqual([1])
    expect(await shardNames()).toEqual(['shard 1970-01 0'])
  })

  it('loses no order that comes at the same moment', async () => {
    const index = indexWith(1)
    for (let round = 1; round <= 20; round += 1) {
      await index.put(entryWith(round))

      await Promise.all([index.remove(...removalOf(entryWith(round))), index.put(entryWith(100 + round))])

      expect(await numbersOf(index)).toEqual([100 + round])
      await index.remove(...removalOf(entryWith(100 + round)))
    }
  })

  it('is not taken from the catalogue by what it did before it was filled again', async () => {
    const shard = { month: '1970-01', slot: 0 }
    await enterShard(env.ORDER_INDEX, shard, { stay: 'a stay', ...SETTLED })
    await enterShard(env.ORDER_INDEX, shard, { stay: 'a later stay', ...SETTLED })

    await dropShard(env.ORDER_INDEX, shard, 'a stay')
    const kept = await shardNames()
    await dropShard(env.ORDER_INDEX, shard, 'a later stay')

    expect([kept, await shardNames()]).toEqual([['shard 1970-01 0'], []])
  })
})

it('an order that is removed leaves whichever place it is in', async () => {
  await indexWith(0).put(entryWith(1))
  const index = indexWith(4)
  for (const number of [2, 3, 4]) await index.put(later(number))
  const inNextMonth = entryWith(5, { startedAt: START + 40 * 86_400_000 })
  await index.put(inNextMonth)

  for (const entry of [inNextMonth, entryWith(1), later(3)]) await index.remove(...removalOf(entry))

  expect(await numbersOf(index)).toEqual([4, 2])
  expect(await index.ids('', 10)).toEqual([idOf(2), idOf(4)])
})

describe('an order of which only a span of its beginning is known', () => {
  const MIDNIGHT = Date.UTC(2026, 10, 1)

  it('is removed on both sides of a month’s end', async () => {
    await shardFrom(0, 1)
    const index = indexWith(2)
    const entries = [entryWith(1, { startedAt: MIDNIGHT - 1 }), entryWith(2, { startedAt: MIDNIGHT })]
    for (const entry of entries) await index.put(entry)

    for (const { id } of entries) await indexWith(2).remove(id, { from: MIDNIGHT - 9, to: MIDNIGHT + 9 })

    expect([await numbersOf(index), await shardNames()]).toEqual([[], []])
  })
})

it('an order that is removed settles nothing, and asks no shard where there are none', async () => {
  const index = new ShardedIndex({
    database: env.ORDER_INDEX,
    shardNamed: () => expect.fail('a shard is asked'),
    count: () => 0,
    known: () => ({ counts: new Map() }),
  })
  await index.put(entryWith(1))

  await index.remove(...removalOf(entryWith(1)))

  expect([await inDatabase(), await readCatalogue(env.ORDER_INDEX)]).toEqual([[], undefined])
})

it('a shard that cannot enter the catalogue lists nothing, and its order tries again', async () => {
  await settleShards(env.ORDER_INDEX, { month: monthOf(START), count: 1, now: 0 })
  const index = indexWith(1)
  await env.ORDER_INDEX.exec('ALTER TABLE markers RENAME TO lost')
  // The isolate knows the shard already.
  const shard = shardOf(`shard ${monthOf(START)} 0`)
  const failed = await shard.put(later(1), SETTLED).catch((error: Error) => error.message)
  await env.ORDER_INDEX.exec('ALTER TABLE lost RENAME TO markers')

  await index.put(later(1))

  expect(failed).toContain('no such table')
  expect(await numbersOf(index)).toEqual([1])
})

describe('a list of many months', () => {
  afterEach(async () => {
    await env.ORDER_INDEX.exec("DELETE FROM markers WHERE name >= 'shard' AND name < 'shard~'")
  })

  const MONTHS = Array.from({ length: 40 }, (_, place) => monthOf(Date.UTC(2020, place, 15)))

  /** Shards without a match: each tells an empty page. */
  async function emptyShards() {
    const calls = { count: 0 }
    const markers = MONTHS.flatMap((month) => [
      [`shards ${month}`, '8'],
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((slot) => [`shard ${month} ${slot}`, '']),
    ])
    const write = env.ORDER_INDEX.prepare('INSERT INTO markers (name, value) VALUES (?, ?)')
    await env.ORDER_INDEX.batch([
      write.bind('shards-since', '5'),
      ...markers.map((marker) => write.bind(...marker)),
    ])
    const shard = {
      page: async () => {
        calls.count += 1
        return { ok: true, value: { orders: [] } }
      },
    }
    const index = new ShardedIndex({
      database: env.ORDER_INDEX,
      shardNamed: () => shard as unknown as ReturnType<typeof shardOf>,
      count: () => 8,
      known: () => ({ counts: new Map() }),
    })
    return { index, calls }
  }

  it.each(['newest', 'oldest'] as const)('ends a page early, with a cursor, %s first', async (sort) => {
    const { index, calls } = await emptyShards()
    await putOrder(env.ORDER_INDEX, entryWith(1, { needsAttention: true }))
    const query = { needsAttention: true, sort }

    const first = await pageOf(index, query)
    const asked = calls.count
    const second = await pageOf(index, { ...query, cursor: first.cursor ?? '' })

    expect(asked).toBeLessThanOrEqual(MAX_CALLS)
    expect(asked).toBeGreaterThan(MAX_CALLS - 2 * 8)
    // The month at which the first page ended is asked again.
    expect(calls.count).toBeLessThanOrEqual(41 * 8)
    expect([...first.orders, ...second.orders]).toMatchObject([{ id: idOf(1) }])
    expect(second.cursor).toBeUndefined()
  })

  it('asks one shard of each month for an id', async () => {
    const { index, calls } = await emptyShards()

    await pageOf(index, { names: { ids: [idOf(1)] } })

    expect(calls.count).toBe(40)
  })
})
