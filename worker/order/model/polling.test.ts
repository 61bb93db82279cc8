import { describe, expect, it } from 'vitest'
import { TIMES } from '../../config/durations.ts'
import { atHostedPage, NOW } from '../testing/examples.ts'
import { nextOffset, pollDue } from './polling.ts'
import type { Polling } from './state.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The offsets at which an attempt is asked about, each question following the one before. */
function offsets(pace: Polling['pace'], where: 'at a page' | 'in doubt' = 'in doubt'): number[] {
  const manner = { pace, isAtPage: where === 'at a page' }
  const found: number[] = []
  for (let last = nextOffset(manner, -1, TIMES); last !== undefined; last = nextOffset(manner, last, TIMES))
    found.push(last)
  return found
}

/** Every four seconds for a minute. */
const EAGER = Array.from({ length: 16 }, (_, step) => step * 4 * SECOND)

const every = (stepMs: number, fromMs: number, untilMs: number) =>
  Array.from({ length: Math.floor((untilMs - fromMs) / stepMs) }, (_, step) => fromMs + (step + 1) * stepMs)

describe('the ladder of questions', () => {
  it('asks about a shopper at a page ten times in thirty days', () => {
    expect(offsets('waiting', 'at a page')).toEqual([
      ...[15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 10 * MINUTE],
      ...[HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY],
    ])
  })

  it('asks at once and eagerly for a minute after a send or a notice, and then as it is at a page', () => {
    expect(offsets('active', 'at a page')).toEqual([
      ...EAGER,
      ...[2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 7 * DAY, 30 * DAY],
    ])
  })

  it('asks every five minutes for an hour, hourly for a day and daily for a month where money may have moved', () => {
    const found = offsets('active')

    expect(found.slice(0, EAGER.length)).toEqual(EAGER)
    expect(found.slice(EAGER.length)).toEqual([
      ...every(5 * MINUTE, MINUTE, HOUR),
      ...every(HOUR, HOUR, DAY),
      ...every(DAY, DAY, 30 * DAY),
    ])
  })

  it('begins with a page’s first questions where doubt came while its shopper was there', () => {
    const found = offsets('waiting')

    expect(found.slice(0, 6)).toEqual([
      ...[15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE],
      ...[7 * MINUTE, 12 * MINUTE],
    ])
    expect(found.at(-1)).toBe(30 * DAY)
  })

  it.each([
    ['active', 'at a page'],
    ['waiting', 'at a page'],
    ['active', 'in doubt'],
    ['waiting', 'in doubt'],
  ] as const)('always moves on, and asks less than a hundred times: %s, %s', (pace, where) => {
    const found = offsets(pace, where)

    expect(found.every((offset, index) => index === 0 || offset > (found[index - 1] ?? 0))).toBe(true)
    expect(found.length).toBeLessThan(100)
  })

  it('is picked up where an object left it that was away for hours', () => {
    expect(nextOffset({ pace: 'waiting', isAtPage: false }, 5 * HOUR + MINUTE, TIMES)).toBe(6 * HOUR)
    expect(nextOffset({ pace: 'waiting', isAtPage: true }, 5 * HOUR + MINUTE, TIMES)).toBe(6 * HOUR)
    expect(nextOffset({ pace: 'waiting', isAtPage: true }, 6 * HOUR, TIMES)).toBe(DAY)
  })
})

describe('what was decided', () => {
  it.each([
    ['again', [0, MINUTE]],
    ['doubting', EAGER],
  ] as const)('is asked about for a minute: %s', (pace, expected) => {
    expect(offsets(pace)).toEqual(expected)
  })
})

describe('pollDue', () => {
  const [attempt] = atHostedPage().attempts
  if (!attempt) throw new TypeError('no attempt')

  it('follows a superseded attempt for seven days', () => {
    const superseded = { ...attempt, superseded: true } as const

    expect(pollDue(superseded, NOW + DAY, TIMES)).toBe(NOW + 7 * DAY)
    expect(pollDue(superseded, NOW + 7 * DAY, TIMES)).toBeUndefined()
  })

  it('follows a superseded attempt that may have been paid for as long as any other', () => {
    const uncertain = { ...attempt, superseded: true, status: 'unknown' } as const

    expect(pollDue(uncertain, NOW + 8 * DAY, TIMES)).toBe(NOW + 9 * DAY)
  })

  it.each([
    ['redirect', 10 * MINUTE],
    ['challenge', 10 * MINUTE],
    ['processing', 7 * MINUTE],
    ['unknown', 7 * MINUTE],
  ] as const)('goes by where the money is: %s', (status, next) => {
    expect(pollDue({ ...attempt, status }, NOW + 2 * MINUTE, TIMES)).toBe(NOW + next)
  })

  it('does not know of attempts that nobody asks about', () => {
    const { asking: _, ...decided } = attempt

    expect(pollDue(decided, undefined, TIMES)).toBeUndefined()
  })
})
