/** What a list knows of the answers to one question: the first page, which is read again and again, and older ones. Pure. */
import type { ListedOrder } from '../../shared/order-list.ts'
import type { OrderPage } from './desk-api.ts'

/** Orders that one page shows at least, if so many match. */
export const PAGE = 25

/** The known orders of one question. */
export interface KnownOrders {
  readonly orders: readonly ListedOrder[]
  /** Ids of the first page, as it came last. */
  readonly firstIds: ReadonlySet<string>
  /** After the oldest known order; `undefined` at the end. */
  readonly cursor?: string
  /** More than the first page was read. */
  readonly isPaged: boolean
}

/** The first page, and nothing known before. */
export const firstPage = (page: OrderPage): KnownOrders => ({
  ...page,
  firstIds: idsOf(page.orders),
  isPaged: false,
})

/** Below zero if the first order is above the other in the list. */
export type Sort = (one: ListedOrder, other: ListedOrder) => number

/** The newest first. */
export const NEWEST: Sort = (one, other) =>
  other.startedAt.localeCompare(one.startedAt) || other.id.localeCompare(one.id)

/** The oldest first. */
export const OLDEST: Sort = (one, other) => NEWEST(other, one)

/** A further page, after the last known order. */
export const withMore = (
  { orders, firstIds }: KnownOrders,
  page: OrderPage,
  sort: Sort = NEWEST,
): KnownOrders => ({
  ...page,
  orders: sorted(sort, orders, page.orders),
  firstIds,
  isPaged: true,
})

/**
 * The first page once more. It replaces what was known within its span, so that an order that no longer matches is gone,
 * and keeps what is older.
 */
export function refreshed(known: KnownOrders, page: OrderPage, sort: Sort = NEWEST): KnownOrders {
  const isFull = page.orders.length >= PAGE
  const ids = idsOf(page.orders)
  const meets = known.orders.some(({ id }) => ids.has(id))
  // So many orders may have come that the pages do not meet: what was known is too far away to show below.
  const isAll = page.cursor === undefined || (isFull ? !meets : !known.isPaged)
  if (isAll) return firstPage({ ...page, orders: sorted(sort, known.orders, page.orders).filter(isIn(ids)) })
  const last = page.orders.at(-1)
  // A short page looked at more than it shows: at least at what it had before.
  const isCovered = (order: ListedOrder) =>
    (last !== undefined && sort(order, last) <= 0) || (!isFull && known.firstIds.has(order.id))
  const older = known.orders.filter((order) => !isCovered(order))
  const orders = sorted(sort, known.orders, page.orders).filter(isIn(new Set([...ids, ...idsOf(older)])))
  return { ...known, orders, firstIds: ids }
}

/** Orders of several questions as one list. Of an order that is in both, the newer entry. */
export function sorted(sort: Sort, ...lists: readonly (readonly ListedOrder[])[]): readonly ListedOrder[] {
  const newest = new Map<string, ListedOrder>()
  for (const order of lists.flat()) {
    const known = newest.get(order.id)
    if (!known || order.seq >= known.seq) newest.set(order.id, order)
  }
  return [...newest.values()].sort(sort)
}

const idsOf = (orders: readonly ListedOrder[]): ReadonlySet<string> => new Set(orders.map(({ id }) => id))

const isIn =
  (ids: ReadonlySet<string>) =>
  ({ id }: ListedOrder) =>
    ids.has(id)
