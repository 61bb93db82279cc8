import { describe, expect, it } from 'vitest'
import { decimalMarkIn, edgeUnits, textOfUnits, unitsOf } from './report-amounts.ts'

describe('an amount of a report', () => {
  it.each([
    ['12.50', 2, 'point', '12.50'],
    ['12,50', 2, 'comma', '12.50'],
    ['1,234.50', 2, 'point', '1234.50'],
    ['1.234.567,5', 2, 'comma', '1234567.50'],
    ['1 234,50', 2, 'comma', '1234.50'],
    ["1'234.50", 2, 'point', '1234.50'],
    ['-20.00', 2, 'point', '-20.00'],
    ['− 20.00', 2, 'point', '-20.00'],
    ['20.00-', 2, 'point', '-20.00'],
    ['(20.00)', 2, 'point', '-20.00'],
    ['+20', 2, 'point', '20.00'],
    ['500.00', 0, 'point', '500'],
    ['1.234', 3, 'point', '1.234'],
  ] as const)('%s with %i decimals and a %s is %s', (text, exponent, mark, sum) => {
    const units = unitsOf(text, exponent, mark) ?? expect.fail()

    expect(textOfUnits(units, exponent)).toBe(sum)
  })

  it.each([
    ['', 2, 'point'],
    ['12.505', 2, 'point'],
    ['12,50', 2, 'point'],
    ['12.50', 2, 'comma'],
    ['1,23,456', 2, 'point'],
    ['-20.00-', 2, 'point'],
    ['--20.00', 2, 'point'],
    ['€20.00', 2, 'point'],
    ['1e3', 2, 'point'],
    ['500.50', 0, 'point'],
    ['99999999999.00', 2, 'point'],
  ] as const)('%j with %i decimals and a %s is none', (text, exponent, mark) => {
    expect(unitsOf(text, exponent, mark)).toBeUndefined()
  })

  it('of the edge is compared to the last digit', () => {
    expect(edgeUnits('12.50') - edgeUnits('2.505')).toBe(edgeUnits('9.995'))
  })

  it.each([
    ['100000000', 0],
    ['999999999999', 0],
    ['1234567890.00', 2],
    ['99999999999999.99', 2],
    ['-250000000.00', 2],
  ])('of the edge may be as large as %s', (text, exponent) => {
    expect(textOfUnits(edgeUnits(text), exponent)).toBe(text)
  })

  it.each(['', '1,000', '12.50505', '1e3', '--1', ' 1'])(
    'of the edge is not %j, and never counts as 0',
    (text) => {
      expect(() => edgeUnits(text)).toThrow('where the edge should have an amount')
    },
  )
})

describe('the decimal mark', () => {
  const mark = (...texts: readonly string[]) => decimalMarkIn(texts.map((text) => ({ text, exponent: 2 })))

  it.each([
    ['point', ['12.50', '1.000']],
    ['comma', ['12,50', '1.000']],
    ['point', ['1,000.00']],
    ['point', ['12', '7']],
    ['point', []],
  ] as const)('is a %s in %j', (value, texts) => {
    expect(mark(...texts)).toEqual({ ok: true, value })
  })

  it('is for a person to say where one amount may be one or a thousand', () => {
    expect(mark('1.000', '12')).toEqual({ ok: false, reason: expect.stringContaining('“1.000”') })
  })

  it.each([
    ['more of them have a point', ['12.50', '7.25', '1.000', '1,5']],
    ['more of them have a comma', ['12,50', '7,25', '1.000', '1.5']],
  ])('is for a person to say where amounts prove both, though %s', (_, texts) => {
    expect(mark(...texts)).toEqual({
      ok: false,
      reason: expect.stringMatching(/“.*point.*“.*; say --decimal/),
    })
  })
})
