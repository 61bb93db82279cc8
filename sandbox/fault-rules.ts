import { type FaultRule, MESSAGE_FAULTS, MESSAGES, type Message } from './faults.ts'

type Row = { id: number; rule: string; remaining: number | null }

/** The fault rules in force. They last until they are used up, replaced or cleared, also over a restart. */
export class FaultRules {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(
      'CREATE TABLE IF NOT EXISTS faults (id INTEGER PRIMARY KEY, rule TEXT NOT NULL, remaining INTEGER)',
    )
  }

  /** Puts these rules in the place of all others. */
  replace(rules: readonly FaultRule[]): void {
    this.#sql.exec('DELETE FROM faults')
    for (const rule of rules) {
      const text = JSON.stringify(rule)
      this.#sql.exec('INSERT INTO faults (rule, remaining) VALUES (?, ?)', text, rule.times ?? null)
    }
  }

  /** Tells which rules apply now, in the order in which they were given, and counts them as used once more. */
  take(operation: string, clientOrderId: string): FaultRule[] {
    const rows = this.#sql.exec<Row>(
      'SELECT * FROM faults WHERE remaining IS NULL OR remaining > 0 ORDER BY id',
    )
    const matching = rows.toArray().flatMap(({ id, rule }) => {
      const parsed: FaultRule = JSON.parse(rule)
      return matches(parsed, operation, clientOrderId) ? [{ id, rule: parsed }] : []
    })
    for (const { id } of matching)
      this.#sql.exec('UPDATE faults SET remaining = remaining - 1 WHERE id = ?', id)
    return matching.map(({ rule }) => rule)
  }

  /** What becomes of a callback or a return with these fields under the rules that apply now. */
  messages(
    kind: 'callback' | 'return',
    clientOrderId: string,
    fields: Message['fields'],
  ): readonly Message[] {
    const rules = this.take(kind, clientOrderId)
    const message = { fields, delayMs: 0 }
    return rules.reduce<readonly Message[]>(
      (sent, rule) => MESSAGE_FAULTS[rule.fault]?.(sent, rule) ?? sent,
      [message],
    )
  }
}

function matches(rule: FaultRule, operation: string, clientOrderId: string): boolean {
  const isMeant = rule.operation === operation || (rule.operation === '*' && !MESSAGES.includes(operation))
  return isMeant && clientOrderId.startsWith(rule.clientOrderId ?? '')
}
