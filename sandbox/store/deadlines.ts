/** Until when the bank waits for a cardholder, by the stage's serial number. In milliseconds since the epoch. */
export class Deadlines {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec('CREATE TABLE IF NOT EXISTS deadlines (serial_number TEXT PRIMARY KEY, at INTEGER NOT NULL)')
    sql.exec('CREATE INDEX IF NOT EXISTS deadlines_by_at ON deadlines (at)')
  }

  /** Sets a stage's deadline, and replaces an earlier one. */
  set(serialNumber: string, at: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO deadlines VALUES (?, ?)', serialNumber, at)
  }

  /** Returns a stage's deadline, if it has one. */
  of(serialNumber: string): number | undefined {
    const query = 'SELECT at FROM deadlines WHERE serial_number = ?'
    return this.#sql.exec<{ at: number }>(query, serialNumber).toArray()[0]?.at
  }

  /** Returns the stage with the earliest deadline. */
  next(): { readonly serialNumber: string; readonly at: number } | undefined {
    const query = 'SELECT serial_number AS serialNumber, at FROM deadlines ORDER BY at LIMIT 1'
    return this.#sql.exec<{ serialNumber: string; at: number }>(query).toArray()[0]
  }

  /** Removes a stage's deadline. Repeating it is harmless. */
  remove(serialNumber: string): void {
    this.#sql.exec('DELETE FROM deadlines WHERE serial_number = ?', serialNumber)
  }

  /** Deletes everything. */
  clear(): void {
    this.#sql.exec('DELETE FROM deadlines')
  }
}
