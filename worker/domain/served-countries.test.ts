import { describe, expect, it } from 'vitest'
import { commonCountries, countryRefusal } from './served-countries.ts'

const at = (country: string) => ({ address: 'High Street 1', city: 'X', country })

describe('commonCountries', () => {
  it.each([
    ['all, where nothing names any', [{}, {}], undefined],
    ['those of the one that names some', [{}, { countries: ['DE', 'AT'] }, {}], ['DE', 'AT']],
    ['those that all name', [{ countries: ['DE', 'AT'] }, { countries: ['AT', 'CH'] }], ['AT']],
    ['none, where they have none together', [{ countries: ['DE'] }, { countries: ['CH'] }], []],
  ] as const)('is %s', (_, sold, countries) => {
    expect(commonCountries(sold)).toEqual(countries)
  })
})

describe('countryRefusal', () => {
  it.each([
    ['takes every country where none is named', { billing: at('US') }, undefined, undefined],
    ['takes addresses within', { billing: at('DE'), shipping: at('AT') }, ['DE', 'AT'], undefined],
    ['takes a shopper without an address', { email: 'a@b.example' }, ['DE'], undefined],
    ['leaves an incomplete address to another check', { billing: at('') }, ['DE'], undefined],
    ['names the billing address', { billing: at('US'), shipping: at('DE') }, ['DE'], ['billing.country']],
    ['names the delivery address', { billing: at('DE'), shipping: at('US') }, ['DE'], ['shipping.country']],
    [
      'names both',
      { billing: at('US'), shipping: at('CA') },
      ['DE'],
      ['billing.country', 'shipping.country'],
    ],
  ] as const)('%s', (_, customer, countries, fields) => {
    expect(countryRefusal(customer, countries)).toEqual(fields && { code: 'country-not-served', fields })
  })
})
