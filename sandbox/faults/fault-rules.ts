import { MESSAGE_FAULTS, type Message, type MessageKind } from './callback-faults.ts'
import { applies } from './fault-decision.ts'
import type { FaultRule } from './request-faults.ts'

/** A rule that applies to something. */
export interface AppliedRule {
  readonly id: number
  readonly rule: FaultRule
}

/** What fault rules did since they were set. */
export interface FaultReport {
  /** The rules in force, each with how often it made a difference. */
  readonly rules: readonly (FaultRule & { readonly fired: number })[]
  /** How many requests, callbacks and browser returns there were, and with how many of them something went wrong. */
  readonly exchanges: Readonly<Record<string, { readonly total: number; readonly disturbed: number }>>
}

type Row = { id: number; rule: string }

const TABLES = ['fault_rules', 'fault_turns', 'fault_exchanges']

/** The fault rules in force. They last until they are used up, replaced or cleared, also over a restart. */
export class FaultRules {
  readonly #sql: SqlStorage
  /** The rules as they were read last: a campaign has dozens of them, and every exchange asks. */
  #known: readonly AppliedRule[] | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS fault_rules
      (id INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, fired INTEGER NOT NULL DEFAULT 0)`)
    sql.exec(`CREATE TABLE IF NOT EXISTS fault_turns
      (operation TEXT, client_order_id TEXT, number INTEGER NOT NULL, PRIMARY KEY (operation, client_order_id))`)
    sql.exec(`CREATE TABLE IF NOT EXISTS fault_exchanges
      (kind TEXT PRIMARY KEY, total INTEGER NOT NULL, disturbed INTEGER NOT NULL)`)
  }

  /** Puts these rules in the place of all others and begins to count anew. */
  replace(rules: readonly FaultRule[]): void {
    this.#known = undefined
    for (const table of TABLES) this.#sql.exec(`DELETE FROM ${table}`)
    for (const rule of rules)
      this.#sql.exec('INSERT INTO fault_rules (rule) VALUES (?)', JSON.stringify(rule))
  }

  /** Tells which rules apply to the next exchange of this kind, in the order in which they were given. */
  next(operation: string, clientOrderId: string): AppliedRule[] {
    const rules = this.#rules().filter(
      ({ id, rule }) => rule.times === undefined || this.#fired(id) < rule.times,
    )
    if (rules.length === 0) return []
    const number = this.#turn(operation, clientOrderId)
    return rules.filter(({ rule }) => applies(rule, { operation, clientOrderId, number }))
  }

  /**
   * Counts an exchange.
   *
   * @param fired The rules that made a difference to it.
   */
  count(kind: 'request' | MessageKind, fired: readonly AppliedRule[]): void {
    const query = `INSERT INTO fault_exchanges VALUES (?, 1, ?) ON CONFLICT (kind) DO UPDATE
      SET total = total + 1, disturbed = disturbed + excluded.disturbed`
    this.#sql.exec(query, kind, fired.length > 0 ? 1 : 0)
    for (const { id } of fired) this.#sql.exec('UPDATE fault_rules SET fired = fired + 1 WHERE id = ?', id)
  }

  /** What becomes of a callback or a return with these fields under the rules that apply now. */
  messages(kind: MessageKind, clientOrderId: string, fields: Message['fields']): readonly Message[] {
    const rules = this.next(kind, clientOrderId)
    this.count(kind, rules)
    return rules.reduce<readonly Message[]>(
      (sent, { rule }) => MESSAGE_FAULTS[rule.fault]?.(sent, rule) ?? sent,
      [{ fields, delayMs: 0 }],
    )
  }

  report(): FaultReport {
    const rows = this.#sql.exec<{ kind: string; total: number; disturbed: number }>(
      'SELECT * FROM fault_exchanges',
    )
    return {
      rules: this.#rules().map(({ id, rule }) => ({ ...rule, fired: this.#fired(id) })),
      exchanges: Object.fromEntries(
        rows.toArray().map(({ kind, total, disturbed }) => [kind, { total, disturbed }]),
      ),
    }
  }

  #rules(): readonly AppliedRule[] {
    this.#known ??= this.#sql
      .exec<Row>('SELECT id, rule FROM fault_rules ORDER BY id')
      .toArray()
      .map(({ id, rule }) => ({ id, rule: JSON.parse(rule) }))
    return this.#known
  }

  #fired(id: number): number {
    const query = 'SELECT fired FROM fault_rules WHERE id = ?'
    return this.#sql.exec<{ fired: number }>(query, id).one().fired
  }

  #turn(operation: string, clientOrderId: string): number {
    const query = `INSERT INTO fault_turns VALUES (?, ?, 1) ON CONFLICT (operation, client_order_id) DO UPDATE
      SET number = number + 1 RETURNING number`
    return this.#sql.exec<{ number: number }>(query, operation, clientOrderId).one().number
  }
}
