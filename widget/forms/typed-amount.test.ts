import { describe, expect, it } from 'vitest'
import { readTypedAmount, UNCLEAR } from './typed-amount.ts'

const EUROS = { currency: 'EUR', decimals: 2, locale: 'en-IE' }

describe('an amount', () => {
  it.each([
    ['20', '20.00'],
    ['12,5', '12.50'],
    ['12.50', '12.50'],
    ['007', '7.00'],
    ['0', '0.00'],
    [' 1 234.50 ', '1234.50'],
    ['1\u00a0234,50', '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1’234.50', '1234.50'],
    ["1'234.50", '1234.50'],
    ['1.234.567', '1234567.00'],
    ['1,234,567.8', '1234567.80'],
    ['12,34,567.50', '1234567.50'],
    ['1,234', '1234.00'],
    ['€20', '20.00'],
    ['€ 20.50', '20.50'],
    ['20 €', '20.00'],
    ['20,50€', '20.50'],
    ['EUR 20', '20.00'],
    ['20 eur', '20.00'],
    ['20 euros', '20.00'],
    ['20.-', '20.00'],
    ['20,–', '20.00'],
    ['20.', '20.00'],
    ['٢٠٫٥', '20.50'],
    ['۲۰', '20.00'],
    ['２０．５０', '20.50'],
    ['२०.५०', '20.50'],
    ['১২,৫০', '12.50'],
    ['١٬٢٣٤٫٥٠', '1234.50'],
    ['۱۲۳۴٫۵۰ €', '1234.50'],
  ])('“%s” is %s', (typed, amount) => {
    expect(readTypedAmount(typed, EUROS)).toBe(amount)
  })

  it.each([
    ['1.234', 'en-IE'],
    ['12.345', 'en-IE'],
    ['1,234', 'de-DE'],
    ['1.234', 'fr-FR'],
    ['€1.234', 'en-IE'],
  ])('“%s” is not clear in %s, where that is no thousands separator', (typed, locale) => {
    expect(readTypedAmount(typed, { ...EUROS, locale })).toBe(UNCLEAR)
  })

  it.each([
    ['1.234', 'de-DE', 'EUR', 2, '1234.00'],
    ['1.234,5', 'en-IE', 'EUR', 2, '1234.50'],
    ['1.234', 'en-GB', 'KWD', 3, '1.234'],
    ['1,234', 'en-GB', 'KWD', 3, UNCLEAR],
    ['١٫٢٣٤', 'ar-KW', 'KWD', 3, '1.234'],
    ['١٫٢٣٤', 'ar-EG', 'EGP', 2, UNCLEAR],
    ['1,500', 'ja-JP', 'JPY', 0, '1500'],
    ['¥1,500', 'ja-JP', 'JPY', 0, '1500'],
    ['1.500', 'ja-JP', 'JPY', 0, UNCLEAR],
    ['1.5', 'ja-JP', 'JPY', 0, undefined],
    ['$20', 'en-US', 'USD', 2, '20.00'],
    ['US$20', 'en-CA', 'USD', 2, '20.00'],
    ['20 kr.', 'da-DK', 'DKK', 2, '20.00'],
    ['CHF 1’234.50', 'de-CH', 'CHF', 2, '1234.50'],
    ['20 zł', 'pl-PL', 'PLN', 2, '20.00'],
  ])('“%s” in %s for %s with %i decimals is %s', (typed, locale, currency, decimals, amount) => {
    expect(readTypedAmount(typed, { locale, currency, decimals })).toBe(amount)
  })

  it.each([
    ...[
      '',
      'ten',
      '-20',
      '−20',
      '1e2',
      '1.2.3',
      '1,23,4',
      '0.500',
      '1,2345',
      '1234,567',
      '20+5',
      '.',
      ',5',
      '.50',
    ],
    ...['$20', '20 USD', '£20', '€20€5', '0x10', '1.234,567', '1,234,56', '1.234.56'],
  ])('“%s” is none in euros', (typed) => {
    expect(readTypedAmount(typed, EUROS)).toBeUndefined()
  })
})
