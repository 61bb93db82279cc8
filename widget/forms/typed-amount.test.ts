import { describe, expect, it } from 'vitest'
import type { OfferClaims } from '../../shared/offer.ts'
import { readAmount, readTypedAmount, UNCLEAR } from './typed-amount.ts'

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
    ['Rs. 500', 'en-IN', 'INR', '500.00'],
    ['Rs.500', 'en-IN', 'INR', '500.00'],
    ['Rs 1,00,000.50', 'hi-IN', 'INR', '100000.50'],
    ['₨ 500', 'en-IN', 'INR', '500.00'],
    ['₹500', 'en-IN', 'INR', '500.00'],
    ['500/-', 'en-IN', 'INR', '500.00'],
    ['Rs. 500/-', 'en-IN', 'INR', '500.00'],
    ['500 rupees', 'en-IN', 'INR', '500.00'],
    ['५०० रुपए', 'hi-IN', 'INR', '500.00'],
    ['Rs. 500', 'ur-PK', 'PKR', '500.00'],
    ['Rs 500', 'en-LK', 'LKR', '500.00'],
    ['500 руб.', 'ru-RU', 'RUB', '500.00'],
    ['500 руб.', 'en-GB', 'RUB', '500.00'],
    ['500р.', 'ru-RU', 'RUB', '500.00'],
    ['500 рублей', 'ru-RU', 'RUB', '500.00'],
    ['1 500,50 ₽', 'ru-RU', 'RUB', '1500.50'],
    ['20 руб', 'ru-BY', 'BYN', '20.00'],
    ['500 грн', 'uk-UA', 'UAH', '500.00'],
    ['500 гривень', 'uk-UA', 'UAH', '500.00'],
    ['500 тг', 'kk-KZ', 'KZT', '500.00'],
    ['20 лв.', 'bg-BG', 'BGN', '20.00'],
    ['20 лв', 'en-GB', 'BGN', '20.00'],
    ['50 lei', 'ro-RO', 'RON', '50.00'],
    ['50 zl', 'pl-PL', 'PLN', '50.00'],
    ['50 złotych', 'pl-PL', 'PLN', '50.00'],
    ['100 korun', 'cs-CZ', 'CZK', '100.00'],
    ['500:-', 'sv-SE', 'SEK', '500.00'],
    ['500 kronor', 'sv-SE', 'SEK', '500.00'],
    ['Fr. 20.–', 'de-CH', 'CHF', '20.00'],
    ['50 TL', 'tr-TR', 'TRY', '50.00'],
    ['SR 100', 'en-SA', 'SAR', '100.00'],
    ['100 ر.س', 'ar-SA', 'SAR', '100.00'],
    ['100 ر.س', 'en-GB', 'SAR', '100.00'],
    ['Dhs. 100', 'en-AE', 'AED', '100.00'],
    ['LE 100', 'en-EG', 'EGP', '100.00'],
    ['1000/=', 'en-KE', 'KES', '1000.00'],
    ['Ksh 1,000', 'en-KE', 'KES', '1000.00'],
    ['100 元', 'zh-CN', 'CNY', '100.00'],
    ['NT$ 100', 'zh-TW', 'TWD', '100.00'],
    ['100 บาท', 'th-TH', 'THB', '100.00'],
    ['R$ 20,50', 'pt-BR', 'BRL', '20.50'],
    ['20 reais', 'pt-BR', 'BRL', '20.00'],
    ['20 pesos', 'es-MX', 'MXN', '20.00'],
    ['$20 USD', 'en-US', 'USD', '20.00'],
    ['20 dollars', 'en-US', 'USD', '20.00'],
    ['20 ₪', 'he-IL', 'ILS', '20.00'],
  ])('“%s” in %s for %s is %s, as people write it', (typed, locale, currency, amount) => {
    expect(readTypedAmount(typed, { locale, currency, decimals: 2 })).toBe(amount)
  })

  it.each([
    ['KD 1.5', 'en-KW', 'KWD', 3, '1.500'],
    ['1.5 KD', 'en-GB', 'KWD', 3, '1.500'],
    ['KD. 1.5', 'en-KW', 'KWD', 3, '1.500'],
    ['د.ك. 1.5', 'ar-KW', 'KWD', 3, '1.500'],
    ['١٫٥ د.ك', 'en-KW', 'KWD', 3, '1.500'],
    ['BD 2', 'en-BH', 'BHD', 3, '2.000'],
    ['JD 2.250', 'en-JO', 'JOD', 3, '2.250'],
    ['1500円', 'ja-JP', 'JPY', 0, '1500'],
    ['1500 yen', 'en-US', 'JPY', 0, '1500'],
    ['1,500원', 'ko-KR', 'KRW', 0, '1500'],
    ['Rp 50.000', 'id-ID', 'IDR', 0, '50000'],
    ['50.000 đ', 'vi-VN', 'VND', 0, '50000'],
  ])(
    '“%s” in %s for %s with %i decimals is %s, as people write it',
    (typed, locale, currency, decimals, amount) => {
      expect(readTypedAmount(typed, { locale, currency, decimals })).toBe(amount)
    },
  )

  it.each([
    ['Rs.50', 'INR', 2, undefined],
    ['KD.500', 'KWD', 3, undefined],
    ['Rs. 1.234', 'INR', 2, UNCLEAR],
    ['$.50', 'USD', 2, undefined],
    ['Rs 500', 'RUB', 2, undefined],
    ['R 500', 'RUB', 2, undefined],
    ['500 kr', 'KWD', 3, undefined],
    ['500 руб.', 'UAH', 2, undefined],
    ['500 rupees', 'IDR', 0, undefined],
    ['500 تومان', 'IRR', 2, undefined],
    ['KD 5', 'USD', 2, undefined],
    ['500 lakh', 'INR', 2, undefined],
    ['500k', 'INR', 2, undefined],
    ['-500/-', 'INR', 2, undefined],
    ['500/2', 'INR', 2, undefined],
    ['€20 USD', 'USD', 2, undefined],
  ])(
    '“%s” for %s with %i decimals stays refused: ambiguous, or of something else',
    (typed, currency, decimals, read) => {
      expect(readTypedAmount(typed, { currency, decimals, locale: 'en-IN' })).toBe(read)
    },
  )

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

const RANGE = { min: '1.00', max: '9999.00', currency: 'EUR' } as OfferClaims

describe('readAmount', () => {
  it.each([
    ['12,5', '12.50'],
    [' 1 234.50 ', '1234.50'],
    ['007', '7.00'],
  ])('reads %s as a shopper types it', (typed, amount) => {
    expect(readAmount(RANGE, typed, 'en-IE')).toBe(amount)
  })

  it.each([
    ['0.99', undefined],
    ['9999.01', undefined],
    ['1.234', UNCLEAR],
    // A thousand times as much is not on offer, so there is nothing to ask.
    ['12.345', undefined],
  ])('reads %s as far as the offer allows', (typed, amount) => {
    expect(readAmount(RANGE, typed, 'en-IE')).toBe(amount)
  })
})
