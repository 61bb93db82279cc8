/** Reads and writes products in the catalogue's tables. Everything is synchronous, so that nothing comes between. */
import type { ProductContent } from '../../shared/product.ts'
import type { KeptProduct } from '../domain/product.ts'

/** One version of a product, as the catalogue keeps it. */
export interface KeptVersion {
  /** Counts the versions of a product from 1. For cursors alone. */
  readonly number: number
  readonly version: string
  readonly content: ProductContent
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly by: string
}

/** A present product, with the number of its version. */
export interface NumberedProduct {
  readonly number: number
  readonly product: KeptProduct
}

type ProductRow = {
  readonly id: string
  readonly number: number
  readonly version: string
  readonly content: string
  readonly changed_at: number
  readonly changed_by: string
  readonly units: number | null
  readonly units_revision: number
}

type VersionRow = {
  readonly number: number
  readonly version: string
  readonly content: string
  readonly made_at: number
  readonly made_by: string
}

/** Finds a product. */
export function findProduct(sql: SqlStorage, id: string): NumberedProduct | undefined {
  const [row] = sql.exec<ProductRow>('SELECT * FROM products WHERE id = ?', id)
  return row && { number: row.number, product: productOf(row) }
}

/** Lists products by their ids, after an id. */
export const listProducts = (sql: SqlStorage, after: string, limit: number): readonly KeptProduct[] =>
  sql
    .exec<ProductRow>('SELECT * FROM products WHERE id > ? ORDER BY id LIMIT ?', after, limit)
    .toArray()
    .map(productOf)

/** Lists versions of a product before a number, the newest first. */
export const listVersions = (
  sql: SqlStorage,
  id: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly KeptVersion[] =>
  sql
    .exec<VersionRow>(
      'SELECT * FROM product_versions WHERE product = ? AND number < ? ORDER BY number DESC LIMIT ?',
      ...[id, before, limit],
    )
    .toArray()
    .map(({ number, version, content, made_at: at, made_by: by }) => ({
      ...{ number, version, content: JSON.parse(content), at, by },
    }))

/** Keeps a version of a product beside its former ones, as the present one. */
export function putVersion(sql: SqlStorage, { number, product }: NumberedProduct): void {
  const { id, version, changedAt, changedBy, units, unitsRevision } = product
  const content = JSON.stringify(product.content)
  sql.exec(
    'INSERT INTO product_versions VALUES (?, ?, ?, ?, ?, ?)',
    ...[id, number, version, content, changedAt, changedBy],
  )
  sql.exec(
    'INSERT OR REPLACE INTO products VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[id, number, version, content, changedAt, changedBy, units ?? null, unitsRevision],
  )
}

/** Keeps another number of units. */
export const putUnits = (sql: SqlStorage, { id, units, unitsRevision }: KeptProduct): void =>
  void sql.exec(
    'UPDATE products SET units = ?, units_revision = ? WHERE id = ?',
    ...[units ?? null, unitsRevision, id],
  )

/** A change of units under its caller's key. */
export interface UnitsChangeEntry {
  readonly id: string
  readonly key: string
  readonly change: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly by: string
}

/** Finds the change that a key made. */
export function findUnitsChange(sql: SqlStorage, id: string, key: string): number | undefined {
  const [row] = sql.exec<{ change: number }>(
    'SELECT change FROM units_changes WHERE product = ? AND key = ?',
    ...[id, key],
  )
  return row?.change
}

/** Notes the change that a key made, and forgets those of the product from before a time. */
export function putUnitsChange(sql: SqlStorage, entry: UnitsChangeEntry, keptSince: number): void {
  const { id, key, change, at, by } = entry
  sql.exec('DELETE FROM units_changes WHERE product = ? AND made_at < ?', id, keptSince)
  sql.exec('INSERT INTO units_changes VALUES (?, ?, ?, ?, ?)', id, key, change, at, by)
}

const productOf = (row: ProductRow): KeptProduct => ({
  ...{ id: row.id, version: row.version, content: JSON.parse(row.content) },
  ...{ changedAt: row.changed_at, changedBy: row.changed_by },
  ...(row.units !== null && { units: row.units }),
  unitsRevision: row.units_revision,
})
