import { describe, expect, it } from 'vitest'
import {
  fadedAt,
  forgiven,
  isContested,
  leftOf,
  mayRenew,
  type ShareWish,
  shareRefusal,
  type Waste,
  wasted,
} from './network-share.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = 1_790_000_000_000

const wish = (change: Partial<ShareWish> = {}): ShareWish => ({
  ...{ order: 'next', units: 1, held: 0, unsold: 1, waste: undefined },
  reservationMs: 30 * MINUTE,
  ...change,
})

const waste = (minutes: number, order = 'former'): Waste => ({ unitMs: minutes * MINUTE, at: NOW, order })

describe('what a network may hold of an offer', () => {
  it.each<[string, Partial<ShareWish>, 'full' | undefined]>([
    ['the last piece', {}, undefined],
    ['all that is left, in one order', { units: 5, unsold: 5 }, undefined],
    ['a second order of the last three', { held: 1, unsold: 3 }, 'full'],
    ['a second order of four', { held: 1, unsold: 4 }, undefined],
    ['three more of six', { units: 3, held: 3, unsold: 6 }, 'full'],
    ['the half of fifty', { held: 24, unsold: 50 }, undefined],
    ['more than the half of fifty', { held: 25, unsold: 50 }, 'full'],
  ])('%s', (_, change, type) => {
    expect(shareRefusal(wish(change), NOW)?.type).toBe(type)
  })
})

describe('what a network wasted', () => {
  it.each<[string, Partial<ShareWish>, 'wasted' | undefined]>([
    ['a short look at the form is forgiven', { waste: waste(4) }, undefined],
    ['a sixth of a reservation is not', { waste: waste(5) }, 'wasted'],
    ['a lapse keeps other orders out', { waste: waste(30) }, 'wasted'],
    ['a lapse does not keep the order itself out', { waste: waste(30, 'next') }, undefined],
    ['two lapses do', { waste: waste(60, 'next') }, 'wasted'],
    ['one lapse of many pieces is forgiven', { waste: waste(30), unsold: 50 }, undefined],
    ['as many lapses as its share are not', { waste: waste(25 * 30), unsold: 50 }, 'wasted'],
  ])('%s', (_, change, type) => {
    expect(shareRefusal(wish(change), NOW)?.type).toBe(type)
  })

  it('is waited for a day after a lapse, to the millisecond', () => {
    const lapsed = wish({ waste: waste(30) })
    const refusal = shareRefusal(lapsed, NOW)

    expect(refusal).toEqual({ type: 'wasted', waitMs: 24 * HOUR })
    expect(shareRefusal(lapsed, NOW + 24 * HOUR - 1)).toBeDefined()
    expect(shareRefusal(lapsed, NOW + 24 * HOUR + 1)).toBeUndefined()
  })

  it('adds up, fades evenly, and is gone in the end', () => {
    const first = wasted(undefined, { order: 'one', units: 2, heldMs: 10 * MINUTE }, NOW)
    const half = NOW + (fadedAt(first) - NOW) / 2

    expect(leftOf(first, NOW)).toBe(20 * MINUTE)
    expect(wasted(first, { order: 'two', units: 1, heldMs: MINUTE }, half)).toEqual({
      unitMs: 11 * MINUTE,
      at: half,
      order: 'two',
      others: [{ order: 'one', unitMs: 10 * MINUTE }],
    })
    expect(leftOf(first, fadedAt(first))).toBe(0)
  })

  const wastedBy = (...orders: string[]) =>
    orders.reduce<Waste | undefined>(
      (before, order) => wasted(before, { order, units: 1, heldMs: MINUTE }, NOW),
      undefined,
    ) ?? expect.fail('no order')

  it.each<[string, string[], string, number]>([
    ['the last order', ['one', 'two'], 'two', 1],
    ['an earlier order', ['one', 'two'], 'one', 1],
    ['an order that wasted twice', ['one', 'two', 'one'], 'one', 1],
    ['an order that wasted nothing', ['one', 'two'], 'three', 2],
    ['one of many orders', Array.from({ length: 100 }, (_, at) => `order-${at}`), 'order-90', 99],
  ])('is forgiven the paid order alone: %s', (_, orders, paid, minutes) => {
    const left = forgiven(wastedBy(...orders), paid) ?? expect.fail('all is forgiven')

    expect(leftOf(left, NOW)).toBe(minutes * MINUTE)
    expect(JSON.stringify(left)).not.toContain(`"${paid}"`)
    expect(left.others?.length ?? 0).toBeLessThanOrEqual(21)
    expect(fadedAt(left)).toBe(fadedAt(wastedBy('one')))
  })

  it('is forgiven wholly where no other order wasted any', () => {
    expect(forgiven(waste(30, 'one'), 'one')).toBeUndefined()
    expect(forgiven(wastedBy('one', 'one'), 'one')).toBeUndefined()
  })

  it.each<[string, Partial<ShareWish>, boolean]>([
    ['nothing, so it may renew', {}, true],
    ['some of the last piece, so it may not', { waste: waste(1) }, false],
    ['one of many pieces, so it may', { waste: waste(30), unsold: 50 }, true],
  ])('is %s', (_, change, is) => {
    expect(mayRenew(wish(change), NOW)).toBe(is)
  })

  it.each([
    ['nothing', [], 1, false],
    ['a short look', [waste(4)], 1, false],
    ['one lapse of the last piece', [waste(30)], 1, true],
    ['one lapse of fifty', [waste(30)], 50, false],
    ['nine lapses of fifty, of as many networks', Array(9).fill(waste(30)), 50, true],
  ] as const)('asks for a person once it is much of what is left: %s', (_, wastes, unsold, is) => {
    expect(isContested(wastes, { unsold, reservationMs: 30 * MINUTE }, NOW)).toBe(is)
  })
})
