import { describe, expect, it } from 'vitest'
import { type Customer, missingFields } from './customer.ts'

const home = { address: 'Main Street 1', city: 'Springfield', postalCode: '12345', country: 'DE' }

describe('missingFields', () => {
  it.each<[string, Parameters<typeof missingFields>[0], Customer, string[]]>([
    ['asks for nothing that nobody wants', [], {}, []],
    ['asks for an e-mail', ['email'], {}, ['email']],
    ['refuses an e-mail without a domain', ['email'], { email: 'me@' }, ['email']],
    [
      'refuses an e-mail longer than the gateway takes',
      ['email'],
      { email: `${'a'.repeat(45)}@b.com` },
      ['email'],
    ],
    ['does not count blanks around a value', ['email'], { email: ` ${'a'.repeat(44)}@b.com ` }, []],
    ['asks in one order, however the offer lists them', ['phone', 'email'], {}, ['email', 'phone']],
    ['takes a whole address', ['billing'], { billing: home }, []],
    [
      'names the parts of an address',
      ['billing'],
      {},
      ['address', 'city', 'postalCode', 'country'].map((f) => `billing.${f}`),
    ],
    [
      'asks for a state in the United States',
      ['shipping'],
      { shipping: { ...home, country: 'US' } },
      ['shipping.state'],
    ],
    [
      'asks for no postal code where there are none',
      ['billing'],
      { billing: { address: 'Nathan Road 1', city: 'Kowloon', country: 'HK' } },
      [],
    ],
    [
      'refuses a country in small letters',
      ['billing'],
      { billing: { ...home, country: 'de' } },
      ['billing.country'],
    ],
    ['refuses a phone of letters', ['phone'], { phone: 'call me' }, ['phone']],
    ['takes a phone as people write it', ['phone'], { phone: '+44 20 7946 0958' }, []],
    [
      'refuses a phone with more digits than the gateway takes',
      ['phone'],
      { phone: '+44 20 7946 0958 123' },
      ['phone'],
    ],
    [
      'refuses a state that is not a code',
      ['billing'],
      { billing: { ...home, country: 'US', state: 'California' } },
      ['billing.state'],
    ],
  ])('%s', (_, collect, customer, fields) => {
    expect(missingFields(collect, customer)).toEqual(fields)
  })
})
