/** Pages of a list whose orders are in several places: the database, and the shards of each month. */
import { accepted, type Result } from '../../shared/result.ts'
import { cursorOf, type Position } from './list-cursor.ts'
import { mergePages } from './merged-pages.ts'
import type { OrderIndexShard } from './order-index-shard.ts'
import {
  cursorAt,
  firstNamed,
  MAX_LIMIT,
  type OrderPage,
  type OrderQuery,
  placeOf,
  type Sort,
} from './order-list.ts'
import type { ShardCatalogue } from './shard-catalogue.ts'
import { mayHave, overlaps, type Segment, segmentsOf } from './shard-routing.ts'

/** The most calls of shards for one page. A page that needs more ends early, with a cursor. */
export const MAX_CALLS = 200

/** Pages up to this size are asked for whole from every shard, since the newest orders may all be in one. */
const SMALL_PAGE = 100

/** Larger ones are asked for in shares, with so much to spare for shards that have more than others. */
const SPARE = 1.1

/** The places of parts of the index, to ask each for a page. */
type PlacesOf = (segments: readonly Segment[]) => readonly Pick<OrderIndexShard, 'page'>[]

/** Reads part after part until the page is full. The further it has to look, the more parts it asks at once. */
export async function mergedPage(
  catalogue: ShardCatalogue,
  query: OrderQuery,
  placesOf: PlacesOf,
): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
  const place = placeOf(query)
  if (!place.ok) return place
  const { limit, sort, after } = place.value
  const found: OrderPage['orders'][number][] = []
  for (const { segments, isBeyond } of stepsOf(segmentsIn(catalogue, query, after), sort)) {
    const [next] = segments
    if (isBeyond && next) return accepted({ orders: found, cursor: cursorOf(beginOf(next, sort)) })
    const part = await pageOfParts(placesOf(segments), { ...query, limit: limit - found.length }, sort)
    if (!part.ok) return part
    found.push(...part.value.orders)
    const orders = found.slice(0, limit)
    if (found.length > limit) return accepted({ orders, ...cursorAt(orders, sort) })
    if (part.value.cursor !== undefined) return accepted({ orders, cursor: part.value.cursor })
  }
  return accepted({ orders: found })
}

/** One order more than the limit tells whether there is another page. */
async function pageOfParts(
  places: ReturnType<PlacesOf>,
  query: OrderQuery & { readonly limit: number },
  sort: Sort,
): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
  const size = query.limit + 1
  const share = Math.max(Math.min(size, SMALL_PAGE), Math.ceil((size / places.length) * SPARE))
  const limit = Math.min(share, MAX_LIMIT)
  const pages = await Promise.all(places.map((one) => one.page({ ...query, limit })))
  const values: OrderPage[] = []
  for (const one of pages) {
    if (!one.ok) return one
    values.push(one.value)
  }
  return accepted(mergePages(values, sort))
}

/** Finds orders by their names. A page has them all, or the first twelve. */
export async function namedPage(
  { since, months }: ShardCatalogue,
  query: OrderQuery,
  placesOf: PlacesOf,
): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
  const place = placeOf(query)
  const { names } = query
  if (!place.ok || !names) return place.ok ? accepted({ orders: [] }) : place
  const named = months.map((month) => ({ ...month, slots: mayHave(month, names) }))
  const places = placesOf(segmentsIn({ since, months: named }, query))
  const pages = await Promise.all(places.map((one) => one.page(query)))
  const orders = pages.flatMap((one) => (one.ok ? one.value.orders : []))
  return accepted(mergePages([{ orders: firstNamed(names, orders) }], place.value.sort))
}

/** The parts that may have orders of a span, and after a position. */
export function segmentsIn(
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
