import { type FaultRule, MESSAGE_FAULTS, MESSAGES, REQUEST_FAULTS } from './faults.ts'
import { OPERATIONS } from './operations.ts'

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
  return: ['missing', 'forged-control'],
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isCount = (value: unknown) => value === undefined || (Number.isInteger(value) && Number(value) >= 0)
const isText = (value: unknown) => value === undefined || typeof value === 'string'

const PROPERTIES: Readonly<Record<string, (value: unknown) => boolean>> = {
  operation: (value) =>
    typeof value === 'string' && [...Object.keys(OPERATIONS), ...MESSAGES, '*'].includes(value),
  fault: (value) => typeof value === 'string',
  times: isCount,
  clientOrderId: isText,
  delayMs: isCount,
  amount: isText,
}

function problemOf(rule: Record<string, unknown>): string | undefined {
  const stranger = Object.keys(rule).find((name) => !Object.hasOwn(PROPERTIES, name))
  if (stranger) return `has an unknown property ${stranger}`
  const wrong = Object.entries(PROPERTIES).find(([name, accepts]) => !accepts(rule[name]))
  if (wrong) return `has no usable ${wrong[0]}`
  const faults = FAULTS_OF[String(rule.operation)] ?? Object.keys(REQUEST_FAULTS)
  return faults.includes(String(rule.fault)) ? undefined : 'has a fault that its operation does not have'
}
