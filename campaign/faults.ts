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
  readonly name?: string
  readonly age?: string
  readonly status?: string
  readonly type?: string
  readonly consequence?: string
  readonly whose?: string
  readonly readings?: number
  readonly callbacks?: string
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

/**
 * Another shop at the account uses the merchant's references. Together they concern more than half of the orders. Most are the
 * two kinds that leave the merchant's own request alone, so that its order still goes through everything else.
 */
const otherShop = (probability: number, more: Partial<Rule>) =>
  rule('*', 'other-shop', probability, { name: 'bare', ...more })

const SHARED: readonly Rule[] = [
  otherShop(0.28, {}),
  otherShop(0.25, { age: 'newer' }),
  otherShop(0.02, { amount: '7' }),
  otherShop(0.02, { status: 'declined' }),
  otherShop(0.02, { status: 'processing' }),
  otherShop(0.01, { type: 'payout' }),
  otherShop(0.08, { consequence: 'lost' }),
  otherShop(0.01, { consequence: 'lost', status: 'declined' }),
  otherShop(0.05, { consequence: '502' }),
  otherShop(0.05, { consequence: 'used-name' }),
  otherShop(0.05, { consequence: 'older-id' }),
]

/** The gateway answers about another order, or about none. */
const MISNAMED: readonly Rule[] = [
  rule('status', 'other-answer', 0.14),
  rule('status', 'other-answer', 0.14, { whose: 'other' }),
  rule('*', 'nameless', 0.2),
]

/** Several times as long as the edge waits between two questions while a result is near. */
const STALE_MS = 2_000

/** A replica lags behind what a follow-up did, and a proxy answers with the refusal of a repeat. */
const STALE: readonly Rule[] = [
  rule('status', 'stale', 0.25, { readings: 1 }),
  rule('status', 'stale', 0.25, { delayMs: STALE_MS }),
  ...['capture', 'return', 'void'].map((operation) => rule(operation, '400-after', 0.15)),
]

const TWIN_CALLBACKS = ['first-lost', 'second-lost', 'both-lost', 'swapped'] as const
const TWIN_ANSWERS = ['acts', '400', '502', 'dropped'] as const

/** A proxy sends a charge twice, and callbacks and answers get lost in every combination. */
const doubled = (clientOrderId: string): readonly Rule[] =>
  CHARGES.flatMap((operation) =>
    TWIN_CALLBACKS.flatMap((callbacks) =>
      TWIN_ANSWERS.map((consequence) =>
        rule(operation, 'second-order', consequence === 'acts' ? 0.08 : 0.015, {
          ...{ clientOrderId, callbacks, consequence },
        }),
      ),
    ),
  )

/** Faults that are about whose money it is, and about answers that prove nothing. */
export const OWNERSHIP_FAULTS: readonly string[] = ['other-shop', 'other-answer', 'nameless', 'stale']

/** The rules of a campaign without those that are about whose money it is. */
export const usualFaultRules = (seed: number): readonly object[] => seeded(usual(seed), seed)

/** All rules of a campaign. Each draws by a seed of its own, so that faults are independent. Add new ones at the end. */
export const faultRules = (seed: number): readonly object[] =>
  seeded([...usual(seed), ...SHARED, ...MISNAMED, ...STALE, ...doubled(laneName(seed, 'twice'))], seed)

const usual = (seed: number): readonly Rule[] => {
  const lanes = [...silent(laneName(seed, 'silent')), ...twice(laneName(seed, 'twice'))]
  return [...REQUESTS, ...SLOW, ...MESSAGES, ...OTHER_SUMS, ...lanes, ...REPEATED]
}

const seeded = (rules: readonly Rule[], seed: number) =>
  rules.map((one, index) => ({ ...one, seed: seed * 1_000 + index }))
