import { describe, expect, it } from 'vitest'
import { ADDRESS, addressFields } from './address-fields.ts'
import { countries } from './countries.ts'

const STREET_CODE_CITY = ['country', 'address', 'postalCode', 'city']
const STREET_CITY_CODE = ['country', 'address', 'city', 'postalCode']
const CODE_CITY_STREET = ['country', 'postalCode', 'city', 'address']

describe('an address', () => {
  it.each([
    ['Germany', 'DE', STREET_CODE_CITY],
    ['France', 'FR', STREET_CODE_CITY],
    ['Spain', 'ES', STREET_CODE_CITY],
    ['Poland', 'PL', STREET_CODE_CITY],
    ['Turkey', 'TR', STREET_CODE_CITY],
    ['no country yet', '', STREET_CODE_CITY],
    ['Great Britain', 'GB', STREET_CITY_CODE],
    ['New Zealand', 'NZ', STREET_CITY_CODE],
    ['India', 'IN', STREET_CITY_CODE],
    ['Brazil', 'BR', STREET_CITY_CODE],
    ['Russia', 'RU', STREET_CITY_CODE],
    ['the United States', 'US', ['country', 'address', 'city', 'state', 'postalCode']],
    ['Australia', 'AU', ['country', 'address', 'city', 'state', 'postalCode']],
    ['Canada', 'CA', ['country', 'address', 'city', 'state', 'postalCode']],
    ['Japan', 'JP', CODE_CITY_STREET],
    ['Hungary', 'HU', CODE_CITY_STREET],
    ['South Korea', 'KR', CODE_CITY_STREET],
    ['Hong Kong, which has no postal codes,', 'HK', ['country', 'address', 'city']],
  ])('in %s is written in its order', (_, country, fields) => {
    expect(addressFields(country)).toEqual(fields)
  })

  it('begins with the country, and has a street and a city, wherever it is', () => {
    const wrong = countries('en').filter(([code]) => {
      const fields = addressFields(code)
      return fields[0] !== 'country' || !['address', 'city'].every((one) => fields.includes(one as 'city'))
    })

    expect(wrong).toEqual([])
    expect(ADDRESS).toHaveLength(5)
  })
})
