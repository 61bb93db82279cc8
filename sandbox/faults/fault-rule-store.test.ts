import { describe, expect, it } from 'vitest'
import type { FaultRule } from './fault-rule.ts'
import { applies } from './fault-rule-store.ts'

const EXCHANGE = { operation: 'sale', clientOrderId: 'order-1', number: 1 }
const RULE: FaultRule = { operation: 'sale', fault: '500' }
const HALF: FaultRule = { ...RULE, probability: 0.5, seed: 7 }

describe('a rule', () => {
  it.each<[string, Partial<FaultRule>, Partial<typeof EXCHANGE>, boolean]>([
    ['applies to its operation', {}, {}, true],
    ['does not apply to another operation', {}, { operation: 'preauth' }, false],
    ['for all operations applies to each', { operation: '*' }, { operation: 'return' }, true],
    ['for all operations leaves callbacks alone', { operation: '*' }, { operation: 'callback' }, false],
    ['for all operations leaves returns alone', { operation: '*' }, { operation: 'browser-return' }, false],
    ['applies to order ids with its prefix', { clientOrderId: 'order' }, {}, true],
    ['does not apply to other order ids', { clientOrderId: 'rder' }, {}, false],
    [
      'that makes a stage wait leaves status alone',
      { operation: '*', fault: 'processing' },
      { operation: 'status' },
      false,
    ],
    [
      'that makes a stage wait leaves uploads alone',
      { operation: '*', fault: 'decline' },
      { operation: 'upload-cres-result' },
      false,
    ],
    ['that makes status lag leaves sales alone', { operation: '*', fault: 'lagging' }, {}, false],
    ['of probability 1 always applies', { probability: 1 }, {}, true],
    ['of probability 0 never applies', { probability: 0 }, {}, false],
  ])('%s', (_what, rule, exchange, expected) => {
    expect(applies({ ...RULE, ...rule }, { ...EXCHANGE, ...exchange })).toBe(expected)
  })
})

/** To which orders' first requests a rule applies. */
const drawn = (rule: FaultRule, part: Partial<typeof EXCHANGE> = {}) =>
  Array.from({ length: 400 }, (_, index) =>
    applies(rule, { ...EXCHANGE, clientOrderId: `order-${index}`, ...part }),
  )

describe('a rule with a probability', () => {
  it('applies about as often as its probability says', () => {
    const share = drawn({ ...HALF, probability: 0.25 }).filter(Boolean).length / 400
    expect(share).toBeGreaterThan(0.18)
    expect(share).toBeLessThan(0.32)
  })

  it('decides the same for the same seed', () => {
    expect(drawn(HALF)).toEqual(drawn({ ...HALF }))
  })

  it.each<[string, Partial<FaultRule>, Partial<typeof EXCHANGE>]>([
    ['another seed', { seed: 8 }, {}],
    ['no seed', { seed: 0 }, {}],
    ['another fault', { fault: '400' }, {}],
    ['the next request of the order', {}, { number: 2 }],
    ['another operation', { operation: '*' }, { operation: 'preauth' }],
  ])('decides otherwise for %s', (_what, rule, exchange) => {
    expect(drawn({ ...HALF, ...rule }, exchange)).not.toEqual(drawn(HALF))
  })

  it('draws once for all requests whether status lags for a time', () => {
    const lagging: FaultRule = { ...HALF, operation: 'status', fault: 'lagging', delayMs: 1000 }
    const asked = { operation: 'status' }
    expect(drawn(lagging, { ...asked, number: 2 })).toEqual(drawn(lagging, asked))
    const { delayMs: _delayMs, ...perQuestion } = lagging
    expect(drawn(perQuestion, { ...asked, number: 2 })).not.toEqual(drawn(perQuestion, asked))
  })
})
