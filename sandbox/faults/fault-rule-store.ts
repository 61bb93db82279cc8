import { createHash } from 'node:crypto'
import { MESSAGE_KINDS, type Message, type MessageFaults, type MessageKind } from '../callbacks/messages.ts'
import { TRANSACTION_TYPES } from '../store/transaction.ts'
import { MESSAGE_FAULTS } from './callback-faults.ts'
import { ENCODING_FAULTS } from './encoding-faults.ts'
import { CONSEQUENCES, type FaultRule, OTHER_STATUSES, TWIN_CALLBACKS } from './fault-rule.ts'
import { bareName } from './other-shop.ts'
import { ONLY_FOR, REQUEST_FAULTS } from './request-faults.ts'

/** A rule that matches a request or a message. */
export interface MatchingRule {
  readonly id: number
  readonly rule: FaultRule
}

/** What the fault rules did since they were set. */
export interface FaultReport {
  /** The current rules, each with how often it made a difference. */
  readonly rules: readonly (FaultRule & { readonly fired: number })[]
  /** How many requests, callbacks and browser returns there were, and how many of them a rule disturbed. */
  readonly exchanges: Readonly<Record<string, { readonly total: number; readonly disturbed: number }>>
}

type Row = { id: number; rule: string }

const TABLES = ['fault_rules', 'fault_turns', 'fault_exchanges']

/** The current fault rules. They survive a restart and last until they are used up, replaced or cleared. */
export class FaultRules implements MessageFaults {
  readonly #sql: SqlStorage
  /** The parsed rules: a campaign has dozens of them, and every exchange reads them. */
  #cache: readonly MatchingRule[] | undefined

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS fault_rules
      (id INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL, fired INTEGER NOT NULL DEFAULT 0)`)
    sql.exec(`CREATE TABLE IF NOT EXISTS fault_turns
      (operation TEXT, client_order_id TEXT, number INTEGER NOT NULL, PRIMARY KEY (operation, client_order_id))`)
    sql.exec(`CREATE TABLE IF NOT EXISTS fault_exchanges
      (kind TEXT PRIMARY KEY, total INTEGER NOT NULL, disturbed INTEGER NOT NULL)`)
  }

  /** Replaces all rules and resets the counters. */
  replace(rules: readonly FaultRule[]): void {
    this.#cache = undefined
    for (const table of TABLES) this.#sql.exec(`DELETE FROM ${table}`)
    for (const rule of rules)
      this.#sql.exec('INSERT INTO fault_rules (rule) VALUES (?)', JSON.stringify(rule))
  }

  /** Returns the rules that apply to the next exchange of this kind, in the order in which they were set. */
  matching(operation: string, clientOrderId: string): MatchingRule[] {
    const rules = this.#rules().filter(
      ({ id, rule }) => rule.times === undefined || this.#fired(id) < rule.times,
    )
    if (rules.length === 0) return []
    const number = this.#nextNumber(operation, bareName(clientOrderId))
    return rules.filter(({ rule }) => applies(rule, { operation, clientOrderId, number }))
  }

  /**
   * Counts an exchange.
   *
   * @param fired The rules that made a difference to it.
   */
  count(kind: 'request' | MessageKind, fired: readonly MatchingRule[]): void {
    const query = `INSERT INTO fault_exchanges VALUES (?, 1, ?) ON CONFLICT (kind) DO UPDATE
      SET total = total + 1, disturbed = disturbed + excluded.disturbed`
    this.#sql.exec(query, kind, fired.length > 0 ? 1 : 0)
    for (const { id } of fired) this.#sql.exec('UPDATE fault_rules SET fired = fired + 1 WHERE id = ?', id)
  }

  /** Applies the matching rules to a callback or a browser return. @returns What the gateway sends instead. */
  messages(kind: MessageKind, clientOrderId: string, params: Message['params']): readonly Message[] {
    const rules = this.matching(kind, clientOrderId)
    this.count(kind, rules)
    return rules.reduce<readonly Message[]>(
      (messages, { rule }) => MESSAGE_FAULTS[rule.fault]?.(messages, rule) ?? messages,
      [{ params, delayMs: 0 }],
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

  #rules(): readonly MatchingRule[] {
    this.#cache ??= this.#sql
      .exec<Row>('SELECT id, rule FROM fault_rules ORDER BY id')
      .toArray()
      .map(({ id, rule }) => ({ id, rule: JSON.parse(rule) }))
    return this.#cache
  }

  #fired(id: number): number {
    const query = 'SELECT fired FROM fault_rules WHERE id = ?'
    return this.#sql.exec<{ fired: number }>(query, id).one().fired
  }

  #nextNumber(operation: string, clientOrderId: string): number {
    const query = `INSERT INTO fault_turns VALUES (?, ?, 1) ON CONFLICT (operation, client_order_id) DO UPDATE
      SET number = number + 1 RETURNING number`
    return this.#sql.exec<{ number: number }>(query, operation, clientOrderId).one().number
  }
}

/** A request, a callback or a browser return, as fault rules see it. */
interface Exchange {
  /** An operation, or the kind of a message. */
  readonly operation: string
  readonly clientOrderId: string
  /** Counts the exchanges of this operation under this merchant order id, from 1: up to its first full stop. */
  readonly number: number
}

/** Decides whether a rule applies to an exchange. The answer depends on nothing else, so it can be repeated. */
export const applies = (rule: FaultRule, exchange: Exchange) =>
  matches(rule, exchange) && isDrawn(rule, exchange)

const isMessage = (operation: string) => MESSAGE_KINDS.some((kind) => kind === operation)

function matches(rule: FaultRule, { operation, clientOrderId }: Exchange): boolean {
  const isNamed = rule.operation === operation || (rule.operation === '*' && !isMessage(operation))
  const isPossible = ONLY_FOR[rule.fault]?.(operation) ?? true
  return isNamed && isPossible && clientOrderId.startsWith(rule.clientOrderId ?? '')
}

/**
 * Draws by a hash and not by a generator, so the order in which parallel requests arrive does not matter. What comes after
 * the first full stop of a merchant order id does not count: a merchant may put a mark there that differs in every run.
 *
 * A status that lags for a time lags at every request: otherwise it would go back and forth.
 */
function isDrawn(rule: FaultRule, { operation, clientOrderId, number }: Exchange): boolean {
  const { probability, seed = 0, fault, delayMs } = rule
  if (probability === undefined) return true
  const isOncePerOrder = fault === 'stale' || (fault === 'lagging' && delayMs !== undefined)
  const name = bareName(clientOrderId)
  const drawn = JSON.stringify([seed, fault, operation, name, isOncePerOrder ? 0 : number])
  return createHash('sha256').update(drawn).digest().readUInt32BE() / 2 ** 32 < probability
}

/**
 * Parses the rules that a test sets.
 *
 * @param operations The names that a rule may have for an operation.
 * @throws {TypeError} Names the rule that is wrong and says why: a rule that silently never applies makes a test worthless.
 */
export function parseFaultRules(body: unknown, operations: readonly string[]): FaultRule[] {
  const rules = isRecord(body) ? body.rules : undefined
  if (!Array.isArray(rules)) throw new TypeError('rules is not a list')
  return rules.map((rule, index) => {
    const problem = isRecord(rule) ? problemOf(rule, operations) : 'is not an object'
    if (problem) throw new TypeError(`rules[${index}] ${problem}`)
    return rule
  })
}

/** The faults of each kind of message. A shopper's browser returns once, at its own pace. */
const FAULTS_OF_MESSAGES: Readonly<Record<string, readonly string[]>> = {
  callback: Object.keys(MESSAGE_FAULTS),
  'browser-return': ['missing', 'forged-control'],
}

const FAULTS_OF_REQUESTS = [
  ...Object.keys(REQUEST_FAULTS),
  ...Object.keys(ENCODING_FAULTS),
  'delay',
  'slow-body',
]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isText = (value: unknown) => typeof value === 'string'
const isOptionalText = (value: unknown) => value === undefined || isText(value)
const isCount = (value: unknown) => value === undefined || (Number.isInteger(value) && Number(value) >= 0)

const isOneOf =
  (...names: readonly string[]) =>
  (value: unknown) =>
    value === undefined || names.some((name) => name === value)

const PROPERTIES: Readonly<Record<string, (value: unknown) => boolean>> = {
  operation: isText,
  fault: isText,
  times: isCount,
  probability: (value) => value === undefined || (typeof value === 'number' && value >= 0 && value <= 1),
  seed: (value) => value === undefined || Number.isSafeInteger(value),
  clientOrderId: isOptionalText,
  delayMs: isCount,
  amount: isOptionalText,
  text: isOptionalText,
  name: isOneOf('exact', 'bare'),
  age: isOneOf('older', 'newer'),
  status: isOneOf(...OTHER_STATUSES),
  type: isOneOf(...TRANSACTION_TYPES),
  consequence: isOneOf(...CONSEQUENCES),
  whose: isOneOf('shop', 'other'),
  readings: isCount,
  callbacks: isOneOf(...TWIN_CALLBACKS),
}

function problemOf(rule: Record<string, unknown>, operations: readonly string[]): string | undefined {
  const unknown = Object.keys(rule).find((name) => !Object.hasOwn(PROPERTIES, name))
  if (unknown) return `has an unknown property ${unknown}`
  const operation = String(rule.operation)
  const isNamed = [...operations, ...MESSAGE_KINDS, '*'].includes(operation)
  const wrong = Object.entries(PROPERTIES).find(([name, accepts]) => !accepts(rule[name]))?.[0]
  if (!isNamed || wrong) return `has no usable ${isNamed ? wrong : 'operation'}`
  const fault = String(rule.fault)
  const isKnown = (FAULTS_OF_MESSAGES[operation] ?? FAULTS_OF_REQUESTS).includes(fault)
  const isPossible = operation === '*' || (ONLY_FOR[fault]?.(operation) ?? true)
  return isKnown && isPossible ? undefined : 'has a fault that its operation does not have'
}
