import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { IndexDatabase } from './index-database.ts'
import { entryWith } from './testing/listed-order.ts'
import { databaseOf, SETTLED, shardOf } from './testing/order-indexes.ts'

const NAME = 'shard 1970-01 0'

async function columnsOf(database: IndexDatabase, table: string) {
  const columns = database.prepare(
    `SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info('${table}')`,
  )
  return (await columns.all()).results
}

/** Index or trigger → its definition, with single blanks. The one that keeps orders of shards out is the database's alone. */
async function indexesOf(database: IndexDatabase) {
  const sql = `SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
    AND name <> 'order_index_is_sharded' ORDER BY name`
  const { results } = await database.prepare(sql).all<{ name: string; sql: string }>()
  return results.map(({ name, sql }) => [name, sql.replaceAll(/\s+/g, ' ')])
}

it('a shard has the tables that the migrations make in the database', async () => {
  await shardOf(NAME).put(entryWith(1), SETTLED)
  const shard = databaseOf(NAME)

  for (const table of ['order_index', 'order_ids', 'order_sums'])
    expect(await columnsOf(shard, table)).toEqual(await columnsOf(env.ORDER_INDEX, table))
  expect(await indexesOf(shard)).toEqual(await indexesOf(env.ORDER_INDEX))
})
