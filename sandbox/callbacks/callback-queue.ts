/** A callback, as the ledger shows it. */
export interface LoggedCallback {
  readonly orderId: string
  /** The status that it reports. */
  readonly status: string
  readonly url: string
  readonly attempts: number
  readonly answered: boolean
}

/** A callback that the gateway is about to send. */
export interface DueCallback {
  readonly id: number
  readonly url: string
  /** Counts the tries, from 1. */
  readonly attempt: number
}

/** How long the merchant has to answer a callback. */
export const CALLBACK_DEADLINE_MS = 10_000

type Row = { id: number; order_id: string; status: string; url: string; attempts: number; answered: number }

/** The callbacks that are still to be sent, and a log of all others. */
export class CallbackQueue {
  readonly #sql: SqlStorage
  readonly #retriesMs: readonly number[]

  /** @param retriesMs The time from each try to the next; after the last one the gateway gives up. */
  constructor(sql: SqlStorage, retriesMs: readonly number[]) {
    this.#sql = sql
    this.#retriesMs = retriesMs
    sql.exec(`CREATE TABLE IF NOT EXISTS callbacks (
      id INTEGER PRIMARY KEY AUTOINCREMENT, order_id TEXT NOT NULL, status TEXT NOT NULL, url TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0, answered INTEGER NOT NULL DEFAULT 0, due_at INTEGER)`)
    sql.exec('CREATE INDEX IF NOT EXISTS callbacks_by_due_at ON callbacks (due_at)')
    sql.exec('CREATE INDEX IF NOT EXISTS callbacks_by_order_id ON callbacks (order_id)')
  }

  /** Queues a callback. @returns Its id. */
  add(callback: { orderId: string; status: string; url: string; dueAt: number }): number {
    const { orderId, status, url, dueAt } = callback
    const query = 'INSERT INTO callbacks (order_id, status, url, due_at) VALUES (?, ?, ?, ?) RETURNING id'
    return this.#sql.exec<{ id: number }>(query, orderId, status, url, dueAt).one().id
  }

  /** Makes a callback due now if it was not tried yet. Otherwise does nothing. */
  hasten(id: number, now: number): void {
    this.#sql.exec('UPDATE callbacks SET due_at = MIN(due_at, ?) WHERE id = ? AND attempts = 0', now, id)
  }

  /** When the earliest callback is due, in milliseconds since the epoch. */
  nextDue(): number | undefined {
    const query = 'SELECT MIN(due_at) AS due FROM callbacks WHERE due_at IS NOT NULL'
    return this.#sql.exec<{ due: number | null }>(query).one().due ?? undefined
  }

  /**
   * Takes the due callbacks and counts one more try for each.
   *
   * Postpones the next try by the deadline until `answered` or `failed` reports how this one ended. So tries never
   * overlap, and a try that dies with the process is repeated.
   */
  takeDue(now: number): DueCallback[] {
    const rows = this.#sql.exec<Row>('SELECT * FROM callbacks WHERE due_at <= ? ORDER BY due_at, id', now)
    return rows.toArray().map(({ id, url, attempts }) => {
      this.#sql.exec('UPDATE callbacks SET attempts = attempts + 1 WHERE id = ?', id)
      this.#postpone(id, attempts + 1, now + CALLBACK_DEADLINE_MS)
      return { id, url, attempt: attempts + 1 }
    })
  }

  /** Ends the tries, because the merchant answered. */
  answered({ id }: DueCallback): void {
    this.#sql.exec('UPDATE callbacks SET answered = 1, due_at = NULL WHERE id = ?', id)
  }

  /** Schedules the next try, if there is one, because the merchant did not answer. */
  failed({ id, attempt }: DueCallback, now: number): void {
    this.#postpone(id, attempt, now)
  }

  #postpone(id: number, attempt: number, from: number): void {
    const delay = this.#retriesMs[attempt - 1]
    const dueAt = delay === undefined ? null : from + delay
    this.#sql.exec('UPDATE callbacks SET due_at = ? WHERE id = ?', dueAt, id)
  }

  /** Returns the callbacks about these orders, oldest first. */
  of(orderIds: ReadonlySet<string>): LoggedCallback[] {
    const query = 'SELECT * FROM callbacks WHERE order_id IN (SELECT value FROM json_each(?)) ORDER BY id'
    const rows = this.#sql.exec<Row>(query, JSON.stringify([...orderIds])).toArray()
    return rows.map(({ order_id: orderId, status, url, attempts, answered }) => {
      return { orderId, status, url, attempts, answered: answered === 1 }
    })
  }

  /** Deletes everything. Ids are not reused, so a late answer cannot count for another callback. */
  clear(): void {
    this.#sql.exec('DELETE FROM callbacks')
  }
}
