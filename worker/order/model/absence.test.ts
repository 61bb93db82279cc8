import { describe, expect, it } from 'vitest'
import { denied, isProven, undenied } from './absence.ts'

describe('that nothing happened', () => {
  it.each<[string, { deniedAt?: number }, number, number | undefined, boolean]>([
    ['is not proven by the first answer', {}, 100, 0, false],
    ['is not proven by a second answer at once', { deniedAt: 100 }, 149, 50, false],
    ['is proven by a second answer after the span', { deniedAt: 100 }, 150, 50, true],
    ['is never proven by an answer without a span', { deniedAt: 100 }, 1e15, undefined, false],
  ])('%s', (_, before, now, spanMs, proven) => {
    expect(isProven(before, { now, spanMs })).toBe(proven)
  })

  it('counts from the first answer, and starts again after one that named a transaction', () => {
    const first = denied({}, 100)

    expect(denied(first, 200)).toBe(first)
    expect(denied(undenied(first), 200)).toEqual({ deniedAt: 200 })
  })
})
