/** Callbacks that a fault rule holds back until a later one of the same merchant order was sent. Keeps their ids only. */
export class ReorderedCallbacks {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS overtaken_callbacks
      (id INTEGER PRIMARY KEY, client_order_id TEXT NOT NULL, overtaken_by INTEGER)`)
    sql.exec(
      'CREATE INDEX IF NOT EXISTS overtaken_callbacks_by_order ON overtaken_callbacks (client_order_id)',
    )
    sql.exec('CREATE INDEX IF NOT EXISTS overtaken_callbacks_by_other ON overtaken_callbacks (overtaken_by)')
  }

  /** Holds a callback back until the next one of its merchant order was sent. */
  holdBack(id: number, clientOrderId: string): void {
    this.#sql.exec('INSERT INTO overtaken_callbacks VALUES (?, ?, NULL)', id, clientOrderId)
  }

  /** Schedules the release of a merchant order's held callbacks for when this callback was sent. */
  releaseAfter(id: number, clientOrderId: string): void {
    const query =
      'UPDATE overtaken_callbacks SET overtaken_by = ? WHERE client_order_id = ? AND overtaken_by IS NULL'
    this.#sql.exec(query, id, clientOrderId)
  }

  /** Releases the callbacks that waited for this one. @returns Their ids, the oldest first; none the second time. */
  release(id: number): number[] {
    const query = 'DELETE FROM overtaken_callbacks WHERE overtaken_by = ? RETURNING id'
    const rows = this.#sql.exec<{ id: number }>(query, id).toArray()
    return rows.map((row) => row.id).sort((one, other) => one - other)
  }

  /** Deletes everything. */
  clear(): void {
    this.#sql.exec('DELETE FROM overtaken_callbacks')
  }
}
