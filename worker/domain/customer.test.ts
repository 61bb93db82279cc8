import { describe, expect, it } from 'vitest'
import { customer, customerRefusal } from './customer.ts'

const billing = { address: 'Ring 1', city: 'Wien', postalCode: '1010', country: 'AT' }

describe('customer', () => {
  it('trims texts and leaves empty ones out', () => {
    const given = { email: ' a@b.example ', phone: ' ', billing: { ...billing, state: '' } }

    expect(customer.parse(given)).toEqual({ email: 'a@b.example', billing })
  })

  it('gives the gateway’s code of a state that a shopper named, and ASCII where the gateway reads it', () => {
    const given = {
      email: 'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ',
      phone: '＋１ ٢١٣ ۵۵۵ ०१२३',
      billing: { ...billing, postalCode: '９０２１０', country: 'US', state: ' california ' },
    }

    const read = customer.parse(given)

    expect(read).toEqual({
      email: 'ann@example.com',
      phone: '+1 213 555 0123',
      billing: { ...billing, postalCode: '90210', country: 'US', state: 'CA' },
    })
    expect(customer.parse(read)).toEqual(read)
  })

  it.each([
    ['an unknown field', { email: 'a@b.example', pan: '4111111111111111' }],
    ['an unknown part of an address', { billing: { ...billing, street: 'x' } }],
    ['a number', { phone: 431234567 }],
    ['a text without end', { name: 'x'.repeat(1001) }],
    ['a list', []],
  ])('refuses %s', (_, given) => {
    expect(customer.safeParse(given).success).toBe(false)
  })
})

describe('customerRefusal', () => {
  it.each([
    ['nothing wrong', { email: 'a@b.example', billing }, undefined],
    [
      'fields in need of correction',
      { email: 'x', billing: { ...billing, country: 'at' } },
      {
        code: 'customer-invalid',
        fields: ['email', 'billing.country'],
      },
    ],
    [
      'parts of an address that are missing',
      { email: 'a@b.example', billing: { ...billing, city: '' } },
      {
        code: 'collect-missing',
        fields: ['billing.city'],
      },
    ],
    [
      'an unknown state',
      { email: 'a@b.example', billing: { ...billing, country: 'US', state: 'Ruritania' } },
      {
        code: 'customer-invalid',
        fields: ['billing.state'],
      },
    ],
    [
      'line feeds',
      { email: 'a@b.example', name: 'A\nB', billing },
      {
        code: 'customer-invalid',
        fields: ['name'],
      },
    ],
    [
      'half a surrogate',
      { email: 'a@b.example', name: 'A\ud800', billing },
      {
        code: 'customer-invalid',
        fields: ['name'],
      },
    ],
  ])('tells of %s', (_, given, refusal) => {
    expect(customerRefusal(given, ['email', 'billing'])).toEqual(refusal)
  })

  it('asks for nothing where nothing is to be collected yet', () => {
    expect(customerRefusal({})).toBeUndefined()
  })
})
