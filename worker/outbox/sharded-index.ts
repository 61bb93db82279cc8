/** The index of orders in one database and, once a shop has turned them on, in shards beside it. */
import { accepted, type Result } from '../../shared/result.ts'
import { cursorOf, type Position } from './list-cursor.ts'
import type { OrderEntry } from './listed-order.ts'
import { mergePages } from './merged-pages.ts'
import { orderIds, putOrder, removeOrder } from './order-entries.ts'
import type { OrderIndexShard } from './order-index-shard.ts'
import {
  cursorAt,
  listOrders,
  MAX_LIMIT,
  MAX_NAMED,
  type OrderPage,
  type OrderQuery,
  placeOf,
  type Sort,
} from './order-list.ts'
import { type Span, type SpanSums, sumGroups, sumsOf } from './order-sums.ts'
import {
  isOfShard,
  readCatalogue,
  readSettled,
  type Settled,
  type ShardCatalogue,
  settleShards,
} from './shard-catalogue.ts'
import {
  mayHave,
  monthOf,
  monthsOf,
  overlaps,
  recentMonths,
  type Segment,
  type Shard,
  segmentsOf,
  shardName,
  shardsOf,
  slotOf,
} from './shard-routing.ts'

/** The most calls of shards for one page. A page that needs more ends early, with a cursor. */
export const MAX_CALLS = 200

/** Pages up to this size are asked for whole from every shard, since the newest orders may all be in one. */
const SMALL_PAGE = 100

/** Larger ones are asked for in shares, with so much to spare for shards that have more than others. */
const SPARE = 1.1

/** Where some orders are listed: the database, or a shard. */
type Place = Pick<OrderIndexShard, 'page' | 'groups' | 'ids' | 'remove'>

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
      ids: (after, limit) => orderIds(database, after, limit),
      remove: (id) => removeOrder(database, id),
    }
  }

  page(query: OrderQuery): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
    return this.#read(
      (database) => database.page(query),
      (catalogue) => (query.names ? this.#named(catalogue, query) : this.#page(catalogue, query)),
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

  /** From the database too, since a restore may leave it in both. The catalogue is not asked: a restore may hide the shard. */
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

  /** Reads part after part until the page is full. The further it has to look, the more parts it asks at once. */
  async #page(catalogue: ShardCatalogue, query: OrderQuery): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
    const place = placeOf(query)
    if (!place.ok) return place
    const { limit, sort, after } = place.value
    const found: OrderPage['orders'][number][] = []
    for (const { segments, isBeyond } of stepsOf(segmentsIn(catalogue, query, after), sort)) {
      const [next] = segments
      if (isBeyond && next) return accepted({ orders: found, cursor: cursorOf(beginOf(next, sort)) })
      const merged = await this.#merged(segments, { ...query, limit: limit - found.length }, sort)
      if (!merged.ok) return merged
      found.push(...merged.value.orders)
      const orders = found.slice(0, limit)
      if (found.length > limit) return accepted({ orders, ...cursorAt(orders, sort) })
      if (merged.value.cursor !== undefined) return accepted({ orders, cursor: merged.value.cursor })
    }
    return accepted({ orders: found })
  }

  /** One order more than the limit tells whether there is another page. */
  async #merged(
    segments: readonly Segment[],
    query: OrderQuery & { readonly limit: number },
    sort: Sort,
  ): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
    const places = this.#placesOf(segments)
    const wanted = query.limit + 1
    const share = Math.max(Math.min(wanted, SMALL_PAGE), Math.ceil((wanted / places.length) * SPARE))
    const limit = Math.min(share, MAX_LIMIT)
    const pages = await Promise.all(places.map((one) => one.page({ ...query, limit })))
    const values: OrderPage[] = []
    for (const one of pages) {
      if (!one.ok) return one
      values.push(one.value)
    }
    return accepted(mergePages(values, sort))
  }

  async #named(
    { since, months }: ShardCatalogue,
    query: OrderQuery,
  ): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
    const place = placeOf(query)
    const { names } = query
    if (!place.ok || !names) return place.ok ? accepted({ orders: [] }) : place
    const named = months.map((month) => ({ ...month, slots: mayHave(month, names) }))
    const places = this.#placesOf(segmentsIn({ since, months: named }, query))
    const pages = await Promise.all(places.map((one) => one.page(query)))
    const orders = pages.flatMap((one) => (one.ok ? one.value.orders : []))
    const first = orders
      .toSorted((one, other) => Number(one.id > other.id) - Number(one.id < other.id))
      .slice(0, MAX_NAMED)
    return accepted(mergePages([{ orders: first }], place.value.sort))
  }

  #placesOf(segments: readonly Segment[]): readonly Place[] {
    return segments.flatMap(({ shards }) => shards?.map((shard) => this.#placeOf(shard)) ?? [this.#database])
  }

  #placeOf(shard: Shard): Place {
    const stub = this.#sources.shardNamed(shardName(shard))
    return {
      page: (query) => stub.page(query),
      groups: (span) => stub.groups(span),
      ids: (after, limit) => stub.ids(after, limit),
      remove: (id) => stub.remove(id),
    }
  }
}

/** The parts that may have orders of a span, and after a position. */
function segmentsIn(
  { since, months }: ShardCatalogue,
  span: Pick<OrderQuery, 'from' | 'to' | 'sort'>,
  after?: Position,
): readonly Segment[] {
  const { sort = 'newest' } = span
  const isAhead = ({ from, to }: Segment) => {
    if (!after || sort === 'status-newest') return true
    return sort === 'newest' ? from <= after.startedAt : to > after.startedAt
  }
  return segmentsOf(since, months).filter((segment) => overlaps(segment, span) && isAhead(segment))
}

/** Parts that are asked at once. */
interface Step {
  readonly segments: readonly Segment[]
  /** Asking them would be too many calls for one page. */
  readonly isBeyond: boolean
}

/** First one part, then two, four and so on. A list that is not sorted by time needs all of them for its first page. */
function* stepsOf(segments: readonly Segment[], sort: Sort): Generator<Step> {
  if (sort === 'status-newest') return yield { segments, isBeyond: false }
  const sorted = sort === 'newest' ? segments.toReversed() : segments
  let calls = 0
  for (let done = 0, width = 1; done < sorted.length; width *= 2) {
    const step: Segment[] = []
    for (const segment of sorted.slice(done, done + width)) {
      const further = segment.shards?.length ?? 1
      if (calls > 0 && calls + further > MAX_CALLS) break
      calls += further
      step.push(segment)
    }
    if (step.length === 0) return yield { segments: sorted.slice(done), isBeyond: true }
    done += step.length
    yield { segments: step, isBeyond: false }
  }
}

/** Earlier than any order of a part, as the list is sorted: no id is less than this character. */
const beginOf = ({ from, to }: Segment, sort: Sort): Position => ({
  startedAt: sort === 'newest' ? to : from,
  id: '-',
})
