import type { Call } from '../api/call.ts'
import { clientOrderIdOf } from '../api/params.ts'
import { startsWithSql } from './prefix-query.ts'
import type { Stages, Transaction } from './transaction.ts'

export type MovementKind =
  | 'charge'
  | 'hold'
  | 'verification'
  | 'capture'
  | 'release'
  | 'reversal'
  | 'payout'
  | 'transfer'
  | 'chargeback'

/** A movement of money, or a hold. */
export interface Movement {
  readonly orderId: string
  readonly clientOrderId: string
  /** To the merchant: `charge`, `capture`. From it: `reversal`, `chargeback`, `payout`, `transfer`. The others move none. */
  readonly kind: MovementKind
  readonly amountMinor: number
  readonly currency?: string
  /** The source of a transfer: `deposit`, or a masked card number. */
  readonly from?: string
  /** The masked destination of a payout or a transfer. */
  readonly to?: string
  /** Whether a recurring payment's schedule made the charge. */
  readonly scheduled?: true
  /** The money is of another shop at this account. */
  readonly owner?: 'other'
  /** The host name through which the request came that moved it. */
  readonly host?: string
  readonly at: number
}

/** One API request, executed or refused. */
export interface LoggedRequest {
  readonly operation: string
  readonly clientOrderId: string
  readonly serialNumber: string
  /** The host name through which it came. */
  readonly host: string
  readonly outcome: string
  /** The faults that made a difference to it, by name. */
  readonly faults: readonly string[]
  readonly at: number
}

/** The keys of a transaction. */
export type Key = 'orderId' | 'clientOrderId' | 'serialNumber' | 'formToken' | 'challengeToken' | 'threeDsId'

/** Where the document holds each key. Indexes are computed from the document, so the two cannot disagree. */
const KEYS: Readonly<Record<Key, string>> = {
  orderId: "document ->> '$.orderId'",
  clientOrderId: "document ->> '$.clientOrderId'",
  serialNumber: "document ->> '$.serialNumber'",
  formToken: "document ->> '$.formToken'",
  challengeToken: "document ->> '$.challenge.token'",
  threeDsId: "document ->> '$.threeDs.id'",
}

const LISTS = ['movements', 'requests'] as const
const TABLES = ['orders', 'transactions', ...LISTS]

/** The orders, movements and requests that the gateway stores. Rows are JSON documents that it finds by key. */
export class OrderStore {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec('CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY)')
    sql.exec('CREATE TABLE IF NOT EXISTS transactions (sequence INTEGER PRIMARY KEY, document TEXT NOT NULL)')
    for (const [key, expression] of Object.entries(KEYS))
      sql.exec(`CREATE INDEX IF NOT EXISTS by_${key} ON transactions (${expression})`)
    for (const list of LISTS) {
      sql.exec(`CREATE TABLE IF NOT EXISTS ${list} (sequence INTEGER PRIMARY KEY, document TEXT NOT NULL)`)
      sql.exec(`CREATE INDEX IF NOT EXISTS ${list}_by_clientOrderId ON ${list} (${KEYS.clientOrderId})`)
    }
  }

  /** Makes an order id. Ids grow with the clock, so a reset never makes an old id appear again. */
  nextOrderId(now: number): string {
    const query = 'INSERT INTO orders SELECT MAX(?, COALESCE(MAX(id), 0) + 1) FROM orders RETURNING id'
    return String(this.#sql.exec<{ id: number }>(query, now).one().id)
  }

  /** Adds a stage, or opens an order with it. */
  add(transaction: Transaction): void {
    this.#sql.exec('INSERT INTO transactions (document) VALUES (?)', JSON.stringify(transaction))
  }

  /** Replaces the stage with this serial number. */
  save(transaction: Transaction): void {
    const document = JSON.stringify(transaction)
    const query = `UPDATE transactions SET document = ? WHERE ${KEYS.serialNumber} = ?`
    this.#sql.exec(query, document, transaction.serialNumber)
  }

  /** Returns the newest stage with this key. */
  newest(key: Key, value: string): Transaction | undefined {
    const query = `SELECT document FROM transactions WHERE ${KEYS[key]} = ? ORDER BY sequence DESC LIMIT 1`
    const [row] = this.#sql.exec<{ document: string }>(query, value)
    return row && JSON.parse(row.document)
  }

  /** Returns the newest stage of the order that was opened last under a merchant order id, whichever order has newer stages. */
  newestOrder(clientOrderId: string): Transaction | undefined {
    const query = `SELECT document FROM transactions WHERE ${KEYS.clientOrderId} = ?
      ORDER BY CAST(${KEYS.orderId} AS INTEGER) DESC, sequence DESC LIMIT 1`
    const [row] = this.#sql.exec<{ document: string }>(query, clientOrderId)
    return row && JSON.parse(row.document)
  }

  /** Returns the newest stage under any other merchant order id than this one. */
  newestUnderOtherName(clientOrderId: string): Transaction | undefined {
    const query = `SELECT document FROM transactions WHERE ${KEYS.clientOrderId} <> ? ORDER BY sequence DESC LIMIT 1`
    const [row] = this.#sql.exec<{ document: string }>(query, clientOrderId)
    return row && JSON.parse(row.document)
  }

  /** Returns all stages of an order, the first one first. */
  stages(orderId: string): Transaction[] {
    const query = `SELECT document FROM transactions WHERE ${KEYS.orderId} = ? ORDER BY sequence`
    const rows = this.#sql.exec<{ document: string }>(query, orderId).toArray()
    return rows.map(({ document }) => JSON.parse(document))
  }

  addMovement(movement: Movement): void {
    this.#append('movements', movement)
  }

  addRequest(request: LoggedRequest): void {
    this.#append('requests', request)
  }

  /** All entries, or those whose merchant order id starts with this prefix, the oldest first. */
  transactions = (prefix = ''): Transaction[] => this.#list('transactions', prefix)
  movements = (prefix = ''): Movement[] => this.#list('movements', prefix)
  requests = (prefix = ''): LoggedRequest[] => this.#list('requests', prefix)

  /** Deletes everything. */
  clear(): void {
    for (const table of TABLES) this.#sql.exec(`DELETE FROM ${table}`)
  }

  #append(list: (typeof LISTS)[number], entry: Movement | LoggedRequest): void {
    this.#sql.exec(`INSERT INTO ${list} (document) VALUES (?)`, JSON.stringify(entry))
  }

  #list<Entry>(table: string, prefix: string): Entry[] {
    const query = `SELECT document FROM ${table} WHERE ${startsWithSql(KEYS.clientOrderId)} ORDER BY sequence`
    const rows = this.#sql.exec<{ document: string }>(query, prefix)
    return rows.toArray().map(({ document }) => JSON.parse(document))
  }
}

/**
 * Finds the order that a request names, and returns all its stages.
 *
 * Without an order id, that is the newest order under the merchant's id. If the request has both ids, they must belong
 * to the same order.
 */
export function findOrder(
  { params }: Pick<Call, 'params'>,
  { store }: { readonly store: OrderStore },
): Stages | undefined {
  const [orderId, clientOrderId] = [params.get('orderid'), clientOrderIdOf(params)]
  const newest = orderId ? store.newest('orderId', orderId) : store.newestOrder(clientOrderId)
  if (!newest || (clientOrderId && newest.clientOrderId !== clientOrderId)) return undefined
  const [first, ...later] = store.stages(newest.orderId)
  return first && [first, ...later]
}
