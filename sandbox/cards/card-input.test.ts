import { describe, expect, it } from 'vitest'
import { parseCard } from './card-input.ts'
import { brandOf, passesLuhn } from './card-number.ts'
import { PLAIN_CARD, TEST_CARDS } from './test-cards.ts'

const NOON_OF_JUNE = Date.UTC(2031, 5, 15, 12)
const CARD = { number: PLAIN_CARD, expiry: '06/31', code: '123', holder: 'Ana' }

const parse = (changes: Partial<typeof CARD>, now = NOON_OF_JUNE) =>
  parseCard((field) => ({ ...CARD, ...changes })[field], now)

describe('an expiry date', () => {
  it.each([
    ['4/33', '04', '2033'],
    ['04/33', '04', '2033'],
    ['04 / 33', '04', '2033'],
    ['04/2033', '04', '2033'],
    ['0433', '04', '2033'],
    ['042033', '04', '2033'],
    ['04-33', '04', '2033'],
  ])('is read from %s', (expiry, expiryMonth, expiryYear) => {
    expect(parse({ expiry })).toMatchObject({ card: { expiryMonth, expiryYear } })
  })

  it.each(['', '0/33', '00/33', '13/33', '4/3', 'April 2033'])('is not read from "%s"', (expiry) => {
    expect(parse({ expiry })).toHaveProperty('errors.expiry')
  })

  it('is good until its month is over everywhere on earth', () => {
    const lastMoment = Date.UTC(2031, 6, 1, 12) - 1
    expect(parse({}, lastMoment)).toHaveProperty('card')
    expect(parse({}, lastMoment + 1)).toHaveProperty('errors.expiry', 'This card has expired')
  })
})

it('takes a number with spaces or dashes', () => {
  expect(parse({ number: '4444-5555 6666 1111' })).toMatchObject({
    card: { number: PLAIN_CARD, brand: 'VISA' },
  })
})

it.each(['411111111111', '41111111111111111111', '4444555566661112', '4444x5555y6666'])(
  'does not take %s for a card number',
  (number) => {
    expect(parse({ number })).toHaveProperty('errors.number')
  },
)

it('names every mistake at once', () => {
  const result = parseCard(() => '', NOON_OF_JUNE)
  expect('errors' in result && Object.keys(result.errors)).toEqual(['number', 'expiry', 'code', 'holder'])
})

it.each([PLAIN_CARD, ...Object.keys(TEST_CARDS)])('lists the test card %s as a valid number', (number) => {
  expect(passesLuhn(number)).toBe(true)
})

it.each([
  ['4444555566661111', 'VISA'],
  ['5454545454545454', 'MASTERCARD'],
  ['2720990000000007', 'MASTERCARD'],
  ['371449635398431', 'AMEX'],
  ['6011000990139424', 'DISCOVER'],
  ['3530111333300000', 'JCB'],
  ['30569309025904', 'DINERS'],
  ['2200000000000004', 'MIR'],
  ['6759649826438453', 'MAESTRO'],
  ['9999999999999995', 'UNKNOWN'],
])('knows %s as %s', (number, brand) => {
  expect(brandOf(number)).toBe(brand)
})
