/** Used nonces, for as long as a replay could pass the timestamp check. */
export class Nonces {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS nonces
      (consumer_key TEXT NOT NULL, nonce TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (consumer_key, nonce))`)
    sql.exec('CREATE INDEX IF NOT EXISTS nonces_by_expiry ON nonces (expires_at)')
  }

  /**
   * Marks a nonce as used.
   *
   * @param at The current time, and until when to remember the nonce, in seconds since the epoch.
   * @returns Whether it was unused.
   */
  spend(
    consumerKey: string,
    nonce: string,
    at: { readonly now: number; readonly expiresAt: number },
  ): boolean {
    this.#sql.exec('DELETE FROM nonces WHERE expires_at < ?', at.now)
    const query = 'INSERT OR IGNORE INTO nonces VALUES (?, ?, ?) RETURNING nonce'
    return this.#sql.exec(query, consumerKey, nonce, at.expiresAt).toArray().length > 0
  }

  /** How many nonces are remembered. */
  count(): number {
    return this.#sql.exec<{ count: number }>('SELECT COUNT(*) AS count FROM nonces').one().count
  }

  /** Deletes everything. */
  clear(): void {
    this.#sql.exec('DELETE FROM nonces')
  }
}
