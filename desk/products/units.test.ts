import { describe, expect, it } from 'vitest'
import { readUnitsChange, stockLevel, unitsLeft } from './units.ts'

describe('stockLevel', () => {
  it.each([
    [{}, 'uncounted'],
    [{ units: 5 }, 'unknown'],
    [{ units: 5, sold: 5 }, 'out'],
    [{ units: 3, sold: 5 }, 'out'],
    [{ units: 0, sold: 0 }, 'out'],
    [{ units: 1, sold: 0 }, 'enough'],
    [{ units: 5, sold: 4 }, 'low'],
    [{ units: 5, sold: 3 }, 'enough'],
    [{ units: 100, sold: 90 }, 'low'],
    [{ units: 100, sold: 89 }, 'enough'],
    [{ units: 100, sold: 80, lowAt: 20 }, 'low'],
    [{ units: 100, sold: 79, lowAt: 20 }, 'enough'],
    [{ units: 5, sold: 4, lowAt: 0 }, 'enough'],
    [{ units: 5, sold: 5, lowAt: 0 }, 'out'],
  ] as const)('of %o is %s', (counted, level) => {
    expect(stockLevel(counted)).toBe(level)
  })
})

it('no product has fewer than none left', () => {
  expect(unitsLeft({ units: 3, sold: 5 })).toBe(0)
})

describe('readUnitsChange', () => {
  it.each([
    ['+5', 5],
    [' - 2 ', -2],
    ['−2', -2],
    ['5', undefined],
    ['+0', undefined],
    ['+1.5', undefined],
    ['+1234567890', undefined],
    ['', undefined],
  ] as const)('reads %j as %s', (typed, change) => {
    expect(readUnitsChange(typed)).toBe(change)
  })
})
