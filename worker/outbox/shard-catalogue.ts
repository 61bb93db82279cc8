/**
 * What every version of the Worker has to agree on about shards, in rows of the markers: since when there are any, how many
 * a month has, and which of them have entries.
 */
import type { IndexDatabase } from './index-database.ts'
import { type Shard, type ShardMonth, shardName, shardOfName } from './shard-routing.ts'

/** All shards. */
export interface ShardCatalogue {
  /** Orders that began at this time or later are in shards, all others in the database. Never changes. */
  readonly since: number
  /** By the name of the month, the earliest first. */
  readonly months: readonly ShardMonth[]
}

interface Marker {
  readonly name: string
  readonly value: string
}

const SINCE = 'shards-since'

const countMarker = (month: string) => `shards ${month}`

const READ = "SELECT name, value FROM markers WHERE name >= 'shard' AND name < 'shard~' ORDER BY name"

/**
 * Reads the catalogue.
 *
 * @returns `undefined` if the database has all orders.
 * @throws {Error} If the database cannot be reached.
 */
export async function readCatalogue(index: IndexDatabase): Promise<ShardCatalogue | undefined> {
  const { results } = await index.prepare(READ).all<Marker>()
  const since = results.find(({ name }) => name === SINCE)
  if (!since) return undefined
  const shards = results.flatMap(({ name }) => shardOfName(name) ?? [])
  const months = results.flatMap(({ name, value }) => {
    const [, month] = /^shards (\d{4}-\d\d)$/.exec(name) ?? []
    if (!month) return []
    const slots = shards.filter((shard) => shard.month === month).map(({ slot }) => slot)
    return [{ month, count: Number(value), slots }]
  })
  return { since: Number(since.value), months }
}

/** Since when there are shards, and how many a month has. */
export interface Settled {
  readonly since: number
  readonly count: number
}

const READ_MONTH = 'SELECT name, value FROM markers WHERE name = ? OR name = ?'

/** Reads what decides where orders of a month are listed, as far as it is settled. */
export async function readSettled(index: IndexDatabase, month: string): Promise<Partial<Settled>> {
  return settledBy(await index.prepare(READ_MONTH).bind(SINCE, countMarker(month)).all<Marker>())
}

function settledBy({ results }: { readonly results: readonly Marker[] }): Partial<Settled> {
  const markerOf = (isSought: (name: string) => boolean) => results.find(({ name }) => isSought(name))?.value
  const since = markerOf((name) => name === SINCE)
  const count = markerOf((name) => name !== SINCE)
  return {
    ...(since !== undefined && { since: Number(since) }),
    ...(count !== undefined && { count: Number(count) }),
  }
}

/** After every order that the database has, so that none of them is looked for in a shard. */
const SETTLE_SINCE = `INSERT INTO markers (name, value)
  SELECT '${SINCE}', CAST(MAX(?, COALESCE(MAX(started_at) + 1, 0)) AS TEXT) FROM order_index WHERE true
  ON CONFLICT DO NOTHING`

const SETTLE_COUNT = 'INSERT INTO markers (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING'

/**
 * Settles, for good, since when there are shards and how many a month has. Of several Workers that do it at once, one wins.
 * From then on the database refuses later orders, whichever version lists them. Repeating it is harmless.
 *
 * @param now In milliseconds since the epoch.
 * @returns What is settled afterwards.
 * @throws {Error} If the database cannot be reached.
 */
export async function settleShards(
  index: IndexDatabase,
  { month, count, now }: { readonly month: string; readonly count: number; readonly now: number },
): Promise<Settled> {
  const marker = countMarker(month)
  const answers = await index.batch<Marker>([
    index.prepare(SETTLE_SINCE).bind(now),
    index.prepare(SETTLE_COUNT).bind(marker, String(count)),
    index.prepare(READ_MONTH).bind(SINCE, marker),
  ])
  const { since = now, count: kept = count } = settledBy(answers.at(-1) ?? { results: [] })
  return { since, count: kept }
}

/** The words by which the database refuses an order that belongs to a shard: see the migrations. */
const REFUSED = 'listed in a shard'

/** Whether the database refused an order since it belongs to a shard. */
export const isOfShard = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(REFUSED)

/** Each changed row is billed, so what is there already stays unwritten. */
const ENTER = `INSERT INTO markers (name, value) VALUES (?, ?)
  ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value`

/** The earlier moment: it was settled before the database was restored. */
const ENTER_SINCE = `INSERT INTO markers (name, value) VALUES ('${SINCE}', ?)
  ON CONFLICT DO UPDATE SET value = excluded.value
  WHERE CAST(excluded.value AS INTEGER) < CAST(value AS INTEGER)`

/**
 * Enters a shard before it gets its first entry, and again after a restore of the database, which may have lost its row and
 * those of what was settled. Repeating it writes nothing.
 *
 * @param stay Names this stay in the catalogue: `dropShard` ends no later one.
 * @returns What is settled afterwards.
 * @throws {Error} If the database cannot be reached.
 */
export async function enterShard(
  index: IndexDatabase,
  { month, slot }: Shard,
  { stay, ...made }: Settled & { readonly stay: string },
): Promise<Settled> {
  const marker = countMarker(month)
  const answers = await index.batch<Marker>([
    index.prepare(ENTER).bind(shardName({ month, slot }), stay),
    index.prepare(ENTER_SINCE).bind(String(made.since)),
    index.prepare(SETTLE_COUNT).bind(marker, String(made.count)),
    index.prepare(READ_MONTH).bind(SINCE, marker),
  ])
  const { since = made.since, count = made.count } = settledBy(answers.at(-1) ?? { results: [] })
  return { since, count }
}

/** Takes a shard out that has no entry any more. */
export async function dropShard(index: IndexDatabase, shard: Shard, stay: string): Promise<void> {
  await index.prepare('DELETE FROM markers WHERE name = ? AND value = ?').bind(shardName(shard), stay).all()
}
