import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIMES } from '../config/durations.ts'
import { nextRetry } from './notification-retries.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

/** Every offset at which something is tried that nobody ever takes. */
function offsets() {
  const all: number[] = []
  for (let next = nextRetry(-1, TIMES); next !== undefined; next = nextRetry(next, TIMES)) all.push(next)
  return all
}

describe('nextRetry', () => {
  it('begins at once, and then takes ever longer', () => {
    expect(offsets().slice(0, 6)).toEqual([0, 5, 15, 35, 75, 155].map((seconds) => seconds * SECOND))
  })

  it('ends after three days, with a try every six hours at last', () => {
    const all = offsets()

    expect(all.length).toBe(24)
    expect(all.at(-1)).toBeGreaterThan(66 * HOUR)
    expect(all.at(-1)).toBeLessThanOrEqual(72 * HOUR)
    expect((all.at(-1) ?? 0) - (all.at(-2) ?? 0)).toBe(6 * HOUR)
  })

  it('goes on from wherever the last try was, with the same offsets', () => {
    const all = offsets()

    fc.assert(
      fc.property(fc.integer({ min: 0, max: 73 * HOUR }), (afterMs) => {
        expect(nextRetry(afterMs, TIMES)).toBe(all.find((offset) => offset > afterMs))
      }),
    )
  })

  it('takes durations that a test shortens, also to equal steps', () => {
    const times = { webhookRetryFirst: 10, webhookRetryLast: 10, webhookRetriesFor: 25 }

    expect([-1, 0, 10, 20].map((afterMs) => nextRetry(afterMs, times))).toEqual([0, 10, 20, undefined])
  })
})
