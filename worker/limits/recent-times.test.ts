import { describe, expect, it } from 'vitest'
import { RecentTimes } from './recent-times.ts'

const NOW = 1_700_000_000_000
const LIFE_MS = 5000

const noted = () => {
  const times = new RecentTimes()
  times.set('edge', 7, NOW)
  return times
}

describe('what an isolate noted of an object', () => {
  it.each([
    ['counts at once', 'edge', NOW, 7],
    ['counts for as long as its reader says', 'edge', NOW + LIFE_MS - 1, 7],
    ['counts no longer', 'edge', NOW + LIFE_MS, undefined],
    ['counts not by a clock that went back', 'edge', NOW - 1, undefined],
    ['counts for no other object', 'offer a', NOW, undefined],
  ])('%s', (_, name, now, time) => {
    expect(noted().get(name, now, LIFE_MS)).toBe(time)
  })

  it('gives way to what is noted later', () => {
    const times = noted()
    times.set('edge', 0, NOW + 1)

    expect(times.get('edge', NOW + LIFE_MS, LIFE_MS)).toBe(0)
  })

  it('leaves after 500 others, unless it was noted again', () => {
    const times = noted()
    times.set('busy', 1, NOW)
    const others = Array.from({ length: 499 }, (_, place) => `offer ${place}`)
    for (const other of others) times.set(other, 2, NOW)
    times.set('busy', 3, NOW)
    times.set('one more', 4, NOW)

    expect(['edge', 'offer 0', 'offer 1', 'busy'].map((name) => times.get(name, NOW, LIFE_MS))).toEqual([
      undefined,
      undefined,
      2,
      3,
    ])
  })
})
