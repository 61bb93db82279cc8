import { describe, expect, it } from 'vitest'
import {
  mayHave,
  monthOf,
  monthsOf,
  overlaps,
  recentMonths,
  segmentsOf,
  shardName,
  slotOf,
  spanOf,
} from './shard-routing.ts'

const at = (time: string) => Date.parse(time)

describe('an order’s month', () => {
  it.each([
    ['its first millisecond', '2026-11-01T00:00:00.000Z', '2026-11'],
    ['its last millisecond', '2026-11-30T23:59:59.999Z', '2026-11'],
    ['the end of a year', '2026-12-31T23:59:59.999Z', '2026-12'],
    ['a leap day', '2028-02-29T12:00:00.000Z', '2028-02'],
    ['the epoch', '1970-01-01T00:00:00.000Z', '1970-01'],
  ])('is that of UTC: %s', (_, time, month) => {
    const { from, to } = spanOf(month)

    expect(monthOf(at(time))).toBe(month)
    expect(from <= at(time) && at(time) < to).toBe(true)
  })

  it('ends where the next one begins', () => {
    expect(spanOf('2026-12').to).toBe(spanOf('2027-01').from)
  })
})

it.each([
  ['a moment', '2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z', ['2026-11']],
  ['both sides of midnight', '2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.001Z', ['2026-11', '2026-12']],
  ['a winter', '2026-11-30T12:00:00Z', '2027-02-01T00:00:00.000Z', ['2026-11', '2026-12', '2027-01']],
  ['nothing', '2026-11-30T12:00:00Z', '2026-11-30T12:00:00Z', []],
])('the months of %s are those that it touches', (_, from, to, months) => {
  expect(monthsOf({ from: at(from), to: at(to) })).toEqual(months)
})

describe('an order’s slot', () => {
  // These are stored: another result would list orders twice.
  it.each([
    ['order-00000000000000000000000001', 8, 1],
    ['order-00000000000000000000000001', 4, 1],
    ['order-00000000000000000000000002', 8, 0],
    ['Zx8_-abcdefghijklmnopqrstuvwxyz0', 8, 2],
    ['', 8, 5],
    ['any', 1, 0],
  ])('of %s among %d is %d, for ever', (id, count, slot) => {
    expect(slotOf(id, count)).toBe(slot)
  })

  it('is as often one as another', () => {
    const counts = Array.from({ length: 8 }, () => 0)
    for (let number = 0; number < 80_000; number += 1) {
      const slot = slotOf(crypto.randomUUID(), 8)
      counts[slot] = (counts[slot] ?? 0) + 1
    }

    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(600)
  })
})

it('a month that a restore may have forgotten is asked for still a month after the restore', () => {
  const DAY = 86_400_000
  for (let now = at('2026-01-01T00:00:00Z'); now < at('2029-01-01T00:00:00Z'); now += DAY)
    expect(recentMonths(now)).toContain(monthOf(now - (30 + 31) * DAY))
})

it('a shard is named by its month and slot', () => {
  expect(shardName({ month: '2026-11', slot: 3 })).toBe('shard 2026-11 3')
})

describe('the parts of an index', () => {
  it('are the database, then the months that have entries, and share no moment', () => {
    const since = at('2026-11-10T12:00:00Z')
    const months = [
      { month: '2026-12', count: 4, slots: [1, 3] },
      { month: '2027-01', count: 4, slots: [] },
      { month: '2026-11', count: 2, slots: [0] },
    ]

    expect(segmentsOf(since, months)).toEqual([
      { from: 0, to: since },
      { from: since, to: at('2026-12-01T00:00:00Z'), shards: [{ month: '2026-11', slot: 0 }] },
      {
        from: at('2026-12-01T00:00:00Z'),
        to: at('2027-01-01T00:00:00Z'),
        shards: [
          { month: '2026-12', slot: 1 },
          { month: '2026-12', slot: 3 },
        ],
      },
    ])
  })

  it.each([
    ['all of time', {}, true],
    ['a span that ends where it begins', { to: 10 }, false],
    ['a span that begins at its end', { from: 20 }, false],
    ['its last millisecond', { from: 19, to: 20 }, true],
    ['a span around it', { from: 0, to: 100 }, true],
    ['an empty span in it', { from: 15, to: 15 }, false],
  ])('are asked for orders of %s: %o, %s', (_, span, isAsked) => {
    expect(overlaps({ from: 10, to: 20 }, span)).toBe(isAsked)
  })

  it('without a moment are asked for nothing', () => {
    expect(overlaps({ from: 0, to: 0 }, {})).toBe(false)
  })
})

describe('a name', () => {
  const month = { month: '2026-11', count: 8, slots: [0, 1, 5] }

  it('leads to one shard of a month, if it has entries', () => {
    expect(mayHave(month, { ids: ['order-00000000000000000000000001'] })).toEqual([1])
    expect(mayHave({ ...month, slots: [0] }, { ids: ['order-00000000000000000000000001'] })).toEqual([])
  })

  it('of which only the beginning is known leads to all of them', () => {
    expect(mayHave(month, { ids: [], prefixes: ['order-00'] })).toEqual([0, 1, 5])
  })
})
