import { describe, expect, it } from 'vitest'
import { current, ended, forgottenAt, type HoldState, type HoldWish, held, NO_HOLDS } from './hold-ledger.ts'

const NOW = 1_790_000_000_000
const HOUR = 3_600_000

const wish = (change: Partial<HoldWish> = {}): HoldWish => ({
  ...{ order: 'next', offers: 1, lastsMs: HOUR, tries: 1, isChecked: false },
  ...change,
})

/** A network that holds so many offers, and had so many orders paid just now. */
const holding = (offers: number, paid = 0): HoldState => ({
  holds: offers > 0 ? [{ order: 'other', offers, until: NOW + HOUR }] : [],
  paid: Array(paid).fill(NOW),
})

describe('a network', () => {
  it.each<[string, HoldState, Partial<HoldWish>, 'granted' | 'full' | 'check']>([
    ['holds ten offers', holding(9), {}, 'granted'],
    ['holds no eleventh without a check', holding(10), {}, 'check'],
    ['holds an eleventh after a check', holding(10), { isChecked: true }, 'granted'],
    ['holds twenty in all', holding(20), { isChecked: true }, 'full'],
    ['is not asked for a check that would not help', holding(20), {}, 'full'],
    ['holds one more for each paid order', holding(11, 2), {}, 'granted'],
    ['holds as many as the merchant allows tries', holding(29), { tries: 30 }, 'granted'],
    [
      'counts an order once',
      { holds: [{ order: 'next', offers: 10, until: NOW + 1 }], paid: [] },
      { offers: 10 },
      'granted',
    ],
    [
      'forgets what is over',
      { holds: [{ order: 'other', offers: 10, until: NOW }], paid: [] },
      {},
      'granted',
    ],
  ])('%s', (_, state, change, type) => {
    expect(held(state, wish(change), NOW).type).toBe(type)
  })

  it('holds no more once the order ended, and has credit if it was paid', () => {
    const granted = held(NO_HOLDS, wish(), NOW)
    const { state } = granted.type === 'granted' ? granted : expect.fail('refused')

    expect(ended(state, 'next', false, NOW)).toEqual(NO_HOLDS)
    const paid = ended(state, 'next', true, NOW)
    expect(paid).toEqual({ holds: [], paid: [NOW] })
    expect(ended(paid, 'next', true, NOW)).toBe(paid)
    expect(current(paid, NOW + HOUR)).toEqual(NO_HOLDS)
    expect(forgottenAt(paid)).toBe(NOW + HOUR)
    expect(forgottenAt(NO_HOLDS)).toBeUndefined()
  })
})
