/** What a record can be about. */
export type RecordKind = 'card-id' | 'card-number' | 'saved-card' | 'clock'

/** What the gateway remembers beside orders: JSON documents by kind and id. All of it is synchronous. */
export class Records {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS records
      (sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, UNIQUE (kind, id))`)
  }

  /** The document under an id. It is the caller's: changing it changes nothing here. */
  find<Document>(kind: RecordKind, id: string): Document | undefined {
    const query = 'SELECT document FROM records WHERE kind = ? AND id = ?'
    const [row] = this.#sql.exec<{ document: string }>(query, kind, id)
    return row && JSON.parse(row.document)
  }

  /** Every document of a kind, oldest first; one that was replaced keeps its place. */
  all<Document>(kind: RecordKind): Document[] {
    const query = 'SELECT document FROM records WHERE kind = ? ORDER BY sequence'
    const rows = this.#sql.exec<{ document: string }>(query, kind).toArray()
    return rows.map(({ document }) => JSON.parse(document))
  }

  /** Keeps a document under an id, in place of the one before. */
  put(kind: RecordKind, id: string, document: unknown): void {
    this.#sql.exec(
      `INSERT INTO records (kind, id, document) VALUES (?, ?, ?)
        ON CONFLICT (kind, id) DO UPDATE SET document = excluded.document`,
      kind,
      id,
      JSON.stringify(document),
    )
  }

  /** Forgets one document. Forgetting it again is harmless. */
  remove(kind: RecordKind, id: string): void {
    this.#sql.exec('DELETE FROM records WHERE kind = ? AND id = ?', kind, id)
  }

  /** Forgets everything. */
  clear(): void {
    this.#sql.exec('DELETE FROM records')
  }
}
