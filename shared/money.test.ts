import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXPONENTS, NOT_CHARGEABLE } from './currencies.ts'
import { toDecimal, toMinor } from './money.ts'

describe('toMinor', () => {
  it.each([
    ['0.94', 2, 94],
    ['10.15', 2, 1015],
    ['99.1', 2, 9910],
    ['1234567.89', 2, 123456789],
    ['500', 0, 500],
    ['1.234', 3, 1234],
    ['0.0001', 4, 1],
    ['007.50', 2, 750],
    ['9999999999.99', 2, 999999999999],
    ['0', 2, 0],
  ])('reads %s at exponent %i as %i', (text, exponent, minor) => {
    expect(toMinor(text, exponent)).toEqual({ ok: true, value: minor })
  })

  it.each([
    ['more decimals than the currency has', '10.005', 2, 'amount-decimals'],
    ['even zeros beyond them', '10.500', 2, 'amount-decimals'],
    ['any decimals of a currency without', '10.0', 0, 'amount-decimals'],
    ['more than twelve digits', '10000000000.00', 2, 'amount-too-long'],
    ['a sign', '-1.00', 2, 'amount-malformed'],
    ['an exponent', '1e3', 2, 'amount-malformed'],
    ['separators', '1,000.00', 2, 'amount-malformed'],
    ['blanks', ' 1.00', 2, 'amount-malformed'],
    ['a point without digits', '1.', 2, 'amount-malformed'],
    ['digits of another script', '١٢', 2, 'amount-malformed'],
    ['nothing', '', 2, 'amount-malformed'],
  ])('refuses %s', (_, text, exponent, reason) => {
    expect(toMinor(text, exponent)).toEqual({ ok: false, reason })
  })
})

describe('toDecimal', () => {
  it.each([
    [1250, 2, '12.50'],
    [5, 2, '0.05'],
    [0, 2, '0.00'],
    [500, 0, '500'],
    [1, 3, '0.001'],
  ])('writes %i at exponent %i as %s', (minor, exponent, text) => {
    expect(toDecimal(minor, exponent)).toBe(text)
  })

  it('gives back every amount that it wrote', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999_999 }), fc.nat({ max: 4 }), (minor, exponent) => {
        expect(toMinor(toDecimal(minor, exponent), exponent)).toEqual({ ok: true, value: minor })
      }),
    )
  })
})

describe('EXPONENTS', () => {
  it.each([
    ['JPY', 0],
    ['HUF', 2],
    ['IQD', 3],
    ['KWD', 3],
    ['CLF', 4],
    ['XCG', 2],
    ['ZWG', 2],
  ])('gives %s %i decimals', (code, exponent) => {
    expect(EXPONENTS.get(code)).toBe(exponent)
  })

  it.each(['BGN', 'ANG', 'HRK', 'SLL', 'CUC', ...NOT_CHARGEABLE])('does not know %s', (code) => {
    expect(EXPONENTS.has(code)).toBe(false)
  })

  it('holds three capital letters only, and more than 160 of them', () => {
    expect([...EXPONENTS.keys()].filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
    expect(EXPONENTS.size).toBeGreaterThan(160)
  })
})
