/** Merges pages of several shards into one. Pure. */
import { cursorOf, type Position, positionOf } from './list-cursor.ts'
import type { OrderPage, Sort } from './order-list.ts'

/** Compares two places of a list, as the database sorts it: negative if the first one comes first. */
const ORDER: Readonly<Record<Sort, (one: Position, other: Position) => number>> = {
  newest: (one, other) => -byStart(one, other),
  oldest: (one, other) => byStart(one, other),
  'status-newest': (one, other) => (other.statusSince ?? 0) - (one.statusSince ?? 0) || -byStart(one, other),
}

/** Ids are ASCII, so that text sorts as bytes do. */
const byStart = (one: Position, other: Position) =>
  one.startedAt - other.startedAt || Number(one.id > other.id) - Number(one.id < other.id)

/**
 * Merges pages that were read from one cursor on. A page with a cursor says nothing of later orders, so the merged page ends
 * where the first of them does: the others tell those orders again.
 *
 * @param pages Each sorted, of shards that share no order.
 */
export function mergePages(pages: readonly OrderPage[], sort: Sort): OrderPage {
  const compare = ORDER[sort]
  const orders = pages.flatMap((page) => page.orders).toSorted(compare)
  const [end] = pages.flatMap(endOf).toSorted(compare)
  if (!end) return { orders }
  return { orders: orders.filter((order) => compare(order, end) <= 0), cursor: cursorOf(end) }
}

/** @throws {TypeError} If a shard wrote a cursor that nobody can read: the list would begin again. */
function endOf({ cursor }: OrderPage): readonly Position[] {
  if (cursor === undefined) return []
  const end = positionOf(cursor)
  if (!end) throw new TypeError('a shard told an unknown cursor')
  return [end]
}
