/** The index of orders in D1: who is in the list, and as what. Deadlines and repeats are the caller's. */
import { columnNames, type OrderEntry, valuesOf } from './entry.ts'

const COLUMNS = columnNames.join(', ')

const PLACES = columnNames.map(() => '?').join(', ')

/** The key stays as it is: an order never changes its name or when it began. */
const CHANGES = columnNames
  .slice(2)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')

const PUT = `INSERT INTO order_index (${COLUMNS}) VALUES (${PLACES})
  ON CONFLICT (started_at, id) DO UPDATE SET ${CHANGES} WHERE excluded.seq > order_index.seq`

/**
 * Enters an order into the list, or what has become of it. Repeating is harmless, in any order: an entry that is older
 * than the one in the list, or the same, changes nothing.
 *
 * @returns How many rows were written, as they are billed: 2 for a new order, 1 for a change, 0 for a repeat.
 * @throws {Error} If the database cannot be reached or refuses; then nothing was written, or all of it.
 */
export async function putOrder(index: D1Database, entry: OrderEntry): Promise<number> {
  const results = await index.batch([
    index.prepare(PUT).bind(...valuesOf(entry)),
    index.prepare('INSERT INTO order_ids (id) VALUES (?) ON CONFLICT DO NOTHING').bind(entry.id),
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

/** Empties the list and keeps the ids, before it is made again from them. Repeating is harmless. */
export async function dropOrders(index: D1Database): Promise<void> {
  await index.prepare('DELETE FROM order_index').run()
}
