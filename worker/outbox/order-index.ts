/**
 * The index of orders: everything that lists orders goes through this interface, so that it may be spread over several
 * databases without a change elsewhere. The order objects hold the truth.
 */
import type { Result } from '../../shared/result.ts'
import type { OrderEntry } from './listed-order.ts'
import { orderIds, putOrder, removeOrder } from './order-entries.ts'
import { listOrders, type OrderPage, type OrderQuery } from './order-list.ts'
import { type Span, type SpanSums, sumOrders } from './order-sums.ts'

/** Lists, finds and adds up orders, and keeps their entries. Every call rejects if a database cannot be reached. */
export interface OrderIndex {
  /** Lists a page of orders, or names the invalid parameter. Names find orders by reference and id. */
  page(query: OrderQuery): Promise<Result<OrderPage, 'cursor' | 'limit'>>
  /** Adds up the orders whose first attempt began in a span of time, such as a day. */
  sums(span: Span): Promise<SpanSums>
  /** Adds, updates or repairs an entry, unless the listed one is newer. Calls may repeat and arrive in any order. */
  put(entry: OrderEntry): Promise<unknown>
  /** Takes an erased order out, for good. Repeating is harmless. */
  remove(id: string): Promise<void>
  /** Lists the ids of all orders that were ever listed, after an id, to rebuild the index from the orders. */
  ids(after: string, limit: number): Promise<readonly string[]>
}

/** The index in one D1 database. */
export const orderIndex = (database: D1Database): OrderIndex => ({
  page: (query) => listOrders(database, query),
  sums: (span) => sumOrders(database, span),
  put: (entry) => putOrder(database, entry),
  remove: (id) => removeOrder(database, id),
  ids: (after, limit) => orderIds(database, after, limit),
})
