/** Reads the index of orders page by page. A page is one query, and reads a bounded number of rows. */
import { toDecimal, toMinor } from '../../shared/money.ts'
import type { OrderStatus } from '../../shared/order-status.ts'
import type { Intent } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { IndexDatabase } from './index-database.ts'
import { cursorOf, type Position, positionOf } from './list-cursor.ts'
import { entryOf, type KeptEntry, type OrderRow, rowColumns } from './listed-order.ts'

/** Filters. An absent one matches every order. */
export interface OrderFilter {
  readonly status?: OrderStatus
  readonly intent?: Intent
  readonly currency?: string
  readonly test?: boolean
  /** Decimal text; `12.5` also finds 12.50. */
  readonly amount?: string
  readonly needsAttention?: boolean
  /** Payment requests that can still be paid: all, or by the key under which their link was made. */
  readonly requests?: 'all' | { readonly key: string } | { readonly notKeys: readonly string[] }
  /** Approved preauths that were neither captured nor voided. */
  readonly held?: true
  /** Orders that began at this time or later, in milliseconds since the epoch. */
  readonly from?: number
  /** Orders that began before this time, in milliseconds since the epoch. */
  readonly to?: number
  /** Keyed digest of an e-mail address: orders that it paid, until they are erased. */
  readonly shopper?: string
  /** The last four digits of the card that paid. Rows of other orders are looked at too, so it goes with a span of time. */
  readonly lastFour?: string
  /** A few ids, or beginnings of ids and references. All matches come on one page, the first twelve. */
  readonly names?: OrderNames
}

/** Orders by their names: those that have one of these ids, or an id or a reference that begins like one of these. */
export interface OrderNames {
  readonly ids: readonly string[]
  /** Eight characters or more, each. */
  readonly prefixes?: readonly string[]
  readonly reference?: string
}

/** Orders of the list. */
export const SORTS = ['newest', 'oldest', 'status-newest'] as const
export type Sort = (typeof SORTS)[number]

/** Filters, and the part of the list that is wanted. */
export interface OrderQuery extends OrderFilter {
  /**
   * By the start of the first attempt. Default: the newest first. `status-newest`: by the time since when the list has
   * shown the status, the latest first; with the status `charged-back` alone, which has an index for it.
   */
  readonly sort?: Sort
  /** How many at most; default 20. */
  readonly limit?: number
  /** The cursor of the previous page. The filters and the order must be the same. */
  readonly cursor?: string
}

/** One page of the list. */
export interface OrderPage {
  readonly orders: readonly KeptEntry[]
  /** The cursor of the next page; absent on the last one. An earlier page may be short or empty. */
  readonly cursor?: string
}

export const DEFAULT_LIMIT = 20

/** The most orders of a page. */
export const MAX_LIMIT = 5_000

/** Rows that one page reads. Rarer matches come on a later page, or have an index. */
export const LOOKED_AT = 5_000

/** Names find no more orders than this. */
const MAX_NAMED = 12

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
 * Lists orders. Pages never overlap and never skip an order, even while new orders are added.
 *
 * @returns A page, or the name of the invalid parameter.
 * @throws {Error} If the database cannot be reached.
 */
export async function listOrders(
  index: IndexDatabase,
  query: OrderQuery,
): Promise<Result<OrderPage, 'cursor' | 'limit'>> {
  const place = placeOf(query)
  if (!place.ok) return place
  const { limit, sort, after } = place.value
  const search = { range: rangeOf(query, sort, after), filter: filterOf(query), sort, limit }
  return accepted(query.names ? await named(index, query.names, search) : await pageOf(index, search))
}

/** The part of the list that a query asks for. */
interface ListPlace {
  readonly limit: number
  readonly sort: Sort
  /** Where the page before ended. */
  readonly after?: Position
}

/** Reads the part that is wanted, or names the invalid parameter. */
export function placeOf({
  limit = DEFAULT_LIMIT,
  cursor,
  sort = 'newest',
}: OrderQuery): Result<ListPlace, 'cursor' | 'limit'> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) return refused('limit')
  if (cursor === undefined) return accepted({ limit, sort })
  const after = positionOf(cursor)
  const isOfStatus = sort === 'status-newest'
  if (!after || (after.statusSince !== undefined) !== isOfStatus) return refused('cursor')
  return accepted({ limit, sort, after })
}

/**
 * Conditions that the key or an index serves. A partial index needs its own condition, spelled the same. The time of the
 * cursor bounds the range: by the pair alone SQLite would read every row before it.
 */
function rangeOf(query: OrderFilter, sort: Sort, after?: Position): Where {
  const { from = 0, to = FOREVER, shopper } = query
  if (sort === 'status-newest') return rangeOfStatus(query, after)
  const isNewest = sort === 'newest'
  return {
    conditions: [
      ...partialIndexOf(query),
      ...(shopper === undefined ? [] : ['shopper = ?']),
      'started_at >= ?',
      'started_at < ?',
      ...(after ? [`(started_at, id) ${isNewest ? '<' : '>'} (?, ?)`] : []),
    ],
    values: [
      ...(shopper === undefined ? [] : [shopper]),
      after && !isNewest ? Math.max(from, after.startedAt) : from,
      after && isNewest ? Math.min(to, after.startedAt + 1) : to,
      ...(after ? [after.startedAt, after.id] : []),
    ],
  }
}

/** The plus keeps SQLite from the other index of the status, by which it would have to sort. */
const rangeOfStatus = (query: OrderFilter, after?: Position): Where => ({
  conditions: [
    ...partialIndexOf(query),
    'status_since >= 0',
    'status_since <= ?',
    '+started_at >= ?',
    '+started_at < ?',
    ...(after ? ['(status_since, started_at, id) < (?, ?, ?)'] : []),
  ],
  values: [
    ...[after?.statusSince ?? FOREVER, query.from ?? 0, query.to ?? FOREVER],
    ...(after ? [after.statusSince ?? 0, after.startedAt, after.id] : []),
  ],
})

function partialIndexOf({ needsAttention, requests, held, status, shopper }: OrderFilter): readonly string[] {
  // Few orders are of one shopper: their index serves best, and each row is checked for the rest.
  if (shopper !== undefined) return []
  if (needsAttention) return ['needs_attention = 1']
  // Nothing else is listed while it is open.
  if (requests || status === 'open') return ['link_key IS NOT NULL']
  if (held) return ["intent = 'preauth'", "status = 'approved'"]
  return isRare(status) ? [`status = '${status}'`] : []
}

const isRare = (status: OrderStatus | undefined) => status !== undefined && RARE.includes(status)

/** Conditions that each row is checked for. They repeat some of the range, which costs nothing. */
function filterOf(filter: OrderFilter): Where {
  const { needsAttention, requests, held, status, intent, currency, test, amount, shopper, lastFour } = filter
  const amounts = amount === undefined ? [] : spellingsOf(amount)
  const isOfShopper = shopper !== undefined
  const rest: readonly (readonly [condition: string, ...values: (string | number)[]] | false)[] = [
    (needsAttention === false || (needsAttention === true && isOfShopper)) && [
      'needs_attention = ?',
      Number(needsAttention),
    ],
    held === true &&
      (needsAttention === true || requests !== undefined || isOfShopper) && [
        "intent = 'preauth' AND status = 'approved'",
      ],
    requests !== undefined && (needsAttention === true || isOfShopper) && ['link_key IS NOT NULL'],
    typeof requests === 'object' && keyCondition(requests),
    status !== undefined &&
      (needsAttention || requests || held || isOfShopper || !isRare(status)) && ['status = ?', status],
    intent !== undefined && ['intent = ?', intent],
    currency !== undefined && ['currency = ?', currency],
    test !== undefined && ['test = ?', Number(test)],
    lastFour !== undefined && ['last_four = ?', lastFour],
    amount !== undefined && [`amount IN (${placesFor(amounts)})`, ...amounts],
  ]
  const wanted = rest.filter((one) => one !== false)
  return {
    conditions: wanted.map(([condition]) => condition),
    values: wanted.flatMap(([, ...values]) => values),
  }
}

type KeyedRequests = Exclude<NonNullable<OrderFilter['requests']>, 'all'>

const keyCondition = (requests: KeyedRequests): readonly [condition: string, ...values: string[]] =>
  'key' in requests
    ? ['link_key = ?', requests.key]
    : [`link_key NOT IN (${placesFor(requests.notKeys)})`, ...requests.notKeys]

/** Decimals that a currency may have. */
const EXPONENTS = [0, 1, 2, 3, 4]

/** An amount as an entry may have it: with exactly the decimals of its currency, whichever that is. */
function spellingsOf(amount: string): string[] {
  const [whole = '', decimals = ''] = amount.split('.')
  return EXPONENTS.flatMap((exponent) => {
    const [kept, rest] = [decimals.slice(0, exponent), decimals.slice(exponent)]
    if (Number(rest) !== 0) return []
    const minor = toMinor(kept ? `${whole}.${kept}` : whole, exponent)
    return minor.ok ? [toDecimal(minor.value, exponent)] : []
  })
}

const placesFor = (values: readonly unknown[]) => values.map(() => '?').join(', ')

const COLUMNS = rowColumns.map((name) => `order_index.${name}`).join(', ')

/** The same of rows that were looked at. What orders are found by alone stays behind. */
const FOUND = rowColumns.join(', ')

const ORDER = {
  newest: 'ORDER BY started_at DESC, id DESC',
  oldest: 'ORDER BY started_at, id',
  'status-newest': 'ORDER BY status_since DESC, started_at DESC, id DESC',
} as const satisfies Readonly<Record<Sort, string>>

const allOf = (conditions: readonly string[]) => conditions.join(' AND ')

interface Search {
  readonly range: Where
  readonly filter: Where
  readonly sort: Sort
  readonly limit: number
}

/** A row that was looked at. The last one of the part tells its id again. */
interface LookedAtRow extends OrderRow {
  readonly is_match: number
  readonly last_id: string | null
}

/** One row more than the limit tells whether there is another page. */
async function pageOf(index: IndexDatabase, search: Search): Promise<OrderPage> {
  const { range, filter, sort, limit } = search
  if (filter.conditions.length > 0) return filteredPageOf(index, search)
  const { results } = await index
    .prepare(`${rowsOf(search, COLUMNS)} LIMIT ?`)
    .bind(...range.values, limit + 1)
    .all<OrderRow>()
  const orders = results.slice(0, limit).map(entryOf)
  return { orders, ...(results.length > limit && cursorAt(orders, sort)) }
}

/** Reads the first rows of the range, and of those the matches, and the last one, from which the next page goes on. */
async function filteredPageOf(index: IndexDatabase, search: Search): Promise<OrderPage> {
  const { range, filter, sort, limit } = search
  const last = `SELECT started_at AS last_at, id AS last_id FROM order_index
    WHERE ${allOf(range.conditions)} ${ORDER[sort]} LIMIT 1 OFFSET ?`
  const { results } = await index
    .prepare(
      `SELECT ${FOUND}, last_id, ${allOf(filter.conditions)} AS is_match
       FROM (${rowsOf(search, `${COLUMNS}, order_index.last_four`)} LIMIT ?)
       LEFT JOIN (${last}) ON last_at = started_at AND last_id = id
       WHERE is_match OR last_id IS NOT NULL ${ORDER[sort]} LIMIT ?`,
    )
    .bind(...filter.values, ...range.values, LOOKED_AT, ...range.values, LOOKED_AT - 1, limit + 1)
    .all<LookedAtRow>()
  const matches = results.filter((row) => row.is_match === 1).map(entryOf)
  const orders = matches.slice(0, limit)
  if (results.length > limit && orders.length === limit) return { orders, ...cursorAt(orders, sort) }
  const end = results.filter((row) => row.last_id !== null).map(entryOf)
  return { orders, ...cursorAt(end, sort) }
}

const rowsOf = ({ range, sort }: Search, columns: string) =>
  `SELECT ${columns} FROM order_index WHERE ${allOf(range.conditions)} ${ORDER[sort]}`

/** The cursor after the last of some orders. */
export function cursorAt(orders: readonly KeptEntry[], sort: Sort): { readonly cursor?: string } {
  const last = orders.at(-1)
  if (!last) return {}
  const { startedAt, id, statusSince } = last
  return { cursor: cursorOf({ startedAt, id, ...(sort === 'status-newest' && { statusSince }) }) }
}

/** A way to find names: SQL for ids with their times, and its bound values. */
type Finding = readonly [sql: string, ...values: string[]]

/** Later than any name of that beginning, since names have no letter after `z`. */
const bounds = (beginning: string) => [beginning, `${beginning}~`] as const

/** Each part is a range of a key or of an index, and reads no more rows than it may find. */
const findingsOf = ({ ids, prefixes = [], reference }: OrderNames): readonly Finding[] => [
  ...(ids.length > 0
    ? [[`SELECT id, started_at FROM order_ids WHERE id IN (${placesFor(ids)})`, ...ids] as const]
    : []),
  ...prefixes.map(
    (prefix) =>
      [
        `SELECT id, started_at FROM order_ids WHERE id >= ? AND id < ? ORDER BY id LIMIT ${MAX_NAMED}`,
        ...bounds(prefix),
      ] as const,
  ),
  ...(reference === undefined
    ? []
    : [
        [
          `SELECT id, started_at FROM order_index WHERE reference >= ? AND reference < ? AND reference <> id
           ORDER BY reference, started_at, id LIMIT ${MAX_NAMED}`,
          ...bounds(reference),
        ] as const,
      ]),
]

/** Finds orders by their names, through the keys of their rows. */
async function named(
  index: IndexDatabase,
  names: OrderNames,
  { range, filter, sort }: Search,
): Promise<OrderPage> {
  const findings = findingsOf(names)
  if (findings.length === 0) return { orders: [] }
  const found = findings.map(([sql]) => `SELECT id, started_at FROM (${sql})`).join(' UNION ')
  const conditions = [...range.conditions, ...filter.conditions].map((condition) =>
    condition.replaceAll(/\b(started_at|id)\b/g, 'order_index.$1'),
  )
  const sql = `SELECT ${COLUMNS} FROM (${found}) AS names CROSS JOIN order_index
    ON order_index.started_at = names.started_at AND order_index.id = names.id
    WHERE ${allOf(conditions)} ${ORDER[sort].replaceAll(/\b(started_at|id)\b/g, 'order_index.$1')}`
  const values = findings.flatMap(([, ...bound]) => bound)
  const { results } = await index
    .prepare(sql)
    .bind(...values, ...range.values, ...filter.values)
    .all<OrderRow>()
  return { orders: firstNamed(names, results.map(entryOf)) }
}

/** The first twelve of what names found: orders of an id, then those of a beginning. Keeps the order of the list. */
export function firstNamed({ ids }: OrderNames, orders: readonly KeptEntry[]): readonly KeptEntry[] {
  const isExact = ({ id }: KeptEntry) => ids.includes(id)
  const byName = (one: KeptEntry, other: KeptEntry) =>
    Number(isExact(other)) - Number(isExact(one)) || Number(one.id > other.id) - Number(one.id < other.id)
  const first = new Set(orders.toSorted(byName).slice(0, MAX_NAMED))
  return orders.filter((one) => first.has(one))
}
