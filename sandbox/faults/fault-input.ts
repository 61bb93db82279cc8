import { OPERATIONS } from '../operations/operation-table.ts'
import { MESSAGE_FAULTS, MESSAGES } from './callback-faults.ts'
import { WRITING_FAULTS } from './encoding-faults.ts'
import { type FaultRule, ONLY_FOR, REQUEST_FAULTS } from './request-faults.ts'

/**
 * Reads a list of rules from outside.
 *
 * @throws {TypeError} Says which rule is wrong and why, since a rule that silently never applies makes a test worthless.
 */
export function parseFaultRules(body: unknown): FaultRule[] {
  const rules = isRecord(body) ? body.rules : undefined
  if (!Array.isArray(rules)) throw new TypeError('rules is not a list')
  return rules.map((rule, index) => {
    const problem = isRecord(rule) ? problemOf(rule) : 'is not an object'
    if (problem) throw new TypeError(`rules[${index}] ${problem}`)
    return rule
  })
}

/** What can happen to something that is no request. A shopper's browser makes one return, at its own pace. */
const FAULTS_OF: Readonly<Record<string, readonly string[]>> = {
  callback: Object.keys(MESSAGE_FAULTS),
  'browser-return': ['missing', 'forged-control'],
}

const OF_REQUESTS = [...Object.keys(REQUEST_FAULTS), ...Object.keys(WRITING_FAULTS), 'delay', 'slow-body']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isCount = (value: unknown) => value === undefined || (Number.isInteger(value) && Number(value) >= 0)
const isText = (value: unknown) => value === undefined || typeof value === 'string'

const PROPERTIES: Readonly<Record<string, (value: unknown) => boolean>> = {
  operation: (value) =>
    typeof value === 'string' && [...Object.keys(OPERATIONS), ...MESSAGES, '*'].includes(value),
  fault: (value) => typeof value === 'string',
  times: isCount,
  probability: (value) => value === undefined || (typeof value === 'number' && value >= 0 && value <= 1),
  seed: (value) => value === undefined || Number.isSafeInteger(value),
  clientOrderId: isText,
  delayMs: isCount,
  amount: isText,
  text: isText,
}

function problemOf(rule: Record<string, unknown>): string | undefined {
  const stranger = Object.keys(rule).find((name) => !Object.hasOwn(PROPERTIES, name))
  if (stranger) return `has an unknown property ${stranger}`
  const wrong = Object.entries(PROPERTIES).find(([name, accepts]) => !accepts(rule[name]))
  if (wrong) return `has no usable ${wrong[0]}`
  const { operation, fault } = { operation: String(rule.operation), fault: String(rule.fault) }
  const isKnown = (FAULTS_OF[operation] ?? OF_REQUESTS).includes(fault)
  const isPossible = operation === '*' || (ONLY_FOR[fault]?.(operation) ?? true)
  return isKnown && isPossible ? undefined : 'has a fault that its operation does not have'
}
