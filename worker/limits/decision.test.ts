import { describe, expect, it } from 'vitest'
import { type Decision, decide, type OrderTries, type Standing, standingInOrder, WITHIN } from './decision.ts'

const EARLY: Standing = { type: 'early', waitMs: 7_200 }
const CURABLE: Standing = { type: 'beyond', waitMs: 7_200, isCurable: true }
const FINAL: Standing = { type: 'beyond', waitMs: 7_200, isCurable: false }

const card = { kind: 'card', hasForm: true, canCheck: false, isChecked: false } as const
const withKeys = { ...card, canCheck: true } as const
const form = { ...card, kind: 'form' } as const

const LASTING: Standing = { ...FINAL, isLasting: true }

const WAIT: Decision = { type: 'wait', seconds: 8 }
const HOSTED: Decision = { type: 'hosted-only', seconds: 8 }

describe('a try', () => {
  it.each<[string, Standing, Parameters<typeof decide>[1], Decision]>([
    ['within its budgets is let in', WITHIN, card, { type: 'admit' }],
    ['that comes too early waits', EARLY, card, WAIT],
    ['that comes too early waits, also with keys', EARLY, withKeys, WAIT],
    [
      'that comes too early is checked where that helps',
      { ...EARLY, isCurable: true },
      withKeys,
      { type: 'check' },
    ],
    ['that comes too early waits without keys', { ...EARLY, isCurable: true }, card, WAIT],
    ['by card beyond a budget is sent to the form', CURABLE, card, HOSTED],
    ['by card beyond a budget is checked where there are keys', CURABLE, withKeys, { type: 'check' }],
    ['is checked once', CURABLE, { ...withKeys, isChecked: true }, HOSTED],
    ['beyond what a check can lift is sent to the form', FINAL, withKeys, HOSTED],
    ['by card that no time lets in is sent to the form for good', LASTING, card, { type: 'hosted-only' }],
    [
      'by card that no time lets in waits where the order knows no form',
      LASTING,
      { ...card, hasForm: false },
      WAIT,
    ],
    ['by card waits where the order knows no form', FINAL, { ...card, hasForm: false }, WAIT],
    ['by form waits, and is never refused', FINAL, form, WAIT],
    ['by form waits, also with keys', CURABLE, { ...form, canCheck: true }, WAIT],
  ])('%s', (_, standing, ways, decision) => {
    expect(decide(standing, ways)).toEqual(decision)
  })

  it('waits a second at least', () => {
    expect(decide({ type: 'early', waitMs: -5 }, form)).toEqual({ type: 'wait', seconds: 1 })
  })
})

describe('in its order a try', () => {
  const now = 1_000_000
  const triesOf = (all: number, agoMs: number, cards = all): OrderTries => ({
    all,
    cards,
    lastAt: now - agoMs,
    endsAt: now + 1_800_000,
  })

  it.each<[string, OrderTries, 'card' | 'form', string]>([
    ['is let in first', triesOf(0, now), 'card', 'within'],
    ['is let in after one', triesOf(1, 1), 'card', 'within'],
    ['waits 10 s after two', triesOf(2, 9_999), 'card', 'early'],
    ['is let in then', triesOf(2, 10_000), 'card', 'within'],
    ['waits half a minute after three', triesOf(3, 29_999), 'card', 'early'],
    ['waits a minute after four', triesOf(4, 59_999), 'form', 'early'],
    ['has no card left after five', triesOf(5, 600_000), 'card', 'beyond'],
    ['has a form left after five cards', triesOf(5, 600_000), 'form', 'within'],
    ['waits five minutes after many', triesOf(12, 299_999, 5), 'form', 'early'],
  ])('%s', (_, tries, kind, type) => {
    expect(standingInOrder(tries, { kind, limit: 5, now }).type).toBe(type)
  })

  it('beyond the order’s cards has to wait until the order ends', () => {
    const standing = standingInOrder(triesOf(5, 600_000), { kind: 'card', limit: 5, now })

    expect(standing).toEqual({ type: 'beyond', waitMs: 1_800_000, isCurable: false, isLasting: true })
  })
})
