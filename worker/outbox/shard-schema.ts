/** The tables of a shard: those of the database, as its migrations leave them. A test compares them. */

/**
 * Steps in the order in which they were released. A shard that an older version made gets those that it lacks, so a released
 * step never changes.
 */
export const SHARD_SCHEMA: readonly (readonly string[])[] = [
  [
    `CREATE TABLE order_index (
      started_at INTEGER NOT NULL, id TEXT NOT NULL, reference TEXT NOT NULL, intent TEXT NOT NULL, amount TEXT NOT NULL,
      currency TEXT NOT NULL, description TEXT NOT NULL, status TEXT NOT NULL, needs_attention INTEGER NOT NULL,
      test INTEGER NOT NULL, updated_at INTEGER NOT NULL, seq INTEGER NOT NULL, captured TEXT, returned TEXT,
      charged_back TEXT, status_since INTEGER, attention TEXT,
      PRIMARY KEY (started_at, id)
    ) WITHOUT ROWID`,
    'CREATE TABLE order_ids (id TEXT NOT NULL PRIMARY KEY, started_at INTEGER) WITHOUT ROWID',
    'CREATE INDEX order_index_attention ON order_index (started_at, id) WHERE needs_attention = 1',
    `CREATE INDEX order_index_rare ON order_index (status, started_at, id) WHERE
      status = 'filtered' OR status = 'error' OR status = 'unknown' OR status = 'cancelled' OR status = 'expired'
      OR status = 'captured' OR status = 'voided' OR status = 'returned' OR status = 'partially-returned'
      OR status = 'charged-back'`,
    "CREATE INDEX order_index_held ON order_index (started_at, id) WHERE intent = 'preauth' AND status = 'approved'",
    `CREATE INDEX order_index_charged_back ON order_index (status, status_since, started_at, id)
      WHERE status = 'charged-back'`,
  ],
  [
    'CREATE TABLE order_sums (half INTEGER NOT NULL PRIMARY KEY, stale INTEGER NOT NULL, sums TEXT NOT NULL)',
    markStale('inserted', 'INSERT', 'NEW'),
    markStale('updated', 'UPDATE', 'NEW'),
    markStale('deleted', 'DELETE', 'OLD'),
  ],
  [
    'ALTER TABLE order_index ADD COLUMN shopper TEXT',
    'ALTER TABLE order_index ADD COLUMN last_four TEXT',
    'CREATE INDEX order_index_shopper ON order_index (shopper, started_at, id) WHERE shopper IS NOT NULL',
    'CREATE INDEX order_index_reference ON order_index (reference, started_at, id) WHERE reference <> id',
  ],
  [
    'ALTER TABLE order_index ADD COLUMN seen_at INTEGER',
    'ALTER TABLE order_index ADD COLUMN link_key TEXT',
    'CREATE INDEX order_index_requests ON order_index (started_at, id) WHERE link_key IS NOT NULL',
  ],
  ['ALTER TABLE order_index ADD COLUMN method TEXT'],
]

/** A trigger that marks the sums of an order's quarter of an hour, if there are any. */
function markStale(name: string, event: string, row: 'NEW' | 'OLD'): string {
  const bit = `(1 << (${row}.started_at / 900000 % 48))`
  return `CREATE TRIGGER order_sums_${name} AFTER ${event} ON order_index BEGIN
    UPDATE order_sums SET stale = stale | ${bit}
    WHERE half = ${row}.started_at / 43200000 AND stale & ${bit} = 0;
  END`
}
