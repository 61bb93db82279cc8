import { describe, expect, it } from 'vitest'
import { errorText } from './error-text.ts'

describe('errorText', () => {
  it.each([
    ['a card number', 'card 4444555566661111 refused', 'card … refused'],
    ['a card number in groups', 'card 4444 5555 6666 1111 refused', 'card … refused'],
    ['a card number with dashes', '4444-5555-6666-1111', '…'],
    ['a card number in odd groups', 'no 4444 5555.6666-1111', 'no …'],
    ['a card number in wide groups', 'no 4444 - 5555  6666. 1111', 'no …'],
    ['a key', `pck_${'A'.repeat(43)} is wrong`, '… is wrong'],
    ['an e-mail address', 'no mail for jane@shop.example', 'no mail for …'],
  ])('leaves %s out', (_, message, told) => {
    expect(errorText(new TypeError(message))).toBe(`TypeError: ${told}`)
  })

  it('tells what is no secret', () => {
    expect(errorText(new RangeError('amount 12.50 of 3 orders'))).toBe('RangeError: amount 12.50 of 3 orders')
  })

  it.each([4, 9])('shows no beginning of a card number that the cut would halve %i digits in', (shown) => {
    const filler = 'no '.repeat(100).slice(0, 200 - 'Error: '.length - shown)

    const told = errorText(new Error(`${filler}4444 5555 6666 1111`))

    expect(told).not.toMatch(/4/)
    expect(told.length).toBeLessThanOrEqual(200)
  })

  it('cuts what is long', () => {
    expect(errorText(new Error('no '.repeat(100)))).toHaveLength(200)
  })

  it('says of what is no Error only that', () => {
    expect(errorText('4444555566661111')).toBe('thrown, but no Error')
  })
})
