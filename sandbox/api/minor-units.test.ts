import { describe, expect, it } from 'vitest'
import { majorUnits, minorUnits } from './minor-units.ts'

describe('minorUnits', () => {
  it.each([
    ['10.42', 'EUR', 1042],
    ['0.94', 'EUR', 94],
    ['99.1', 'USD', 9910],
    ['10.5', 'HUF', 1050],
    ['1000', 'JPY', 1000],
    ['1.234', 'KWD', 1234],
    ['1.2345', 'CLF', 12345],
    ['1234567890.12', 'EUR', 123456789012],
    ['1.15', 'EUR', 115],
  ])('reads %s %s as %d minor units', (text, currency, minor) => {
    expect(minorUnits(text, currency)).toBe(minor)
  })

  it.each([
    ['more decimals than the currency has', '10.123', 'EUR'],
    ['decimals in a currency without', '10.0', 'JPY'],
    ['zero', '0.00', 'EUR'],
    ['a sign', '-1', 'EUR'],
    ['an exponent', '1e3', 'EUR'],
    ['a comma', '1,50', 'EUR'],
    ['nothing before the point', '.50', 'EUR'],
    ['nothing after the point', '1.', 'EUR'],
    ['two points', '1.0.0', 'EUR'],
    ['thirteen digits', '12345678901.23', 'EUR'],
    ['a currency that is gone', '1.00', 'DEM'],
    ['gold', '1', 'XAU'],
  ])('refuses %s', (_what, text, currency) => {
    expect(minorUnits(text, currency)).toBeUndefined()
  })
})

it.each([
  [1042, 'EUR', '10.42'],
  [5, 'EUR', '0.05'],
  [0, 'EUR', '0.00'],
  [1000, 'JPY', '1000'],
  [1234, 'KWD', '1.234'],
  [123456789012, 'EUR', '1234567890.12'],
])('writes %d minor units of %s as %s', (minor, currency, text) => {
  expect(majorUnits(minor, currency)).toBe(text)
})
