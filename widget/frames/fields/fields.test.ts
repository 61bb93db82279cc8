import { describe, expect, it } from 'vitest'
import { asciiDigits, digitsOf } from '../../../shared/digits.ts'
import { brandBadge } from './brand-badge.ts'
import { brandOf, wrongNumber } from './card-number.ts'
import { wrongExpiry } from './expiry.ts'
import { account, code, holder, phone, receiver } from './fields.ts'
import { mayBeAccount } from './iban.ts'

const AROUND = { now: new Date(2026, 10, 21), codeSize: undefined }

describe('a card number', () => {
  it.each([
    ['4242424242424242', 'visa'],
    ['4000000000000000006', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'american-express'],
    ['371449635398431', 'american-express'],
    ['30569309025904', 'diners-club'],
    ['36227206271667', 'diners-club'],
    ['6011111111111117', 'discover'],
    ['3566002020360505', 'jcb'],
    ['6240008631401148', 'unionpay'],
    ['6759649826438453', 'maestro'],
    ['6362970000457013', 'elo'],
    ['2200000000000004', 'mir'],
    ['6370950000000005', 'hiper'],
    ['6062826786276634', 'hipercard'],
    ['5895620000000002', 'naranja'],
    ['9792030000000000', 'troy'],
    ['5061040000000001', 'verve'],
  ])('%s is %s', (number, brand) => {
    expect(brandOf(number)?.type).toBe(brand)
    expect(wrongNumber(number)).toBe(undefined)
  })

  it.each([
    ['nothing', '', 'number.empty'],
    ['a wrong check digit', '4242424242424241', 'number.wrong'],
    ['a number that is too short', '4242424242', 'number.short'],
    ['an American Express of 14 digits', '37828224631000', 'number.short'],
    ['a Visa of 17 digits', '42424242424242420', 'number.wrong'],
    ['a few digits of no brand', '99', 'number.short'],
  ])('%s is wrong', (_, number, problem) => {
    expect(wrongNumber(number)).toBe(problem)
  })

  it.each([
    ['a UnionPay number without check digit', '6212345678901232'],
    ['a number of a brand that no table has', '9860010000000009'],
  ])('%s is accepted', (_, number) => {
    expect(wrongNumber(number)).toBe(undefined)
  })

  it.each([
    ['', undefined],
    ['4', undefined],
    ['42', 'visa'],
    ['51', 'mastercard'],
    ['34', 'american-express'],
    ['4011', undefined],
    ['401178', 'elo'],
    ['0', undefined],
  ])('that begins with %j is of the brand %s', (digits, brand) => {
    expect(brandOf(digits)?.type).toBe(brand)
  })
})

describe('an expiry', () => {
  it.each([
    ['nothing', '', 'expiry.empty'],
    ['half of it', '12/', 'expiry.empty'],
    ['a year on its way', '12/203', 'expiry.empty'],
    ['a month that there is not', '13/30', 'expiry.month'],
    ['no month', '00/30', 'expiry.month'],
    ['a month that has ended', '10/26', 'expiry.past'],
    ['a year that has ended', '12/25', 'expiry.past'],
    ['a year that no card is made for', '12/99', 'expiry.far'],
  ])('with %s is wrong', (_, text, problem) => {
    expect(wrongExpiry(text, AROUND.now)).toBe(problem)
  })

  it.each([
    ['2026-11-01T11:59:59Z', undefined],
    ['2026-11-01T12:00:00Z', 'expiry.past'],
  ])('of a month that has ended here holds until it has ended everywhere: at %s', (now, problem) => {
    expect(wrongExpiry('10/26', new Date(now))).toBe(problem)
  })

  it.each([['11/26'], ['12/26'], ['01/46']])('of %s is right', (text) => {
    expect(wrongExpiry(text, AROUND.now)).toBe(undefined)
  })
})

describe('a code', () => {
  it.each([
    [3, '123', undefined],
    [3, '1234', 'code.three.wrong'],
    [4, '123', 'code.four.wrong'],
    [4, '1234', undefined],
    [undefined, '12', 'code.any.wrong'],
    [undefined, '1234', undefined],
    [undefined, '', 'code.any.wrong'],
  ])('for a brand of %s digits: %j', (codeSize, text, problem) => {
    expect(code.wrong(text, { ...AROUND, codeSize })).toBe(problem)
  })
})

describe('a name', () => {
  it.each([
    ['Ann Example', undefined],
    ['王小明', undefined],
    ['  ', 'holder.empty'],
    ['4242 4242 4242 4242', 'holder.number'],
    ['٤٢٤٢٤٢٤٢', 'holder.number'],
  ])('%j', (text, problem) => {
    expect(holder.wrong(text, AROUND)).toBe(problem)
  })

  it('may be missing on a card that money goes to, and is no number there either', () => {
    expect(receiver.wrong('', AROUND)).toBe(undefined)
    expect(receiver.wrong('4242424242424242', AROUND)).toBe('holder.number')
  })
})

describe('an account', () => {
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'gb29nwbk60161331926819',
    'NO93 8601 1117 947',
    '12-34-56 12345678',
  ])('of %s may be one, and goes without its blanks', (text) => {
    expect(mayBeAccount(text)).toBe(true)
    expect(account.sends.accountNumber?.(text)).not.toMatch(/^[A-Z]{2}.* /)
  })

  it.each(['DE88 3704 0044 0532 0130 00', 'DE89'])('of %s is no IBAN', (text) => {
    expect(account.wrong(text, AROUND)).toBe('account.iban')
  })
})

describe('a telephone', () => {
  it.each([
    ['+44 20 7946 0958', '+442079460958'],
    ['(020) 7946-0958', '02079460958'],
    ['٠٢٠٧٩٤٦٠٩٥٨', '02079460958'],
    ['＋８１　９０ー１２３４－５６７８', '+819012345678'],
  ])('of %s is sent as %s', (text, sent) => {
    expect(phone.wrong(text, AROUND)).toBe(undefined)
    expect(phone.sends.number?.(text)).toBe(sent)
  })

  it.each(['', '123', '1234567890123456', 'ask Ann 12345', '020 7946 0958 #12'])('is not %j', (text) => {
    expect(phone.wrong(text, AROUND)).toBe('phone.wrong')
  })
})

it('digits of every script are read, and nothing else', () => {
  expect(digitsOf('1٢۳४５𝟞-x')).toBe('123456')
  expect(asciiDigits('٤x')).toBe('4x')
})

it.each([
  ['visa', 'Visa'],
  ['VISA ELECTRON', 'VISA ELECTRON'],
  ['mastercard', 'Mastercard'],
  ['AMEX', 'AMEX'],
  ['some-bank', 'Some Bank'],
])('the sign of %s is called %s', (brand, name) => {
  const badge = brandBadge(brand, name)

  expect([badge.getAttribute('role'), badge.getAttribute('aria-label')]).toEqual(['img', name])
  expect(badge.outerHTML).not.toContain('url(')
})

it('a card of no brand has a sign that says nothing', () => {
  expect(brandBadge('', '').getAttribute('aria-hidden')).toBe('true')
})
