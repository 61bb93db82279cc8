/** A Worker that has the index of orders alone, in one database and in shards, with ways to fill it and to count rows. */
import { ROOT } from '../scripts/root.ts'

/** The Worker's code. It answers `POST /` with `{ side, call, given }` by what the call tells and the rows that it read. */
export const INDEX_WORKER = `
import { OrderIndexShard } from '${ROOT}/worker/outbox/order-index-shard.ts'
import { ShardedIndex } from '${ROOT}/worker/outbox/sharded-index.ts'

export class Shard extends OrderIndexShard {
  cursors = []

  constructor(ctx, env) {
    const { sql } = ctx.storage
    const exec = sql.exec.bind(sql)
    const cursors = []
    sql.exec = (...given) => {
      const cursor = exec(...given)
      cursors.push(cursor)
      return cursor
    }
    super(ctx, env)
    this.cursors = cursors
  }

  async run(sql, ...values) {
    return this.ctx.storage.sql.exec(sql, ...values).toArray()
  }

  async rowsRead() {
    return this.cursors.splice(0).reduce((sum, { rowsRead }) => sum + rowsRead, 0)
  }

  async bytes() {
    return this.ctx.storage.sql.databaseSize
  }
}

let rowsRead = 0

const counted = (statement) => ({
  bind: (...values) => counted(statement.bind(...values)),
  async all() {
    const answer = await statement.all()
    rowsRead += answer.meta.rows_read
    return answer
  },
})

const known = { counts: new Map() }

const sides = (env) => {
  const index = (database, count) =>
    new ShardedIndex({
      database: { prepare: (sql) => counted(database.prepare(sql)), batch: (given) => database.batch(given) },
      shardNamed: (name) => env.SHARDS.getByName(name),
      count: () => count,
      known: () => known,
    })
  return { database: index(env.ALONE, 0), shards: index(env.ORDER_INDEX, 1) }
}

const shardsOf = async ({ ORDER_INDEX, SHARDS }) => {
  const sql = "SELECT name FROM markers WHERE name GLOB 'shard [0-9]*'"
  const { results } = await ORDER_INDEX.prepare(sql).all()
  return results.map(({ name }) => SHARDS.getByName(name))
}

const sum = (counts) => counts.reduce((all, one) => all + one, 0)

export default {
  async fetch(request, env) {
    const { side, call, given } = await request.json()
    if (call === 'run') {
      const [name, sql, ...values] = given
      if (env[name]) return Response.json((await env[name].prepare(sql).bind(...values).all()).results)
      return Response.json(await env.SHARDS.getByName(name).run(sql, ...values))
    }
    const shards = side === 'shards' ? await shardsOf(env) : []
    if (call === 'bytes') {
      const { meta } = await env.ALONE.prepare('SELECT 1').all()
      const bytes = await Promise.all(shards.map((shard) => shard.bytes()))
      return Response.json(side === 'shards' ? sum(bytes) : meta.size_after)
    }
    if (call === 'rowsRead') {
      const own = rowsRead
      rowsRead = 0
      return Response.json(own + sum(await Promise.all(shards.map((shard) => shard.rowsRead()))))
    }
    return Response.json((await sides(env)[side][call](...given)) ?? null)
  },
}`
