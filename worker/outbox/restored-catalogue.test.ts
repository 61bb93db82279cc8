/** Shards after the database was restored to a moment before their rows of the catalogue: issue 17. */
import { applyD1Migrations, evictDurableObject, reset, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { putOrder } from './order-entries.ts'
import type { OrderIndex } from './order-index.ts'
import { readCatalogue, settleShards } from './shard-catalogue.ts'
import { monthOf, shardName } from './shard-routing.ts'
import { ShardedIndex } from './sharded-index.ts'
import { entryWith, idOf, removalOf } from './testing/listed-order.ts'
import { databaseOf, indexWith, SETTLED, shardNames, shardOf } from './testing/order-indexes.ts'

// A shard that the catalogue lacks has its entries until the next test.
beforeEach(async () => {
  await reset()
  await applyD1Migrations(env.ORDER_INDEX, env.TEST_MIGRATIONS)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const HOUR = 3_600_000

/** An order that begins so many milliseconds after this test. */
const later = (number: number, seq = 1) => entryWith(number, { startedAt: START + number, seq })

const START = Date.now() + HOUR

const MONTH = monthOf(START)

const SLOTS = [0, 1, 2, 3, 4, 5, 6, 7]

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8]

async function fill(index: OrderIndex, seq = 1): Promise<void> {
  for (const number of NUMBERS) await index.put(later(number, seq))
}

/** The numbers of the listed orders, the newest first. */
async function listedIn(index: OrderIndex): Promise<readonly number[]> {
  const page = await index.page({})
  return page.ok ? page.value.orders.map(({ id }) => Number(id.slice('order-'.length))) : []
}

const ALL = NUMBERS.toReversed()

/** What a restore loses: each row came after the one before it. */
const LOSSES = [
  ['the entries of shards', "name LIKE 'shard %'"],
  ['how many shards the month has, too', "name LIKE 'shard %' OR name LIKE 'shards ____-__'"],
  ['since when there are shards, too', "name LIKE 'shard%'"],
] as const

const lose = (which: string) => env.ORDER_INDEX.exec(`DELETE FROM markers WHERE ${which}`)

/** As the platform does with an object that nobody calls, or that a new version replaces. */
async function evictShards(): Promise<void> {
  const shards = SLOTS.map((slot) => shardOf(shardName({ month: MONTH, slot })))
  // An object that does not run cannot be evicted.
  await Promise.allSettled(shards.map((shard) => evictDurableObject(shard)))
}

const inDatabase = async () =>
  (await env.ORDER_INDEX.prepare('SELECT id FROM order_index').all<{ id: string }>()).results

describe.each(LOSSES)('a restored database that lost %s', (_, lost) => {
  it('lists every order once, where new isolates with another setting go on', async () => {
    await fill(indexWith(2))
    const before = await readCatalogue(env.ORDER_INDEX)
    await lose(lost)
    await evictShards()

    await fill(indexWith(8), 2)

    expect(await listedIn(indexWith(8))).toEqual(ALL)
    expect(await readCatalogue(env.ORDER_INDEX)).toEqual(before)
    expect(await inDatabase()).toEqual([])
  })

  it('lists every order once, where an isolate goes on that knows the shards', async () => {
    const index = indexWith(2)
    await fill(index)
    const before = await readCatalogue(env.ORDER_INDEX)
    await lose(lost)
    await evictShards()

    await fill(index, 2)

    await expect.poll(() => listedIn(indexWith(2))).toEqual(ALL)
    expect(await readCatalogue(env.ORDER_INDEX)).toEqual(before)
  })

  it('lists every order within an hour, where neither isolates nor shards begin again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const index = indexWith(2)
    await fill(index)
    await lose(lost)

    vi.setSystemTime(Date.now() + HOUR)
    await fill(index, 2)

    await expect.poll(() => listedIn(indexWith(2))).toEqual(ALL)
  })

  it('lists every order again once its shards are recovered, without any change of an order', async () => {
    await fill(indexWith(2))
    const before = await readCatalogue(env.ORDER_INDEX)
    await lose(lost)

    await indexWith(8).recover(START)

    expect(await readCatalogue(env.ORDER_INDEX)).toEqual(before)
    expect(await indexWith(8).ids('', 10)).toEqual(NUMBERS.map(idOf))
  })

  it.each([
    ['that knows the shards', (index: OrderIndex) => index],
    ['that is new', () => indexWith(2)],
  ])('lists no order again that was erased meanwhile, by an isolate %s', async (_, isolateOf) => {
    const index = indexWith(2)
    await fill(index)
    await lose(lost)
    await evictShards()

    for (const number of [1, 2, 3]) await isolateOf(index).remove(...removalOf(later(number)))
    await indexWith(2).recover(START)

    expect(await listedIn(indexWith(2))).toEqual([8, 7, 6, 5, 4])
    expect(await indexWith(2).ids('', 10)).toEqual([4, 5, 6, 7, 8].map(idOf))
  })

  it('lists no order again that the database got meanwhile, and that was erased after the shards came back', async () => {
    await fill(indexWith(2))
    await lose(lost)
    for (const number of NUMBERS) await putOrder(env.ORDER_INDEX, later(number, 2)).catch(() => undefined)
    await indexWith(2).recover(START)

    for (const number of NUMBERS) await indexWith(2).remove(...removalOf(later(number)))

    expect(await listedIn(indexWith(2))).toEqual([])
    expect(await indexWith(2).ids('', 10)).toEqual([])
    expect(await inDatabase()).toEqual([])
  })

  it('lists an order once that the database got meanwhile, when it is repaired', async () => {
    await fill(indexWith(2))
    await lose(lost)
    // The setting was taken back, so that nothing tells this isolate of shards.
    const off = indexWith(0)
    await fill(off, 2)

    await off.recover(START)
    for (const number of NUMBERS) await off.repair(later(number, 3))

    expect(await listedIn(indexWith(0))).toEqual(ALL)
    expect(await off.ids('', 20)).toEqual(NUMBERS.map(idOf))
    expect(await inDatabase()).toEqual([])
  })
})

describe('the last months before a restore', () => {
  it('are recovered: a restore reaches back 30 days, and may be a month ago', async () => {
    const starts = ['2025-12-30T23:00:00Z', '2026-01-31T00:00:00Z', '2026-03-01T01:00:00Z']
    await settleShards(env.ORDER_INDEX, { month: '2025-12', count: 2, now: 0 })
    for (const [place, start] of starts.entries())
      await indexWith(2).put(entryWith(place + 1, { startedAt: Date.parse(start) }))
    const before = await shardNames()
    await lose("name LIKE 'shard%'")

    await indexWith(2).recover(Date.parse('2026-03-01T02:00:00Z'))

    expect(before).toHaveLength(3)
    expect(await shardNames()).toEqual(before)
  })

  it('need no call of the database where there were no shards', async () => {
    await indexWith(0).put(entryWith(1))

    await indexWith(0).recover(START)

    expect(await readCatalogue(env.ORDER_INDEX)).toBeUndefined()
    expect(await listedIn(indexWith(0))).toEqual([1])
  })
})

it('an isolate that settled a later moment meanwhile lists orders in their shards', async () => {
  const index = indexWith(2)
  await fill(index)
  await lose("name LIKE 'shard%'")
  // As an isolate of a version that does not ask the shards.
  await settleShards(env.ORDER_INDEX, { month: MONTH, count: 2, now: START + HOUR })
  const misled = indexWith(2)
  await misled.put(later(1, 2))
  await misled.recover(START)

  await misled.put(later(2, 2))
  await misled.repair(later(1, 3))

  expect(await listedIn(misled)).toEqual(ALL)
  expect(await inDatabase()).toEqual([])
})

describe('a month that is not settled yet', () => {
  /** An index of a new isolate, whose shards answer as a test says when they are to enter. */
  function indexAsking(enter: (shard: ReturnType<typeof shardOf>) => Promise<void>) {
    const known = { counts: new Map<string, number>() }
    return new ShardedIndex({
      database: env.ORDER_INDEX,
      shardNamed: (name) => {
        const shard = shardOf(name)
        const put = (...given: Parameters<typeof shard.put>) => shard.put(...given)
        return { put, enter: () => enter(shard) } as unknown as typeof shard
      },
      count: () => 2,
      known: () => known,
    })
  }

  it('has its eight possible shards asked once, and those of three months more before the first order of all', async () => {
    let calls = 0
    const index = indexAsking(async () => {
      calls += 1
    })
    const now = Date.now()
    const nextMonth = new Date(now).setUTCMonth(new Date(now).getUTCMonth() + 1, 10)
    const after: number[] = []

    for (const startedAt of [now + 1, now + 2, nextMonth, nextMonth + HOUR]) {
      await index.put(entryWith(after.length + 1, { startedAt }))
      after.push(calls)
    }

    expect(after).toEqual([32, 32, 40, 40])
  })

  it('is not settled while a shard cannot be asked', async () => {
    const index = indexAsking(() => Promise.reject(new Error('no shard')))

    await expect(index.put(later(1))).rejects.toThrow('no shard')

    expect(await readCatalogue(env.ORDER_INDEX)).toBeUndefined()
  })
})

/** Changes the database as a shard has it. */
const withDatabase = (name: string, change: (database: D1Database) => void | Promise<void>) =>
  runInDurableObject(shardOf(name), (object) => change(Reflect.get(object, 'env').ORDER_INDEX))

/** Holds the batches that a shard asks the database for. @returns Lets them go on, and waits for them. */
async function databaseHeld(name: string): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const held: Promise<unknown>[] = []
  await withDatabase(name, (database) => {
    const own = database.batch.bind(database)
    database.batch = <Row>(statements: D1PreparedStatement[]) => {
      const batch = released.then(() => own<Row>(statements))
      held.push(batch)
      return batch
    }
  })
  return () =>
    withDatabase(name, async (database) => {
      resolve()
      Reflect.deleteProperty(database, 'batch')
      await Promise.all(held)
    })
}

/** The rows that a shard writes into the database while it works. */
async function rowsInDatabase(name: string, work: () => Promise<unknown>): Promise<number[]> {
  const rows: number[] = []
  await withDatabase(name, (database) => {
    const own = database.batch
    database.batch = async <Row>(statements: D1PreparedStatement[]) => {
      const results = await own.call<D1Database, [D1PreparedStatement[]], Promise<D1Result<Row>[]>>(
        database,
        statements,
      )
      rows.push(results.reduce((sum, { meta }) => sum + meta.rows_written, 0))
      return results
    }
  })
  await work()
  return rows
}

describe('a shard that the catalogue has', () => {
  const NAME = shardName({ month: MONTH, slot: 0 })

  beforeEach(async () => {
    await settleShards(env.ORDER_INDEX, { month: MONTH, count: 1, now: 0 })
    await indexWith(1).put(later(1))
  })

  it('looks there once after its object began, and writes nothing', async () => {
    await evictDurableObject(shardOf(NAME))

    const rows = await rowsInDatabase(NAME, async () => {
      for (const number of [2, 3, 4]) await indexWith(1).put(later(number))
    })

    await expect.poll(() => rows).toEqual([0])
    await indexWith(1).put(later(5))
    expect(rows).toEqual([0])
  })

  it('keeps an entry before the database answers', async () => {
    await evictDurableObject(shardOf(NAME))
    const release = await databaseHeld(NAME)

    await shardOf(NAME).put(later(2), SETTLED)

    const { results } = await databaseOf(NAME).prepare('SELECT id FROM order_ids ORDER BY id').all()
    expect(results).toEqual([{ id: idOf(1) }, { id: idOf(2) }])
    await release()
  })

  it('keeps entries while the database is down, and looks with each until it is back', async () => {
    await lose("name LIKE 'shard %'")
    await evictDurableObject(shardOf(NAME))
    await env.ORDER_INDEX.exec('ALTER TABLE markers RENAME TO lost')
    const lines: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line) => lines.push(String(line)))
    await shardOf(NAME).put(later(2), SETTLED)
    // The entry does not wait for the look, which has to fail before the database is back.
    await expect.poll(() => lines).toContainEqual(expect.stringContaining('"index-failed"'))
    await env.ORDER_INDEX.exec('ALTER TABLE lost RENAME TO markers')
    const before = await shardNames()

    await shardOf(NAME).put(later(3), SETTLED)

    expect(before).toEqual([])
    await expect.poll(() => listedIn(indexWith(1))).toEqual([3, 2, 1])
  })

  it('is out of it once its last order is removed, though a look is still under way', async () => {
    await evictDurableObject(shardOf(NAME))
    const release = await databaseHeld(NAME)
    await shardOf(NAME).put(later(1, 2), SETTLED)

    const removed = shardOf(NAME).remove(idOf(1))
    // By now it could have left the catalogue, before the look enters it again.
    await shardOf(NAME).ids('', 1)
    await shardNames()
    await release()
    await removed

    expect(await shardNames()).toEqual([])
  })
})
