import { describe, expect, it } from 'vitest'
import {
  fadedAt,
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
    })
    expect(leftOf(first, fadedAt(first))).toBe(0)
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
