import { describe, expect, it } from 'vitest'
import { currencyDecimals, entryAmount, type Key, keyOf, pressed } from './keypad-entry.ts'

const typed = (...keys: Key[]) => keys.reduce(pressed, '')

describe('the keypad', () => {
  it.each<[string, Key[], number, string]>([
    ['digits move in from the right', ['1', '2', '5', '0'], 2, '12.50'],
    ['two noughts at once', ['5', '00'], 2, '5.00'],
    ['noughts in front count for nothing', ['0', '00', '7'], 2, '0.07'],
    ['the last digit goes', ['1', '2', 'back'], 2, '0.01'],
    ['nothing to take away is nothing', ['back'], 2, '0.00'],
    ['a currency without decimals', ['5', '00'], 0, '500'],
    ['a currency with three', ['1', '2', '3', '4'], 3, '1.234'],
    ['a finger that stays on a key', Array.from({ length: 12 }, () => '9' as const), 2, '9999999.99'],
  ])('%s', (_, keys, decimals, amount) => {
    expect(entryAmount(typed(...keys), decimals)).toBe(amount)
  })

  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('knows the decimals of %s', (currency, decimals) => {
    expect(currencyDecimals(currency)).toBe(decimals)
  })

  it('takes the digits of a keyboard, and no other key', () => {
    expect(['7', 'Backspace', 'Enter', 'a', '.'].map(keyOf)).toEqual([
      '7',
      'back',
      undefined,
      undefined,
      undefined,
    ])
  })
})
