import { describe, expect, it } from 'vitest'
import { operations } from './operations.ts'
import { describeRequest } from './request.ts'

const to = { url: 'https://gate.example.com/paynet', login: 'shop', endpointPath: 'group/7', endpointId: '7' }

const form = {
  clientOrderId: 'invoice-902B4FF5',
  description: 'Mug',
  email: 'john.smith@gmail.com',
  ip: '203.0.113.9',
  returnUrl: 'https://pay.example.com/return/a/b',
}

describe('describeRequest', () => {
  it('puts the group into the path and its identifier into the control', () => {
    const { url, controlValues } = describeRequest(operations['account-verification-form'], to, form)

    expect(url).toBe('https://gate.example.com/paynet/api/v2/account-verification-form/group/7')
    expect(controlValues).toEqual(['7', 'invoice-902B4FF5', 'john.smith@gmail.com'])
  })

  it.each([
    [94, 2, '0.94', '94'],
    [1015, 2, '10.15', '1015'],
    [500, 0, '500', '500'],
    [1234, 3, '1.234', '1234'],
  ])('sends %i at exponent %i as %s and signs it as %s', (minor, exponent, sent, signed) => {
    const input = { ...form, amount: { minor, exponent }, currency: 'EUR' }

    const { fields, controlValues } = describeRequest(operations['sale-form'], to, input)

    expect(new Map(fields).get('amount')).toBe(sent)
    expect(controlValues[2]).toBe(signed)
  })

  it('drops blanks around values before they are signed and sent', () => {
    const { fields, controlValues } = describeRequest(operations['account-verification-form'], to, {
      ...form,
      email: ' john.smith@gmail.com\n',
    })

    expect(new Map(fields).get('email')).toBe('john.smith@gmail.com')
    expect(controlValues[2]).toBe('john.smith@gmail.com')
  })

  it('signs an absent identifier of the gateway as nothing and does not send it', () => {
    const { fields, controlValues } = describeRequest(operations.status, to, { clientOrderId: 'a' })

    expect(fields).toEqual([
      ['login', 'shop'],
      ['client_orderid', 'a'],
    ])
    expect(controlValues).toEqual(['shop', 'a', ''])
  })

  it('spells a field as the gateway does', () => {
    const input = { ...form, callbackUrl: 'https://pay.example.com/callback/a/b' }
    const spelled = describeRequest(operations['account-verification-form'], to, input, {
      server_callback_url: 'notify_url',
    })

    expect(new Map(spelled.fields).get('notify_url')).toBe(input.callbackUrl)
  })

  it.each([
    ['a required value that is missing', { ...form, email: ' ' }],
    ['a value that is too long', { ...form, email: `${'a'.repeat(50)}@b.c` }],
  ])('refuses %s', (_, input) => {
    expect(() => describeRequest(operations['account-verification-form'], to, input)).toThrow(TypeError)
  })
})

describe('operations', () => {
  it.each(Object.entries(operations))('%s can compute every value of its control', (_, operation) => {
    const known = ['endpointId', 'login', ...Object.values(operation.fields).map(({ from }) => from)]
    const parts = operation.control.map((part) => (part === 'amountMinor' ? 'amount' : part))

    expect(parts.filter((part) => !known.includes(part))).toEqual([])
  })
})
