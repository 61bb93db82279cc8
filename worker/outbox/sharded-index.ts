/** The index of orders in one database and, once a shop has turned them on, in shards beside it. */
import type { Result } from '../../shared/result.ts'
import { dailyGroups } from './kept-sums.ts'
import type { OrderEntry } from './listed-order.ts'
import { orderIds, putOrder, removeOrder } from './order-entries.ts'
import type { OrderIndexShard } from './order-index-shard.ts'
import { listOrders, type OrderPage, type OrderQuery } from './order-list.ts'
import { type Span, type SpanSums, type SumGroup, sumGroups, sumsOf } from './order-sums.ts'
import {
  isOfShard,
  readCatalogue,
  readSettled,
  type Settled,
  type ShardCatalogue,
  settleShards,
} from './shard-catalogue.ts'
import {
  monthOf,
  monthsOf,
  recentMonths,
  type Segment,
  type Shard,
  shardName,
  shardsOf,
  slotOf,
} from './shard-routing.ts'
import { mergedPage, namedPage, segmentsIn } from './sharded-pages.ts'

/** Where some orders are listed: the database, or a shard. */
type Place = Pick<OrderIndexShard, 'page' | 'groups' | 'daily' | 'ids' | 'remove'>

/** What is settled for good, as far as this isolate has read it. */
export interface KnownShards {
  since?: number | undefined
  readonly counts: Map<string, number>
}

/** What the index works with. */
export interface ShardedSources {
  readonly database: D1Database
  readonly shardNamed: (name: string) => DurableObjectStub<OrderIndexShard>
  /** How many shards a month gets, from its first entry on. 0: none, unless there have been some. */
  readonly count: () => number
  readonly known: () => KnownShards
}

/** Lists, finds and adds up the orders of all places as one list. Each order is in one place, which follows from its beginning. */
export class ShardedIndex {
  readonly #sources: ShardedSources
  readonly #database: Place

  constructor(sources: ShardedSources) {
    this.#sources = sources
    const { database } = sources
    this.#database = {
      page: (query) => listOrders(database, query),
      groups: (span) => sumGroups(database, span),
      daily: (query) => dailyGroups(database, query),
      ids: (after, limit) => orderIds(database, after, limit),
      remove: (id) => removeOrder(database, id),
    }
  }

  page(query: OrderQuery): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
    return this.#read(
      (database) => database.page(query),
      (catalogue) =>
        (query.names ? namedPage : mergedPage)(catalogue, query, (parts) => this.#placesOf(parts)),
    )
  }

  sums(span: Span): Promise<SpanSums> {
    return this.#read(
      async (database) => sumsOf(await database.groups(span)),
      async (catalogue) => {
        const places = this.#placesOf(segmentsIn(catalogue, span))
        const groups = await Promise.all(places.map((place) => place.groups(span)))
        return sumsOf(groups.flat())
      },
    )
  }

  dailySums(bounds: readonly number[], now: number): Promise<readonly SpanSums[]> {
    const [from = 0, to = 0] = [bounds[0], bounds.at(-1)]
    const sumsBy = (parts: readonly (readonly (readonly SumGroup[])[])[]) =>
      bounds.slice(1).map((_, day) => sumsOf(parts.flatMap((days) => days[day] ?? [])))
    return this.#read(
      async (database) => sumsBy([await database.daily({ bounds, within: { from, to }, now })]),
      async (catalogue) => {
        const asked = segmentsIn(catalogue, { from, to }).flatMap((within) =>
          this.#placesOf([within]).map((place) =>
            place.daily({ bounds, within: { from: within.from, to: within.to }, now }),
          ),
        )
        return sumsBy(await Promise.all(asked))
      },
    )
  }

  ids(after: string, limit: number): Promise<readonly string[]> {
    return this.#read(
      (database) => database.ids(after, limit),
      async (catalogue) => {
        const places = this.#placesOf(segmentsIn(catalogue, {}))
        const ids = await Promise.all(places.map((place) => place.ids(after, limit)))
        return [...new Set(ids.flat())].toSorted().slice(0, limit)
      },
    )
  }

  /** An order that is older than the shards stays in the database, whatever becomes of it. */
  async put(entry: OrderEntry): Promise<number> {
    const settled = this.#isLikelyAlone ? undefined : await this.#settledFor(entry)
    if (settled) return this.#putInShard(settled, entry)
    try {
      return await putOrder(this.#sources.database, entry)
    } catch (error) {
      if (!isOfShard(error)) throw error
      // Since this isolate looked, shards were turned on, or those that a restore had hidden came back.
      this.#forget()
      const again = await this.#settledFor(entry)
      if (!again) throw error
      return this.#putInShard(again, entry)
    }
  }

  /** First the shard: the order is never missing from the list. */
  async repair(entry: OrderEntry): Promise<void> {
    await this.put(entry)
    if (!this.#isLikelyAlone && (await this.#settledFor(entry))) await this.#database.remove(entry.id)
  }

  recover(now: number): Promise<void> {
    return this.#enterShards(recentMonths(now))
  }

  /** From the database too, since a restore may leave it in both. The list of shards with entries is not asked: it may lack one. */
  async remove(id: string, began: Span): Promise<void> {
    const shards = await Promise.all(monthsOf(began).map((month) => this.#shardsWith(id, month, began)))
    const places = [this.#database, ...shards.flat().map((shard) => this.#placeOf(shard))]
    await Promise.all(places.map((place) => place.remove(id)))
  }

  /** Where nothing was ever sharded, the catalogue is read at the same time as the database. */
  async #read<Answer>(
    alone: (database: Place) => Promise<Answer>,
    sharded: (catalogue: ShardCatalogue) => Promise<Answer>,
  ): Promise<Answer> {
    const { database } = this.#sources
    const answer = this.#isLikelyAlone ? alone(this.#database) : undefined
    const [catalogue] = await Promise.all([readCatalogue(database), answer])
    return catalogue ? sharded(catalogue) : (answer ?? alone(this.#database))
  }

  /** Whether neither the setting nor the catalogue, as far as it was read, tells of shards. */
  get #isLikelyAlone(): boolean {
    const { known, count } = this.#sources
    return known().since === undefined && count() === 0
  }

  /** What decides in which shard an order is; `undefined` if it belongs to the database. */
  async #settledFor({ startedAt }: OrderEntry): Promise<Settled | undefined> {
    const { since, counts } = this.#sources.known()
    if (since !== undefined && startedAt < since) return undefined
    const month = monthOf(startedAt)
    const count = counts.get(month)
    return since === undefined || count === undefined ? this.#settle(startedAt, month) : { since, count }
  }

  #forget(): void {
    const known = this.#sources.known()
    known.since = undefined
    known.counts.clear()
  }

  /** What is settled goes along: the database may have forgotten it since it was read. */
  #putInShard(settled: Settled, entry: OrderEntry): Promise<number> {
    const shard = { month: monthOf(entry.startedAt), slot: slotOf(entry.id, settled.count) }
    return this.#sources.shardNamed(shardName(shard)).put(entry, settled)
  }

  /** Shards with entries enter a catalogue that lacks them. The others are asked for nothing, and store nothing. */
  async #enterShards(months: readonly string[]): Promise<void> {
    const { shardNamed } = this.#sources
    const shards = months.flatMap(shardsOf)
    await Promise.all(shards.map((shard) => shardNamed(shardName(shard)).enter()))
  }

  async #settle(startedAt: number, month: string): Promise<Settled | undefined> {
    const { database } = this.#sources
    const known = this.#sources.known()
    const { since, count } = await readSettled(database, month)
    if (since !== undefined) known.since = since
    if (since !== undefined && startedAt < since) return undefined
    const settled =
      since === undefined || count === undefined
        ? await this.#settleMonth(month, since === undefined)
        : { since, count }
    known.since = settled.since
    known.counts.set(month, settled.count)
    return startedAt < settled.since ? undefined : settled
  }

  /** The shards that may have an order: any of the month where a restored database forgot how many there are. Settles nothing. */
  async #shardsWith(id: string, month: string, { to }: Span): Promise<readonly Shard[]> {
    const { since: known, counts } = this.#sources.known()
    const count = counts.get(month)
    const settled =
      count === undefined
        ? { since: known, ...(await readSettled(this.#sources.database, month)) }
        : { since: known, count }
    if (settled.since !== undefined && to <= settled.since) return []
    if (settled.count !== undefined) return [{ month, slot: slotOf(id, settled.count) }]
    return settled.since === undefined && this.#isLikelyAlone ? [] : shardsOf(month)
  }

  /** Asks the shards first: a restored database may have forgotten what was settled. */
  async #settleMonth(month: string, isFirst: boolean) {
    const { database, count } = this.#sources
    const now = Date.now()
    await this.#enterShards([...new Set([month, ...(isFirst ? recentMonths(now) : [])])])
    return settleShards(database, { month, count: Math.max(1, count()), now })
  }

  #placesOf(segments: readonly Segment[]): readonly Place[] {
    return segments.flatMap(({ shards }) => shards?.map((shard) => this.#placeOf(shard)) ?? [this.#database])
  }

  #placeOf(shard: Shard): Place {
    const stub = this.#sources.shardNamed(shardName(shard))
    return {
      page: (query) => stub.page(query),
      groups: (span) => stub.groups(span),
      daily: (query) => stub.daily(query),
      ids: (after, limit) => stub.ids(after, limit),
      remove: (id) => stub.remove(id),
    }
  }
}
