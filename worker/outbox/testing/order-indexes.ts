/** For tests: the index in one database and in shards, and the databases of both. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { configOf } from '../../config/config.ts'
import { type IndexAnswer, type IndexDatabase, objectDatabase } from '../index-database.ts'
import { type OrderIndex, orderIndex } from '../order-index.ts'
import type { OrderIndexShard } from '../order-index-shard.ts'
import { readCatalogue } from '../shard-catalogue.ts'
import { shardName } from '../shard-routing.ts'
import { entryWith, idOf } from './listed-order.ts'

/** The index as a new isolate makes it. @param count The setting. */
export const indexWith = (count: number): OrderIndex => {
  const config = { ...configOf(env), INDEX_SHARDS: count }
  return orderIndex(env, () => config)
}

/** The object of a shard. */
export const shardOf = (name: string): DurableObjectStub<OrderIndexShard> => env.INDEX_SHARD.getByName(name)

/** What decides where orders are, for a test that calls a shard itself. */
export const SETTLED = { since: 0, count: 1 } as const

/** The names of the shards in the catalogue. */
export async function shardNames(): Promise<readonly string[]> {
  const { months = [] } = (await readCatalogue(env.ORDER_INDEX)) ?? {}
  return months.flatMap(({ month, slots }) => slots.map((slot) => shardName({ month, slot })))
}

/** The database of a shard, from outside its object. */
export function databaseOf(name: string): IndexDatabase {
  const within = <Answer>(work: (database: IndexDatabase) => Promise<Answer>): Promise<Answer> =>
    runInDurableObject(shardOf(name), (_, { storage }) => work(objectDatabase(storage)))
  const prepare = (sql: string, values: readonly unknown[] = []) => ({
    sql,
    values,
    bind: (...given: unknown[]) => prepare(sql, given),
    all: <Row>(): Promise<IndexAnswer<Row>> =>
      within((database) =>
        database
          .prepare(sql)
          .bind(...values)
          .all<Row>(),
      ),
  })
  type Statement = ReturnType<typeof prepare>
  const batch = <Row>(statements: Statement[]): Promise<IndexAnswer<Row>[]> =>
    within((database) =>
      database.batch(statements.map(({ sql, values }) => database.prepare(sql).bind(...values))),
    )
  return { prepare, batch }
}

/** An index, and a way into all of its databases. */
export interface TestIndex {
  readonly name: string
  readonly index: OrderIndex
  /** Runs a statement in every database that has entries. */
  readonly run: (sql: string, ...values: unknown[]) => Promise<void>
  /** Begins again without entries. */
  readonly clear: () => Promise<void>
}

const CLEAR = ['DELETE FROM order_index', 'DELETE FROM order_ids', 'DELETE FROM order_sums']

/** Empties a database, as nobody does outside tests. */
export const clearDatabase = (database: IndexDatabase) =>
  database.batch(CLEAR.map((sql) => database.prepare(sql)))

/** Takes all entries out of the database and of all shards, and forgets that there ever were shards. */
export async function clearIndex(): Promise<void> {
  for (const name of await shardNames()) {
    await clearDatabase(databaseOf(name))
    await shardOf(name).put(entryWith(1), SETTLED)
    await shardOf(name).remove(idOf(1))
  }
  await clearDatabase(env.ORDER_INDEX)
  await env.ORDER_INDEX.exec("DELETE FROM markers WHERE name >= 'shards' AND name < 'shards~'")
}

/** Has orders in shards from a time on, in the first month of the epoch in so many. */
export async function shardFrom(since: number, count: number): Promise<void> {
  const sql = 'INSERT INTO markers (name, value) VALUES (?, ?), (?, ?)'
  await env.ORDER_INDEX.prepare(sql)
    .bind('shards-since', String(since), 'shards 1970-01', String(count))
    .run()
}

const inD1: TestIndex = {
  name: 'in one database',
  index: indexWith(0),
  clear: clearIndex,
  run: async (sql, ...values) => {
    await env.ORDER_INDEX.prepare(sql)
      .bind(...values)
      .run()
  },
}

const inShards = (count: number): TestIndex => ({
  name: count === 1 ? 'in one shard' : `in ${count} shards`,
  index: indexWith(count),
  clear: async () => {
    await clearIndex()
    await shardFrom(0, count)
  },
  run: async (sql, ...values) => {
    for (const name of await shardNames())
      await databaseOf(name)
        .prepare(sql)
        .bind(...values)
        .all()
  },
})

/** Every way to keep the index. */
export const TEST_INDEXES: readonly TestIndex[] = [inD1, inShards(1), inShards(4)]

/** Both kinds of databases. */
export const TEST_DATABASES: readonly {
  readonly name: string
  readonly make: () => Promise<IndexDatabase>
}[] = [
  {
    name: 'D1',
    make: async () => {
      await clearIndex()
      return env.ORDER_INDEX
    },
  },
  {
    name: 'a shard',
    make: async () => {
      const name = 'shard 1970-01 0'
      await shardOf(name).put(entryWith(1), SETTLED)
      return databaseOf(name)
    },
  },
]
