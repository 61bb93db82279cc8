/** Writes entries of the order list into a database. The caller handles deadlines and retries. */
import type { IndexDatabase } from './index-database.ts'
import { columnNames, type OrderEntry, valuesOf } from './listed-order.ts'

const COLUMNS = columnNames.join(', ')

const PLACES = columnNames.map(() => '?').join(', ')

/** An order's start, id and reference never change. What is not set again costs no row of an index. */
const FIXED = ['started_at', 'id', 'reference']

const CHANGES = columnNames
  .filter((name) => !FIXED.includes(name))
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')

/** Columns that the list shows, except the time of the change. */
const SHOWN = columnNames.filter((name) => !['started_at', 'id', 'updated_at', 'seq'].includes(name))

const shownOf = (row: string) => `(${SHOWN.map((name) => `${row}.${name}`).join(', ')})`

/** Written once. An older version left the time out. */
const NAME = `INSERT INTO order_ids (id, started_at) VALUES (?, ?)
  ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at WHERE order_ids.started_at IS NULL`

/**
 * Skips repeats and changes that the list does not show, because every written row is billed. The time of the status
 * changes with the status alone.
 */
const PUT = `INSERT INTO order_index (${COLUMNS}, status_since) VALUES (${PLACES}, ?)
  ON CONFLICT (started_at, id) DO UPDATE SET ${CHANGES}, status_since = CASE
    WHEN excluded.status = order_index.status
    THEN COALESCE(order_index.status_since, order_index.updated_at) ELSE excluded.status_since END
  WHERE excluded.seq >= order_index.seq AND ${shownOf('excluded')} IS NOT ${shownOf('order_index')}`

/** Writes nothing, unless the row was spoilt. */
const MEND = `UPDATE order_index SET reference = ?1
  WHERE started_at = ?2 AND id = ?3 AND seq = ?4 AND reference <> ?1`

/**
 * Adds an order to the list, updates or repairs its entry. Calls may repeat and arrive in any order: an entry that is
 * older than the listed one changes nothing. One of the same change adds what an older version of the edge left out.
 *
 * @returns Billed rows: 2 for a new order, 1 for a change, 0 for a repeat. One more for each index that has the order: by
 *   who paid, by the reference that a server gave it, and of what is rare.
 * @throws {Error} If the database fails. It then wrote nothing, or everything.
 */
export async function putOrder(index: IndexDatabase, entry: OrderEntry): Promise<number> {
  const results = await index.batch([
    index.prepare(PUT).bind(...valuesOf(entry), entry.updatedAt),
    index.prepare(NAME).bind(entry.id, entry.startedAt),
    index.prepare(MEND).bind(entry.reference, entry.startedAt, entry.id, entry.seq),
  ])
  return results.reduce((sum, { meta }) => sum + meta.rows_written, 0)
}

/** Of an id, since an order's own row has a key of two columns. */
const REMOVE = `DELETE FROM order_index WHERE id = ?1
  AND started_at = (SELECT started_at FROM order_ids WHERE id = ?1)`

/**
 * Takes an order that was erased out of the list, for good. Repeating it is harmless.
 *
 * @throws {Error} If the database fails. It then wrote nothing, or everything.
 */
export async function removeOrder(index: IndexDatabase, id: string): Promise<void> {
  const statements = [REMOVE, 'DELETE FROM order_ids WHERE id = ?1']
  await index.batch(statements.map((statement) => index.prepare(statement).bind(id)))
}

/**
 * Lists the ids of all orders that were ever listed, to rebuild the index from them. Their order has no meaning.
 *
 * @param after The last id of the previous call; empty at first.
 * @param limit The most ids to return.
 * @returns Fewer than `limit` ids only at the end. It may miss an order that is added meanwhile, which is listed anyway.
 */
export async function orderIds(
  index: IndexDatabase,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const query = index.prepare('SELECT id FROM order_ids WHERE id > ? ORDER BY id LIMIT ?').bind(after, limit)
  const { results } = await query.all<{ id: string }>()
  return results.map(({ id }) => id)
}
