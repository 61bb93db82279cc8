/** The faults at the sandbox during a campaign. */
import { laneName } from './plan.ts'

/** One fault rule of the sandbox. */
interface Rule {
  readonly operation: string
  readonly fault: string
  readonly probability: number
  readonly delayMs?: number
  readonly amount?: string
  readonly clientOrderId?: string
}

/** Longer than the edge waits for an answer. */
const TOO_LATE_MS = 4_000

/** Operations at which the gateway may charge twice. It never sends money out twice: no edge could get that back. */
const CHARGES = ['sale', 'sale-form', 'preauth', 'preauth-form', 'payment-form', 'make-rebill']

const rule = (operation: string, fault: string, probability: number, more: Partial<Rule> = {}): Rule => ({
  ...{ operation, fault, probability },
  ...more,
})

const REQUESTS: readonly Rule[] = [
  rule('*', 'drop-request', 0.03),
  rule('*', 'drop-reply', 0.05),
  rule('*', '400', 0.01),
  rule('*', '500', 0.03),
  rule('*', '500-after', 0.04),
  rule('*', 'garbled', 0.03),
  rule('*', 'form-encoded', 0.04),
  rule('*', 'underscores', 0.06),
  rule('*', 'numeric-ids', 0.06),
  rule('*', 'slow-body', 0.05, { delayMs: 120 }),
  rule('*', 'delay', 0.07, { delayMs: 250 }),
  rule('*', 'amount', 0.03),
  rule('*', 'other-order', 0.03),
  rule('*', 'decline', 0.03),
  rule('*', 'processing', 0.008),
  rule('status', 'lagging', 0.05, { delayMs: 1_000 }),
  rule('status', 'newest-stage', 0.06),
]

/** A reply that comes too late costs the edge its whole deadline, so there are few. */
const SLOW: readonly Rule[] = [rule('*', 'delay', 0.004, { delayMs: TOO_LATE_MS })]

const MESSAGES: readonly Rule[] = [
  rule('callback', 'duplicate', 0.12, { delayMs: 200 }),
  rule('callback', 'late', 0.12, { delayMs: 1_500 }),
  rule('callback', 'reordered', 0.12, { delayMs: 3_000 }),
  rule('browser-return', 'missing', 0.25),
  rule('browser-return', 'forged-control', 0.12),
]

const OTHER_SUMS: readonly Rule[] = CHARGES.map((operation) =>
  rule(operation, 'other-sum', 0.01, { amount: '7' }),
)

const silent = (clientOrderId: string): readonly Rule[] => [
  rule('callback', 'missing', 0.2, { clientOrderId }),
  rule('callback', 'forged-control', 0.1, { clientOrderId }),
]

const twice = (clientOrderId: string): readonly Rule[] =>
  CHARGES.map((operation) => rule(operation, 'second-order', 0.12, { clientOrderId }))

/** A proxy sends a request twice, and answers with the refusal of the second one. */
const REPEATED: readonly Rule[] = [rule('*', '400-after', 0.015)]

/** All rules of a campaign. Each draws by a seed of its own, so that faults are independent. */
export function faultRules(seed: number): readonly object[] {
  const lanes = [...silent(laneName(seed, 'silent')), ...twice(laneName(seed, 'twice'))]
  const rules = [...REQUESTS, ...SLOW, ...MESSAGES, ...OTHER_SUMS, ...lanes, ...REPEATED]
  return rules.map((one, index) => ({ ...one, seed: seed * 1_000 + index }))
}
