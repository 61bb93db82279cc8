import { describe, expect, it } from 'vitest'
import { isLow, unitsLeft } from './low-stock.ts'

const at = (lowAt?: number) => (lowAt === undefined ? {} : { low: { product: 'mug', lowAt } })

describe('the units of a product', () => {
  it.each([
    ['more than the bound', 10, 4, 5, false],
    ['as many as the bound', 10, 5, 5, true],
    ['fewer than the bound', 10, 9, 5, true],
    ['none at all, with a bound of none', 10, 10, 0, true],
    ['one, with a bound of none', 10, 9, 0, false],
    ['fewer than none, since some were taken away', 3, 5, 0, true],
    ['none, without a bound', 10, 10, undefined, false],
  ])('are few or not: %s', (_, limit, sold, lowAt, answer) => {
    expect(isLow({ limit, sold, ...at(lowAt) })).toBe(answer)
  })

  it('are never fewer than none', () => {
    expect(unitsLeft({ limit: 3, sold: 5 })).toBe(0)
  })
})
