import { describe, expect, it } from 'vitest'
import { isMarkedName } from '../../../shared/order-names.ts'
import { bareName, markedName } from './order-names.ts'

const MARK = 'abcdefghij234567'
const LONGEST = 'r'.repeat(100)

describe('the name of an attempt', () => {
  it.each([
    [1, `order-4711.${MARK}`],
    [2, `order-4711.2.${MARK}`],
    [20, `order-4711.20.${MARK}`],
  ])('of number %i begins with the reference and ends with the mark', (number, name) => {
    expect(markedName({ reference: 'order-4711', number }, MARK, 128)).toBe(name)
  })

  it('without a mark is the reference, and never that of another attempt', () => {
    expect([1, 2, 20].map((number) => bareName({ reference: 'a', number }))).toEqual(['a', 'a.2', 'a.20'])
  })

  it('of the longest reference fits whole into the gateway’s 128 characters', () => {
    const name = markedName({ reference: LONGEST, number: 9999 }, MARK, 128)

    expect(name).toBe(`${LONGEST}.9999.${MARK}`)
    expect(name.length).toBeLessThanOrEqual(128)
  })

  it.each([
    [40, `shop-2027-to-004711.2.${MARK}`, 'shop-2027-to-004711', 2],
    [32, `shop-202-004711.${MARK}`, 'shop-2027-to-004711', 1],
    [20, `sh1.${MARK}`, 'shop-2027-to-004711', 1],
  ])(
    'for %i characters loses the middle of the reference, and nothing of the mark',
    (length, name, reference, number) => {
      expect(markedName({ reference, number }, MARK, length)).toBe(name)
      expect([name.length <= length, isMarkedName(name)]).toEqual([true, true])
    },
  )
})
