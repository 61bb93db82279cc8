import { describe, expect, it } from 'vitest'
import { current, ended, forgottenAt, type HoldState, type HoldWish, held, NO_HOLDS } from './hold-ledger.ts'

const NOW = 1_790_000_000_000
const HOUR = 3_600_000

const wish = (change: Partial<HoldWish> = {}): HoldWish => ({
  ...{ order: 'next', offers: 1, lastsMs: HOUR, tries: 1, isChecked: false },
  ...change,
})

/** A network whose orders hold so many offers each, and that had so many orders paid just now. */
const holding = (sizes: readonly number[], paid = 0): HoldState => ({
  holds: sizes.map((offers, at) => ({ order: `other-${at}`, offers, until: NOW + HOUR })),
  paid: Array(paid).fill(NOW),
})

/** So many shoppers with one offer each. */
const singles = (count: number): number[] => Array(count).fill(1)

describe('a network', () => {
  it.each<[string, HoldState, Partial<HoldWish>, 'granted' | 'full' | 'check']>([
    ['holds ten offers', holding(singles(9)), {}, 'granted'],
    ['holds no eleventh without a check', holding(singles(10)), {}, 'check'],
    ['holds an eleventh after a check', holding(singles(10)), { isChecked: true }, 'granted'],
    ['holds twenty in all', holding(singles(20)), { isChecked: true }, 'full'],
    ['is not asked for a check that would not help', holding(singles(20)), {}, 'full'],
    ['holds one more for each paid order', holding(singles(11), 2), {}, 'granted'],
    ['holds as many as the merchant allows tries', holding(singles(29)), { tries: 30 }, 'granted'],
    ['holds ten offers in one order', NO_HOLDS, { offers: 10 }, 'granted'],
    ['holds no eleven in one order without a check', NO_HOLDS, { offers: 11 }, 'check'],
    ['holds twenty in one order after a check', NO_HOLDS, { offers: 20, isChecked: true }, 'granted'],
    ['counts a full cart as one, for its neighbours', holding([10, ...singles(8)]), {}, 'granted'],
    ['holds nine beside a full cart', holding([10, ...singles(9)]), {}, 'check'],
    ['counts a full cart as one, whoever came first', holding(singles(9)), { offers: 10 }, 'granted'],
    ['holds one full cart', holding([10]), { offers: 10 }, 'check'],
    ['holds two full carts after a check', holding([10]), { offers: 10, isChecked: true }, 'granted'],
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
