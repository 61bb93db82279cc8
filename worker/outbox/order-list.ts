/** Reads the index of orders page by page. A page reads a bounded number of rows, however many orders there are. */
import type { OrderStatus } from '../../shared/order-status.ts'
import type { Intent } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { cursorOf, type Position, positionOf } from './list-cursor.ts'
import { columnNames, entryOf, type OrderEntry, type OrderRow } from './listed-order.ts'

/** Filters. An absent one matches every order. */
export interface OrderQuery {
  readonly status?: OrderStatus
  readonly intent?: Intent
  readonly currency?: string
  /** A few ids. All matches come on one page. */
  readonly ids?: readonly string[]
  readonly needsAttention?: boolean
  /** Orders that began at this time or later, in milliseconds since the epoch. */
  readonly from?: number
  /** Orders that began before this time, in milliseconds since the epoch. */
  readonly to?: number
  /** How many at most, 1 to 100; default 20. */
  readonly limit?: number
  /** The cursor of the previous page. The other filters must be the same. */
  readonly cursor?: string
}

/** One page of the list, newest first. */
export interface OrderPage {
  readonly orders: readonly OrderEntry[]
  /** The cursor of the next page; absent on the last one. An earlier page may be short or empty. */
  readonly cursor?: string
}

export const DEFAULT_LIMIT = 20
export const MAX_LIMIT = 100

/** Rows that one page reads. Rarer matches come on a later page, or have an index. */
export const LOOKED_AT = 500

/** Statuses with an index of their own: see the migrations. Few orders have them. */
const RARE: readonly OrderStatus[] = [
  ...(['filtered', 'error', 'unknown', 'cancelled', 'expired'] as const),
  ...(['captured', 'voided', 'returned', 'partially-returned', 'charged-back'] as const),
]

/** SQL conditions and their bound values. Conditions are constants of the program; a caller's input is always bound. */
interface Where {
  readonly conditions: readonly string[]
  readonly values: readonly (string | number)[]
}

/** Later than any order, so that every query is a range of the key. */
const FOREVER = Number.MAX_SAFE_INTEGER

/**
 * Lists orders, newest first. Pages never overlap and never skip an order, even while new orders are added.
 *
 * @returns A page, or the name of the invalid parameter.
 * @throws {Error} If the database cannot be reached.
 */
export async function listOrders(
  index: D1Database,
  query: OrderQuery,
): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
  const { limit = DEFAULT_LIMIT, cursor, ids } = query
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) return refused('limit')
  const after = cursor === undefined ? undefined : positionOf(cursor)
  if (cursor !== undefined && !after) return refused('cursor')
  const range = rangeOf(query, after)
  const filter = filterOf(query)
  if (ids) return accepted(await named(index, ids, [range, filter]))
  return accepted(await pageOf(index, { range, filter, limit }))
}

/** Conditions that the key or an index serves. A partial index needs its own condition, spelled the same. */
function rangeOf({ from = 0, to = FOREVER, needsAttention, status }: OrderQuery, after?: Position): Where {
  const indexed = needsAttention ? ['needs_attention = 1'] : isRare(status) ? [`status = '${status}'`] : []
  return {
    conditions: [
      ...indexed,
      'started_at >= ?',
      'started_at < ?',
      ...(after ? ['(started_at, id) < (?, ?)'] : []),
    ],
    values: [from, to, ...(after ? [after.startedAt, after.id] : [])],
  }
}

const isRare = (status: OrderStatus | undefined) => status !== undefined && RARE.includes(status)

/** Conditions that each row is checked for. */
function filterOf({ needsAttention, status, intent, currency }: OrderQuery): Where {
  const rest = [
    needsAttention === false && (['needs_attention = ?', 0] as const),
    status && (needsAttention || !isRare(status)) && (['status = ?', status] as const),
    intent && (['intent = ?', intent] as const),
    currency && (['currency = ?', currency] as const),
  ].filter((one) => one !== false && one !== undefined && one !== '')
  return { conditions: rest.map(([condition]) => condition), values: rest.map(([, value]) => value) }
}

const COLUMNS = columnNames.map((name) => `order_index.${name}`).join(', ')
const NEWEST_FIRST = 'ORDER BY started_at DESC, id DESC'
const whereOf = ({ conditions }: Where) => (conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '')

interface Search {
  readonly range: Where
  readonly filter: Where
  readonly limit: number
}

async function pageOf(index: D1Database, { range, filter, limit }: Search): Promise<OrderPage> {
  const isFiltered = filter.conditions.length > 0
  // One more row than the limit tells whether there is another page.
  const rows = `SELECT ${COLUMNS} FROM order_index ${whereOf(range)} ${NEWEST_FIRST} LIMIT ?`
  const statement = isFiltered
    ? index
        .prepare(`SELECT * FROM (${rows}) ${whereOf(filter)} ${NEWEST_FIRST} LIMIT ?`)
        .bind(...range.values, LOOKED_AT, ...filter.values, limit + 1)
    : index.prepare(rows).bind(...range.values, limit + 1)
  const { results } = await statement.all<OrderRow>()
  const orders = results.slice(0, limit).map(entryOf)
  const last = results.length > limit ? orders.at(-1) : isFiltered && (await lastLookedAt(index, range))
  return last ? { orders, cursor: cursorOf(last) } : { orders }
}

/** The last row that was read; `undefined` at the end of the list. */
async function lastLookedAt(index: D1Database, range: Where): Promise<Position | undefined> {
  const row = await index
    .prepare(`SELECT started_at, id FROM order_index ${whereOf(range)} ${NEWEST_FIRST} LIMIT 1 OFFSET ?`)
    .bind(...range.values, LOOKED_AT - 1)
    .first<Pick<OrderRow, 'started_at' | 'id'>>()
  return row ? { startedAt: row.started_at, id: row.id } : undefined
}

/** Finds orders by their ids, through the keys of their rows. */
async function named(index: D1Database, ids: readonly string[], where: readonly Where[]): Promise<OrderPage> {
  const places = ids.map(() => '?').join(', ')
  const conditions = where
    .flatMap((one) => one.conditions)
    .map((condition) => condition.replaceAll(/\b(started_at|id)\b/g, 'order_index.$1'))
  const sql = `SELECT ${COLUMNS} FROM order_ids CROSS JOIN order_index
    ON order_index.started_at = order_ids.started_at AND order_index.id = order_ids.id
    WHERE order_ids.id IN (${places}) AND ${conditions.join(' AND ')}`
  const values = where.flatMap((one) => one.values)
  const { results } = await index
    .prepare(sql)
    .bind(...ids, ...values)
    .all<OrderRow>()
  return { orders: results.map(entryOf) }
}
