import type { Outcome } from '../api/outcome.ts'
import { dueAt, type Schedule } from './charge-schedule.ts'
import { startsWithSql } from './prefix-query.ts'
import type { Card } from './transaction.ts'

/** A recurring payment that a customer agreed to. */
export interface RecurringPayment {
  /** The value of `recurring-payment-id`. */
  readonly id: string
  readonly clientOrderId: string
  readonly endpoint: string
  readonly amountMinor: number
  readonly currency: string
  readonly description: string
  readonly email: string
  readonly phone?: string
  readonly callbackUrl?: string
  readonly card: Card
  /** The outcome of each charge until the card expires. */
  readonly outcome: Outcome
  readonly schedule: Schedule
  /** How many charges the gateway has made. */
  readonly charges: number
}

/** Where the document holds the merchant's order id. */
const CLIENT_ORDER_ID = "document ->> '$.clientOrderId'"

/** The recurring payments, each with the time of its next charge. */
export class RecurringPayments {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS recurring_payments
      (id TEXT PRIMARY KEY, due_at INTEGER NOT NULL, document TEXT NOT NULL)`)
    sql.exec('CREATE INDEX IF NOT EXISTS recurring_payments_by_due_at ON recurring_payments (due_at)')
    sql.exec(
      `CREATE INDEX IF NOT EXISTS recurring_payments_by_order ON recurring_payments (${CLIENT_ORDER_ID})`,
    )
  }

  /** Stores a recurring payment, or replaces the one with its id. The next charge follows the ones already made. */
  put(payment: RecurringPayment): void {
    const due = dueAt(payment.schedule, payment.charges + 1)
    const query = 'INSERT OR REPLACE INTO recurring_payments VALUES (?, ?, ?)'
    this.#sql.exec(query, payment.id, due, JSON.stringify(payment))
  }

  find(id: string): RecurringPayment | undefined {
    const query = 'SELECT document FROM recurring_payments WHERE id = ?'
    const [row] = this.#sql.exec<{ document: string }>(query, id)
    return row && JSON.parse(row.document)
  }

  /** Returns the payment that is charged next, and when, in milliseconds since the epoch. */
  next(): { readonly payment: RecurringPayment; readonly dueAt: number } | undefined {
    const query = 'SELECT due_at, document FROM recurring_payments ORDER BY due_at, id LIMIT 1'
    const [row] = this.#sql.exec<{ due_at: number; document: string }>(query)
    return row && { payment: JSON.parse(row.document), dueAt: row.due_at }
  }

  /** All payments, or those whose merchant order id starts with this prefix, in the order of their next charges. */
  all(prefix = ''): RecurringPayment[] {
    const query = `SELECT document FROM recurring_payments WHERE ${startsWithSql(CLIENT_ORDER_ID)} ORDER BY due_at`
    const rows = this.#sql.exec<{ document: string }>(query, prefix)
    return rows.toArray().map(({ document }) => JSON.parse(document))
  }

  /** Deletes everything. */
  clear(): void {
    this.#sql.exec('DELETE FROM recurring_payments')
  }
}
