/** Reading the index of orders, a page at a time. */
import type { Intent, OrderStatus } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { cursorOf, positionOf } from './cursor.ts'
import { columnNames, entryOf, type OrderEntry, type OrderRow } from './entry.ts'

/** Which orders are wanted. What is left out does not matter. */
export interface OrderQuery {
  readonly status?: OrderStatus
  readonly intent?: Intent
  readonly currency?: string
  readonly reference?: string
  readonly needsAttention?: boolean
  /** Orders that began at this time or later, in milliseconds since the epoch. */
  readonly from?: number
  /** Orders that began before this time, in milliseconds since the epoch. */
  readonly to?: number
  /** How many at most, 1 to 100; default 20. */
  readonly limit?: number
  /** Where the page before ended. The other filters have to be the same. */
  readonly cursor?: string
}

/** One page of the list, newest first. */
export interface OrderPage {
  readonly orders: readonly OrderEntry[]
  /** Asks for the next page; absent on the last one. */
  readonly cursor?: string
}

export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100

/** Filter → its condition. Texts of the program only: what a caller says is bound. */
const CONDITIONS = {
  status: 'status = ?',
  intent: 'intent = ?',
  currency: 'currency = ?',
  reference: 'reference = ?',
  needsAttention: 'needs_attention = ?',
  from: 'started_at >= ?',
  to: 'started_at < ?',
} as const satisfies Partial<Record<keyof OrderQuery, string>>

/**
 * Lists orders, newest first. Pages do not overlap and leave nothing out, although new orders are added meanwhile.
 *
 * @returns A page, or the name of the parameter that cannot be used.
 * @throws {Error} If the database cannot be reached.
 */
export async function listOrders(
  index: D1Database,
  query: OrderQuery,
): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
  const { limit = DEFAULT_LIMIT, cursor } = query
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) return refused('limit')
  const after = cursor === undefined ? undefined : positionOf(cursor)
  if (cursor !== undefined && !after) return refused('cursor')
  const { where, values } = filtered(query)
  if (after) {
    where.push('(started_at, id) < (?, ?)')
    values.push(after.startedAt, after.id)
  }
  // One more than is wanted tells whether there is another page.
  const statement = index.prepare(sql(where)).bind(...values, limit + 1)
  const { results } = await statement.all<OrderRow>()
  return accepted(pageOf(results, limit))
}

function filtered(query: OrderQuery): { where: string[]; values: (string | number)[] } {
  const names = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
    (name) => query[name] !== undefined,
  )
  const values = names.map((name) => query[name]).filter((value) => value !== undefined)
  return {
    where: names.map((name) => CONDITIONS[name]),
    values: values.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  }
}

const sql = (where: readonly string[]) =>
  `SELECT ${columnNames.join(', ')} FROM order_index ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
  ORDER BY started_at DESC, id DESC LIMIT ?`

function pageOf(rows: readonly OrderRow[], limit: number): OrderPage {
  const orders = rows.slice(0, limit).map(entryOf)
  const last = orders.at(-1)
  return rows.length > limit && last ? { orders, cursor: cursorOf(last) } : { orders }
}
