/** The tables of the catalogue. */

/**
 * Steps in the order in which they were released. A catalogue that an older version made gets those that it lacks, so a
 * released step never changes.
 */
export const CATALOGUE_SCHEMA: readonly (readonly string[])[] = [
  [
    `CREATE TABLE products (
      id TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL, version TEXT NOT NULL, content TEXT NOT NULL,
      changed_at INTEGER NOT NULL, changed_by TEXT NOT NULL, units INTEGER, units_revision INTEGER NOT NULL
    ) WITHOUT ROWID`,
    `CREATE TABLE product_versions (
      product TEXT NOT NULL, number INTEGER NOT NULL, version TEXT NOT NULL, content TEXT NOT NULL,
      made_at INTEGER NOT NULL, made_by TEXT NOT NULL, PRIMARY KEY (product, number)
    ) WITHOUT ROWID`,
    `CREATE TABLE units_changes (
      product TEXT NOT NULL, key TEXT NOT NULL, change INTEGER NOT NULL, made_at INTEGER NOT NULL, made_by TEXT NOT NULL,
      PRIMARY KEY (product, key)
    ) WITHOUT ROWID`,
  ],
]
