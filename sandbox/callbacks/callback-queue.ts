/** A callback as the ledger shows it. */
export interface LoggedCallback {
  readonly orderId: string
  /** The status that it tells. */
  readonly status: string
  readonly url: string
  readonly attempts: number
  readonly answered: boolean
}

/** A callback about to be sent. */
export interface DueCallback {
  readonly id: number
  readonly url: string
  /** The number of this try, from 1. */
  readonly attempt: number
}

/** How long the receiver of a callback has to answer. */
export const CALLBACK_DEADLINE_MS = 10_000

type Row = { id: number; order_id: string; status: string; url: string; attempts: number; answered: number }

/** Callbacks that wait for their time, and what became of the others. */
export class CallbackQueue {
  readonly #sql: SqlStorage
  readonly #retriesMs: readonly number[]

  /** @param retriesMs Time from each try to the next; after the last one the callback is given up. */
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

  /** Makes a callback due that was not tried yet. For any other it does nothing. */
  hasten(id: number, now: number): void {
    this.#sql.exec('UPDATE callbacks SET due_at = MIN(due_at, ?) WHERE id = ? AND attempts = 0', now, id)
  }

  /** When the earliest callback is due, in milliseconds since the epoch. */
  nextDue(): number | undefined {
    const query = 'SELECT MIN(due_at) AS due FROM callbacks WHERE due_at IS NOT NULL'
    return this.#sql.exec<{ due: number | null }>(query).one().due ?? undefined
  }

  /**
   * Takes what is due, as one more try each.
   *
   * Until `answered` or `failed` tells how a try ended, the next one is put off by the deadline: so a try is never
   * overtaken by the next, and one that dies with the process is made up for.
   */
  takeDue(now: number): DueCallback[] {
    const rows = this.#sql.exec<Row>('SELECT * FROM callbacks WHERE due_at <= ? ORDER BY due_at, id', now)
    return rows.toArray().map(({ id, url, attempts }) => {
      this.#sql.exec('UPDATE callbacks SET attempts = attempts + 1 WHERE id = ?', id)
      this.#putOff(id, attempts + 1, now + CALLBACK_DEADLINE_MS)
      return { id, url, attempt: attempts + 1 }
    })
  }

  /** Ends the tries of a callback that was answered. */
  answered({ id }: DueCallback): void {
    this.#sql.exec('UPDATE callbacks SET answered = 1, due_at = NULL WHERE id = ?', id)
  }

  /** Sets the next try of a callback that was not answered, if there is one. */
  failed({ id, attempt }: DueCallback, now: number): void {
    this.#putOff(id, attempt, now)
  }

  #putOff(id: number, attempt: number, from: number): void {
    const delay = this.#retriesMs[attempt - 1]
    const dueAt = delay === undefined ? null : from + delay
    this.#sql.exec('UPDATE callbacks SET due_at = ? WHERE id = ?', dueAt, id)
  }

  /** Every callback about these orders, oldest first. */
  of(orderIds: ReadonlySet<string>): LoggedCallback[] {
    const query = 'SELECT * FROM callbacks WHERE order_id IN (SELECT value FROM json_each(?)) ORDER BY id'
    const rows = this.#sql.exec<Row>(query, JSON.stringify([...orderIds])).toArray()
    return rows.map(({ order_id: orderId, status, url, attempts, answered }) => {
      return { orderId, status, url, attempts, answered: answered === 1 }
    })
  }

  /** Forgets everything. Ids are not given again, so that a late answer cannot meet another callback. */
  clear(): void {
    this.#sql.exec('DELETE FROM callbacks')
  }
}
