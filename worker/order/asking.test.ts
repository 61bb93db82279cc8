import { describe, expect, it } from 'vitest'
import { TIMES } from '../config/times.ts'
import { askDue, nextOffset } from './asking.ts'
import { atHostedPage, NOW } from './examples.ts'
import type { Asking } from './state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The offsets at which an attempt is asked about, each question following the one before. */
function offsets(pace: Asking['pace'], count: number): number[] {
  const found: number[] = []
  for (let last: number | undefined = -1; found.length < count; ) {
    last = nextOffset(pace, last, TIMES)
    if (last === undefined) break
    found.push(last)
  }
  return found
}

describe('nextOffset', () => {
  it('asks a waiting order after 15, 30, 60 and 120 seconds, then every five minutes', () => {
    expect(offsets('waiting', 6)).toEqual([
      15_000,
      45_000,
      105_000,
      225_000,
      225_000 + 5 * MINUTE,
      225_000 + 10 * MINUTE,
    ])
  })

  it('asks an active order at once and every four seconds for a minute, then as seldom as a waiting one', () => {
    const found = offsets('active', 18)

    expect(found.slice(0, 16)).toEqual(Array.from({ length: 16 }, (_, step) => step * 4000))
    expect(found.slice(16)).toEqual([75_000, 105_000])
  })

  it('ends after thirty days, with fewer than a hundred questions', () => {
    const found = offsets('waiting', 1000)

    expect(found.length).toBeLessThan(100)
    expect(found.at(-1)).toBeGreaterThan(28 * DAY)
    expect(found.at(-1)).toBeLessThanOrEqual(30 * DAY)
  })

  it('always moves on', () => {
    for (const pace of ['active', 'waiting'] as const) {
      const found = offsets(pace, 1000)
      expect(found.every((offset, index) => index === 0 || offset > (found[index - 1] ?? 0))).toBe(true)
    }
  })

  it('picks the ladder up where an object left it that was away for hours', () => {
    const next = nextOffset('waiting', 5 * HOUR + MINUTE, TIMES)

    expect(next).toBeGreaterThan(5 * HOUR + MINUTE)
    expect(next).toBeLessThanOrEqual(6 * HOUR + 5 * MINUTE)
  })
})

describe('what was decided', () => {
  it.each([
    ['again', [0, MINUTE]],
    ['doubting', Array.from({ length: 16 }, (_, step) => step * 4000)],
  ] as const)('is asked about for a minute: %s', (pace, expected) => {
    expect(offsets(pace, 100)).toEqual(expected)
  })
})

describe('askDue', () => {
  const [attempt] = atHostedPage().attempts
  if (!attempt) throw new TypeError('no attempt')

  it('follows a superseded attempt for seven days', () => {
    const superseded = { ...attempt, superseded: true } as const

    expect(askDue(superseded, NOW + 6 * DAY, TIMES)).toBeLessThanOrEqual(NOW + 7 * DAY)
    expect(askDue(superseded, NOW + 7 * DAY, TIMES)).toBeUndefined()
  })

  it('follows a superseded attempt that may have been paid for as long as any other', () => {
    const uncertain = { ...attempt, superseded: true, status: 'unknown' } as const

    expect(askDue(uncertain, NOW + 8 * DAY, TIMES)).toBe(NOW + 9 * DAY)
  })

  it('does not know of attempts that nobody asks about', () => {
    const { asking: _, ...decided } = attempt

    expect(askDue(decided, undefined, TIMES)).toBeUndefined()
  })
})
