import { describe, expect, it } from 'vitest'
import { isCardNumber } from './card-number.ts'

describe('isCardNumber', () => {
  it.each([
    ['12 digits', '676770000000', false],
    ['12 digits with their check digit', '500000000009', true],
    ['13 digits', '4222222222222', true],
    ['15 digits', '378282246310005', true],
    ['16 digits', '4111111111111111', true],
    ['19 digits', '6304000000000000000', true],
    ['a UnionPay number without a check digit', '6212345678901231', true],
    ['a newer UnionPay number without a check digit', '8171999927660001', true],
    ['a UnionPay number that is too short', '6212345678901', false],
    ['a wrong digit', '4111111111111112', false],
    ['two digits in the wrong order', '1411111111111111', false],
    ['11 digits', '00000000000', false],
    ['20 digits', '0'.repeat(20), false],
    ['nothing', '', false],
    ['digits of another script', '٤'.repeat(16), false],
  ])('judges %s', (_, digits, isCard) => {
    expect(isCardNumber(digits)).toBe(isCard)
  })
})
