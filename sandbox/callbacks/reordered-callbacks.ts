/** Callbacks that wait until a later one of the same merchant order was sent. It keeps ids, not the callbacks. */
export class Overtaking {
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

  /** Lets a callback wait for the next one of its merchant order. */
  wait(id: number, clientOrderId: string): void {
    this.#sql.exec('INSERT INTO overtaken_callbacks VALUES (?, ?, NULL)', id, clientOrderId)
  }

  /** Lets a callback overtake those of its merchant order that wait. */
  overtake(id: number, clientOrderId: string): void {
    const query =
      'UPDATE overtaken_callbacks SET overtaken_by = ? WHERE client_order_id = ? AND overtaken_by IS NULL'
    this.#sql.exec(query, id, clientOrderId)
  }

  /** Takes the ids of those that waited for a callback, the oldest first. Asked again, there are none. */
  takeOvertakenBy(id: number): number[] {
    const query = 'DELETE FROM overtaken_callbacks WHERE overtaken_by = ? RETURNING id'
    const rows = this.#sql.exec<{ id: number }>(query, id).toArray()
    return rows.map((row) => row.id).sort((one, other) => one - other)
  }

  /** Forgets everything. */
  clear(): void {
    this.#sql.exec('DELETE FROM overtaken_callbacks')
  }
}
