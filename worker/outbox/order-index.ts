/**
 * The index of orders: everything that lists orders goes through this interface, so that it may be spread over several
 * databases without a change elsewhere. The order objects hold the truth.
 */
import type { Result } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import { objectNamed, type PlaceSettings } from '../config/jurisdiction.ts'
import type { OrderEntry } from './listed-order.ts'
import type { OrderIndexShard, ShardEnv } from './order-index-shard.ts'
import type { OrderPage, OrderQuery } from './order-list.ts'
import type { Span, SpanSums } from './order-sums.ts'
import { type KnownShards, ShardedIndex } from './sharded-index.ts'

/** Lists, finds and adds up orders, and keeps their entries. Every call rejects if a database cannot be reached. */
export interface OrderIndex {
  /** Lists a page of orders, or names the invalid parameter. Names find orders by reference and id. */
  page(query: OrderQuery): Promise<Result<OrderPage, 'cursor' | 'limit'>>
  /** Adds up the orders whose first attempt began in a span of time, such as a day. */
  sums(span: Span): Promise<SpanSums>
  /**
   * Adds up the orders of each of some days, by when their first attempt began.
   *
   * @param bounds The beginnings of the days, and the end of the last one, in milliseconds since the epoch, on quarters of an hour.
   * @param now In milliseconds since the epoch.
   */
  dailySums(bounds: readonly number[], now: number): Promise<readonly SpanSums[]>
  /** Adds, updates or repairs an entry, unless the listed one is newer. Calls may repeat and arrive in any order. */
  put(entry: OrderEntry): Promise<unknown>
  /** As `put`, and takes the order out of where it does not belong, as after a restore of the database. */
  repair(entry: OrderEntry): Promise<unknown>
  /** Brings shards back into the list that a restored database forgot. @param now In milliseconds since the epoch. */
  recover(now: number): Promise<void>
  /** Takes an erased order out, for good. Repeating is harmless. @param began When it began, as far as that is known. */
  remove(id: string, began: Span): Promise<void>
  /** Lists the ids of all orders that were ever listed, after an id, to rebuild the index from the orders. */
  ids(after: string, limit: number): Promise<readonly string[]>
}

/** The bindings of the index. */
export interface IndexEnv extends ShardEnv {
  readonly INDEX_SHARD: DurableObjectNamespace<OrderIndexShard>
}

/** The settings of the index. */
type IndexSettings = PlaceSettings & Pick<Config, 'INDEX_SHARDS'>

/** Settings → what this isolate has read of the shards. */
const read = new WeakMap<object, KnownShards>()

/**
 * The index: one D1 database, and with `INDEX_SHARDS` shards for later orders beside it.
 *
 * @param settings Read when they are needed, since they may be wrong.
 * @param place Where shards are. It throws where the caller must not look for them.
 */
export function orderIndex(
  env: IndexEnv,
  settings: () => IndexSettings,
  place: () => PlaceSettings = settings,
): OrderIndex {
  const known = () => {
    const config = settings()
    const kept = read.get(config) ?? { counts: new Map() }
    read.set(config, kept)
    return kept
  }
  return new ShardedIndex({
    database: env.ORDER_INDEX,
    shardNamed: (name) => objectNamed(env.INDEX_SHARD, name, place()),
    count: () => settings().INDEX_SHARDS,
    known,
  })
}
