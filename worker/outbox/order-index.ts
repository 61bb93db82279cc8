/** The index of orders in D1: who is in the list, and as what. Deadlines and repeats are the caller's. */
import { columnNames, type OrderEntry, valuesOf } from './listed-order.ts'

const COLUMNS = columnNames.join(', ')

const PLACES = columnNames.map(() => '?').join(', ')

/** The key stays as it is: an order never changes its name or when it began. */
const CHANGES = columnNames
  .slice(2)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')

/** What a list shows of an order, but when it changed. */
const SHOWN = columnNames.filter((name) => !['started_at', 'id', 'updated_at', 'seq'].includes(name))

const shownOf = (row: string) => `(${SHOWN.map((name) => `${row}.${name}`).join(', ')})`

/** A repeat writes nothing, nor does a change that no list shows: every row that is written is billed. */
const PUT = putting(
  `excluded.seq > order_index.seq AND ${shownOf('excluded')} IS NOT ${shownOf('order_index')}`,
)

/** The row of a change that is listed already is written once more: it may have been spoilt since. */
const RESTORE = putting('excluded.seq >= order_index.seq')

/** Written once. A version before this one left the time out. */
const NAME = `INSERT INTO order_ids (id, started_at) VALUES (?, ?)
  ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at WHERE order_ids.started_at IS NULL`

function putting(isWanted: string): string {
  return `INSERT INTO order_index (${COLUMNS}) VALUES (${PLACES})
    ON CONFLICT (started_at, id) DO UPDATE SET ${CHANGES} WHERE ${isWanted}`
}

/**
 * Enters an order into the list, or what has become of it. Repeating is harmless, in any order: an entry that is older
 * than the one in the list, or the same, changes nothing.
 *
 * @returns How many rows were written, as they are billed: 2 for a new order, 1 for a change, 0 for a repeat.
 * @throws {Error} If the database cannot be reached or refuses; then nothing was written, or all of it.
 */
export const putOrder = (index: D1Database, entry: OrderEntry): Promise<number> => enter(index, PUT, entry)

/**
 * Mends what the list says of an order, whatever that is, unless it is newer. For whoever makes the list anew; else as
 * {@link putOrder}, and a repeat writes a row.
 *
 * @throws {Error} If the database cannot be reached or refuses; then nothing was written, or all of it.
 */
export const restoreOrder = (index: D1Database, entry: OrderEntry): Promise<number> =>
  enter(index, RESTORE, entry)

async function enter(index: D1Database, statement: string, entry: OrderEntry): Promise<number> {
  const results = await index.batch([
    index.prepare(statement).bind(...valuesOf(entry)),
    index.prepare(NAME).bind(entry.id, entry.startedAt),
  ])
  return results.reduce((sum, { meta }) => sum + meta.rows_written, 0)
}

/**
 * Names the orders that were ever listed, in no meaningful order, so that the index can be made again from them.
 *
 * @param after The last id of the answer before; empty at first.
 * @param limit How many at most.
 * @returns Fewer than `limit` only at the end. An order that is entered meanwhile may be left out: it is in the list.
 */
export async function orderIds(index: D1Database, after: string, limit: number): Promise<readonly string[]> {
  const query = index.prepare('SELECT id FROM order_ids WHERE id > ? ORDER BY id LIMIT ?').bind(after, limit)
  const { results } = await query.all<{ id: string }>()
  return results.map(({ id }) => id)
}
