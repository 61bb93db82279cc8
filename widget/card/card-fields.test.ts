import { describe, expect, it } from 'vitest'
import { cardOf, withSlash, wrongFields } from './card-fields.ts'

const NOW = new Date(2026, 10, 21)
const right = { number: '4242 4242 4242 4242', holder: 'Ann Example', expiry: '12/30', code: '123' }

describe('wrongFields', () => {
  it.each([
    ['nothing', {}, []],
    [
      'everything that is empty',
      { number: '', holder: ' ', expiry: '', code: '' },
      ['number', 'holder', 'expiry', 'code'],
    ],
    ['a number with a wrong check digit', { number: '4242424242424241' }, ['number']],
    ['a number that is too short', { number: '42424242' }, ['number']],
    ['a number with letters', { number: '4242 4242 4242 424x' }, ['number']],
    ['a month that has ended', { expiry: '10/26' }, ['expiry']],
    ['no card of this month', { expiry: '11/26' }, []],
    ['a month that there is not', { expiry: '13/30' }, ['expiry']],
    ['a year that no card is made for', { expiry: '12/99' }, ['expiry']],
    ['no full year', { expiry: '12 / 2030' }, []],
    ['no expiry without a slash', { expiry: '1230' }, []],
    ['a code of two digits', { code: '12' }, ['code']],
    ['no code of four', { code: '1234' }, []],
  ])('finds %s', (_, change, wrong) => {
    expect(wrongFields({ ...right, ...change }, NOW)).toEqual(wrong)
  })
})

it('sends a card as the edge takes it', () => {
  expect(
    cardOf({ number: '4242-4242 42424242', holder: ' Ann Example ', expiry: '1 / 31', code: ' 123 ' }),
  ).toEqual({
    number: '4242424242424242',
    holder: 'Ann Example',
    expiryMonth: '01',
    expiryYear: '2031',
    cvv: '123',
  })
})

it.each([
  ['12', '1', '12/'],
  ['4', '', '04/'],
  ['1', '', '1'],
  ['12', '12/', '12'],
  ['13', '1', '13'],
  ['12/3', '12/', '12/3'],
])('helps typing %s after %s: %s', (text, before, helped) => {
  expect(withSlash(text, before)).toBe(helped)
})

it.each(['12/39', '12 / 39', '12-39', '12.39', '1239', '12/2039', '9/39', '9 / 39', '09/39'])(
  'an expiry typed as %s is right',
  (keys) => {
    const typed = [...keys].reduce((before, key) => withSlash(before + key, before), '')

    expect(wrongFields({ ...right, expiry: typed }, NOW)).toEqual([])
  },
)
