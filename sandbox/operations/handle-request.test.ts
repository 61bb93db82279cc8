import { evictDurableObject, SELF } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { SALE, testGateway, type Values } from '../testing/merchant.ts'

const { server_callback_url: _callback, ...WITHOUT_CALLBACK } = SALE
const { amount: _amount, currency: _currency, ...VERIFICATION } = SALE

const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded' }
const HEADERS = { ...FORM_HEADERS, Accept: 'application/vnd.pay+json' }

describe('a form', () => {
  it.each([
    ['sale-form', SALE],
    ['preauth-form', SALE],
    ['account-verification-form', VERIFICATION],
    ['sale-form', WITHOUT_CALLBACK],
  ])('%s returns ids and the address of its page', async (operation, values) => {
    const gateway = testGateway()

    const response = await gateway.call(operation, values)

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/vnd.pay+json')
    expect(await response.json()).toEqual({
      type: 'async-form-response',
      'serial-number': expect.stringMatching(/^[\da-f-]{36}$/),
      'merchant-order-id': '902B4FF5',
      'paynet-order-id': expect.stringMatching(/^\d+$/),
      'end-point-id': '1111',
      'redirect-url': expect.stringMatching(/^http:\/\/gateway\.localhost:8788\/form\/[\da-f]{32}$/),
    })
  })

  it('under the same client_orderid opens a second order', async () => {
    const gateway = testGateway()

    const [first, second] = [await gateway.open(), await gateway.open()]

    expect(second['paynet-order-id']).not.toBe(first['paynet-order-id'])
    expect((await gateway.ledger()).transactions).toHaveLength(2)
  })

  it.each([
    ['a group in the place of the endpoint', '/api/v2/sale-form/3333'],
    ['a group behind /group/', '/api/v2/sale-form/group/3333'],
  ])('takes %s and signs its id', async (_what, path) => {
    expect((await testGateway().call('sale-form', SALE, path)).status).toBe(200)
  })

  it('trims values before it checks and keeps them', async () => {
    const gateway = testGateway()

    await gateway.call('sale-form', SALE, undefined, {
      order_desc: '  Blue teapot ',
      email: ` ${SALE.email}\n`,
    })

    expect((await gateway.ledger()).transactions[0]?.email).toBe('john.smith@gmail.com')
  })

  it.each([
    ['1000', 'JPY'],
    ['1.234', 'KWD'],
  ])('signs %s %s in the minor units of the currency', async (amount, currency) => {
    const response = await testGateway().call('sale-form', { ...SALE, amount, currency })
    expect(response.status).toBe(200)
  })
})

describe('a request is refused, and creates nothing,', () => {
  const long = (length: number) => 'x'.repeat(length)
  const rows: [string, string, string, Values, string?][] = [
    ['with a wrong control', '1', 'INVALID_CONTROL_CODE', { control: '0'.repeat(40) }],
    ['without a control', '2', 'INVALID_PARAMETER', { control: '' }],
    ['signed for another amount', '1', 'INVALID_CONTROL_CODE', { amount: '1.00' }],
    ['signed for another e-mail', '1', 'INVALID_CONTROL_CODE', { email: 'eve@example.com' }],
    ['signed for another order', '1', 'INVALID_CONTROL_CODE', { client_orderid: 'other' }],
    ['with more decimals than the currency has', '9', 'INVALID_AMOUNT', { amount: '10.421' }],
    ['with decimals of a currency without', '9', 'INVALID_AMOUNT', { currency: 'JPY' }],
    ['with an unknown currency', '9', 'INVALID_AMOUNT', { currency: 'DEM' }],
    ['without a client_orderid', '2', 'INVALID_PARAMETER', { client_orderid: ' ' }],
    ['with a long client_orderid', '2', 'INVALID_PARAMETER', { client_orderid: long(129) }],
    ['without a description', '2', 'INVALID_PARAMETER', { order_desc: '' }],
    ['without an amount', '2', 'INVALID_PARAMETER', { amount: '' }],
    ['without an e-mail', '2', 'INVALID_PARAMETER', { email: '' }],
    ['with a long e-mail', '2', 'INVALID_PARAMETER', { email: `${long(40)}@example.com` }],
    ['without an address of the shopper', '2', 'INVALID_PARAMETER', { ipaddress: '' }],
    ['with a broken address of the shopper', '2', 'INVALID_PARAMETER', { ipaddress: 'localhost' }],
    ['without a return address', '2', 'INVALID_PARAMETER', { redirect_url: '' }],
    ['with an invalid return address', '2', 'INVALID_PARAMETER', { redirect_url: 'javascript:alert(1)' }],
    [
      'with a long return address',
      '2',
      'INVALID_PARAMETER',
      { redirect_url: `http://a.example/${long(112)}` },
    ],
    [
      'with a long callback address',
      '2',
      'INVALID_PARAMETER',
      { server_callback_url: `http://a.example/${long(112)}` },
    ],
    ['with a long phone number', '2', 'INVALID_PARAMETER', { phone: '1'.repeat(16) }],
    ['for an unknown endpoint', '3', 'UNKNOWN_ENDPOINT', {}, '/api/v2/sale-form/9999'],
    ['for an endpoint called a group', '3', 'UNKNOWN_ENDPOINT', {}, '/api/v2/sale-form/group/1111'],
    [
      'for an endpoint that is not an int64',
      '6',
      'INVALID_REQUEST',
      {},
      '/api/v2/sale-form/9223372036854775808',
    ],
    ['in a currency not served', '4', 'CURRENCY_NOT_SERVED', {}, '/api/v2/sale-form/2222'],
    ['for another version of the operation', '8', 'UNKNOWN_OPERATION', {}, '/api/v4/sale-form/1111'],
    ['for a name that every object has', '8', 'UNKNOWN_OPERATION', {}, '/api/v2/constructor/1111'],
    ['for an unknown operation', '8', 'UNKNOWN_OPERATION', {}, '/api/v2/sale-forms/1111'],
  ]

  it.each(rows)('%s: error-code %s', async (title, code, name, changes, path) => {
    const gateway = testGateway()
    const values = title.includes('not served') ? { ...SALE, currency: 'USD' } : SALE

    const response = await gateway.call('sale-form', values, path, changes)

    expect(response.status).toBe(400)
    const body = await response.json<Values>()
    expect(body).toMatchObject({ type: 'validation-error', 'error-code': code })
    expect(body['error-message']).toContain(name)
    expect(body).not.toHaveProperty('paynet-order-id')
    const { transactions, requests } = await gateway.ledger()
    expect(transactions).toEqual([])
    expect(requests).toMatchObject([{ outcome: name }])
  })

  it.each([
    ['by GET', { method: 'GET', headers: HEADERS }],
    ['without Accept', { method: 'POST', headers: FORM_HEADERS, body: 'a=1' }],
    ['accepting anything', { method: 'POST', headers: { ...FORM_HEADERS, Accept: '*/*' }, body: 'a=1' }],
    [
      'accepting something else too',
      { method: 'POST', headers: { ...HEADERS, Accept: 'application/vnd.pay+json, application/json' } },
    ],
    [
      'accepting it with a weight',
      { method: 'POST', headers: { ...HEADERS, Accept: `${HEADERS.Accept};q=1` } },
    ],
    ['as JSON', { method: 'POST', headers: { ...HEADERS, 'Content-Type': 'application/json' }, body: '{}' }],
    ['with a name twice', { method: 'POST', headers: HEADERS, body: 'amount=1&amount=2' }],
  ])('%s', async (_what, init) => {
    const gateway = testGateway()

    const response = await gateway.request('/api/v2/sale-form/1111', init)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ type: 'validation-error', 'error-code': '6' })
    expect((await gateway.ledger()).transactions).toEqual([])
  })
})

it('passes requests for every host to the one gateway', async () => {
  await SELF.fetch('http://127.0.0.1:8788/api/v2/status/1111', {
    method: 'POST',
    headers: HEADERS,
    body: 'a=1',
  })

  const ledger = await SELF.fetch('http://gateway.localhost:8788/__sandbox/ledger')

  expect(await ledger.json()).toMatchObject({
    requests: [{ operation: 'status', outcome: 'INVALID_PARAMETER' }],
  })
})

it('keeps everything when the object is evicted', async () => {
  const gateway = testGateway()
  await gateway.open()

  await evictDurableObject(gateway.stub)

  expect(await gateway.status({ client_orderid: '902B4FF5' })).toMatchObject({ status: 'processing' })
})

it('deletes everything on reset and does not reuse an order id', async () => {
  const gateway = testGateway()
  const before = await gateway.open()

  await gateway.control('reset', 'POST')

  expect(await gateway.ledger()).toEqual({
    transactions: [],
    movements: [],
    recurringPayments: [],
    callbacks: [],
    requests: [],
  })
  expect(Number((await gateway.open())['paynet-order-id'])).not.toBe(Number(before['paynet-order-id']))
})
