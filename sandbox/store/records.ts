/** The kinds of records. */
export type RecordKind = 'card-id' | 'card-number' | 'saved-card' | 'clock'

/** What the gateway stores besides orders: JSON documents by kind and id. All methods are synchronous. */
export class Records {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS records
      (sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, UNIQUE (kind, id))`)
  }

  /** Returns the document with this id. It is a copy: changing it does not change the store. */
  find<Document>(kind: RecordKind, id: string): Document | undefined {
    const query = 'SELECT document FROM records WHERE kind = ? AND id = ?'
    const [row] = this.#sql.exec<{ document: string }>(query, kind, id)
    return row && JSON.parse(row.document)
  }

  /** Returns all documents of a kind, oldest first. A replaced document keeps its place. */
  all<Document>(kind: RecordKind): Document[] {
    const query = 'SELECT document FROM records WHERE kind = ? ORDER BY sequence'
    const rows = this.#sql.exec<{ document: string }>(query, kind).toArray()
    return rows.map(({ document }) => JSON.parse(document))
  }

  /** Stores a document under an id, and replaces an earlier one. */
  put(kind: RecordKind, id: string, document: unknown): void {
    this.#sql.exec(
      `INSERT INTO records (kind, id, document) VALUES (?, ?, ?)
        ON CONFLICT (kind, id) DO UPDATE SET document = excluded.document`,
      kind,
      id,
      JSON.stringify(document),
    )
  }

  /** Deletes a document. Repeating it is harmless. */
  remove(kind: RecordKind, id: string): void {
    this.#sql.exec('DELETE FROM records WHERE kind = ? AND id = ?', kind, id)
  }

  /** Deletes everything. */
  clear(): void {
    this.#sql.exec('DELETE FROM records')
  }
}
