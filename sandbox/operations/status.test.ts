import { describe, expect, it } from 'vitest'
import { UNKNOWN_ORDER_CODE } from '../api/error-codes.ts'
import { SALE, testGateway, type Values } from '../testing/merchant.ts'

const { amount: _amount, currency: _currency, ...VERIFICATION } = SALE

describe('status', () => {
  it('returns an unpaid order by either id, by both and by its request', async () => {
    const gateway = testGateway()
    const form = await gateway.open()
    const ids = { client_orderid: '902B4FF5', orderid: form['paynet-order-id'] ?? '' }

    const replies = [
      await gateway.status(ids),
      await gateway.status({ client_orderid: '902B4FF5' }),
      await gateway.status({ client_orderid: '902B4FF5', orderid: '' }),
      await gateway.status({ orderid: ids.orderid }),
      await gateway.status({ ...ids, 'by-request-sn': form['serial-number'] ?? '' }),
    ]

    for (const reply of replies)
      expect(reply).toEqual({
        type: 'status-response',
        'serial-number': expect.any(String),
        status: 'processing',
        'merchant-order-id': '902B4FF5',
        'paynet-order-id': form['paynet-order-id'],
        'end-point-id': '1111',
        'transaction-type': 'sale',
        'order-stage': 'sale_processing',
        'by-request-sn': form['serial-number'],
        amount: '10.42',
        'initial-amount': '10.42',
        'total-reversal-amount': '0.00',
        currency: 'EUR',
        email: 'john.smith@gmail.com',
      })
  })

  it('returns no order without an id', async () => {
    const gateway = testGateway()
    await gateway.open()

    expect(await gateway.status({})).toMatchObject({ type: 'validation-error', 'error-code': '2' })
  })

  it('returns no order if the two ids belong to different orders', async () => {
    const gateway = testGateway()
    const form = await gateway.open()

    const reply = await gateway.status({ client_orderid: 'other', orderid: form['paynet-order-id'] ?? '' })

    expect(reply).toMatchObject({ 'error-code': '7' })
  })

  it('answers with an endpoint group in the path', async () => {
    const gateway = testGateway()
    await gateway.call('sale-form', SALE, '/api/v2/sale-form/group/3333')

    const values = { login: 'merchant', client_orderid: '902B4FF5' }
    const response = await gateway.call('status', values, '/api/v2/status/group/3333')

    expect(await response.json()).toMatchObject({ status: 'processing', 'end-point-id': '3333' })
  })

  it('returns the newest of two orders with one merchant id', async () => {
    const gateway = testGateway()
    await gateway.open()
    const second = await gateway.open()

    const reply = await gateway.status({ client_orderid: '902B4FF5' })

    expect(reply['paynet-order-id']).toBe(second['paynet-order-id'])
  })

  it('returns no amount and no currency for a verification', async () => {
    const gateway = testGateway()
    await gateway.open('account-verification-form', VERIFICATION)

    const reply = await gateway.status({ client_orderid: '902B4FF5' })

    expect(reply).toMatchObject({ 'transaction-type': 'account-verification' })
    expect(reply).not.toHaveProperty('amount')
    expect(reply).not.toHaveProperty('currency')
  })

  it.each([
    ['an order that does not exist', '7', { client_orderid: 'nobody' }],
    ['an order of another merchant id', '7', { client_orderid: 'nobody', orderid: 'same' }],
    ['a request that does not exist', '10', { client_orderid: '902B4FF5', 'by-request-sn': 'none' }],
    ['another login', '5', { client_orderid: '902B4FF5', login: 'stranger' }],
  ])('answers for %s with error-code %s', async (_what, code, values: Values) => {
    const gateway = testGateway()
    const form = await gateway.open()
    const orderid = values.orderid ? { orderid: form['paynet-order-id'] ?? '' } : {}

    const response = await gateway.call('status', { login: 'merchant', ...values, ...orderid })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ type: 'validation-error', 'error-code': code })
  })

  it('answers for an unknown order with the documented code', () => {
    expect(UNKNOWN_ORDER_CODE).toBe('7')
  })

  it('does not reveal to a stranger whether an order exists', async () => {
    const gateway = testGateway()
    await gateway.open()
    const values = { login: 'merchant', client_orderid: 'nobody' }

    const response = await gateway.call('status', values, undefined, { control: 'f'.repeat(40) })

    expect(await response.json()).toMatchObject({ 'error-code': '1' })
  })
})
