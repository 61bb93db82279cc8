import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, testReceiver, type Values } from '../testing/merchant.ts'

const DAY_MS = 86_400_000
const EUR = (amount: string) => ({ amount, currency: 'EUR' })

/** Opens a gateway with one order, and returns the actions on it. */
async function openOrder(operation: string, changes: Values = {}) {
  const gateway = testGateway()
  const { server_callback_url: _callback, ...values } = { ...CARD_SALE, ...changes }
  const opened = await gateway.ask(operation, values)
  const ids = { client_orderid: '902B4FF5', orderid: opened['paynet-order-id'] ?? '' }
  const act = (name: string, part: Values = {}) => gateway.ask(name, { login: 'merchant', ...ids, ...part })
  const money = async () =>
    (await gateway.ledger()).movements.map(({ kind, amountMinor }) => [kind, amountMinor])
  return { gateway, opened, ids, act, money, status: () => gateway.status(ids) }
}

describe('capture', () => {
  it('takes the whole hold as a stage of its own under the same order id', async () => {
    const { opened, act, money, status } = await openOrder('preauth')

    const reply = await act('capture')

    expect(reply).toEqual({
      type: 'async-response',
      'serial-number': expect.any(String),
      'merchant-order-id': '902B4FF5',
      'paynet-order-id': opened['paynet-order-id'],
      'end-point-id': '1111',
    })
    expect(reply['serial-number']).not.toBe(opened['serial-number'])
    expect(await status()).toMatchObject({
      status: 'approved',
      'transaction-type': 'capture',
      'order-stage': 'capture_approved',
      'by-request-sn': reply['serial-number'],
      amount: '10.42',
      'initial-amount': '10.42',
      'total-capture-amount': '10.42',
    })
    expect(await money()).toEqual([
      ['hold', 1042],
      ['capture', 1042],
    ])
  })

  it('takes a part and frees the rest', async () => {
    const { act, money, status } = await openOrder('preauth')

    await act('capture', EUR('4.00'))

    expect(await status()).toMatchObject({
      amount: '4.00',
      'initial-amount': '10.42',
      'total-capture-amount': '4.00',
    })
    expect(await money()).toEqual([
      ['hold', 1042],
      ['capture', 400],
      ['release', 642],
    ])
  })

  it('has its own serial number in status, and the preauth keeps the other', async () => {
    const { gateway, opened, ids, act } = await openOrder('preauth')
    await act('capture', EUR('4.00'))

    const preauth = await gateway.status({ ...ids, 'by-request-sn': opened['serial-number'] ?? '' })

    expect(preauth).toMatchObject({
      'transaction-type': 'preauth',
      amount: '10.42',
      'total-capture-amount': '4.00',
    })
  })
})

describe('void', () => {
  it.each([
    ['preauth', 'hold', 'release'],
    ['sale', 'charge', 'reversal'],
  ])('undoes a whole %s', async (operation, moved, undone) => {
    const { act, money, status } = await openOrder(operation)

    await act('void')

    expect(await status()).toMatchObject({ status: 'approved', 'transaction-type': 'void', amount: '10.42' })
    expect(await money()).toEqual([
      [moved, 1042],
      [undone, 1042],
    ])
  })

  it('is refused once the sale is settled in a batch', async () => {
    const { gateway, act, money } = await openOrder('sale')
    await gateway.control('settle-batch', 'POST')

    expect(await act('void')).toMatchObject({ type: 'error', 'error-code': '25' })
    expect(await money()).toEqual([['charge', 1042]])
  })

  it('is refused a day after the sale, but not of a preauth', async () => {
    const [sale, preauth] = [await openOrder('sale'), await openOrder('preauth')]
    for (const { gateway } of [sale, preauth]) await gateway.control('clock', 'POST', { advanceMs: DAY_MS })

    expect(await sale.act('void')).toMatchObject({ 'error-code': '25' })
    expect(await preauth.act('void')).toMatchObject({ type: 'async-response' })
  })
})

describe('return', () => {
  it('cancels the whole hold of a preauth', async () => {
    const { act, money, status } = await openOrder('preauth')

    await act('return')

    expect(await status()).toMatchObject({
      'transaction-type': 'cancel',
      amount: '10.42',
      'total-reversal-amount': '10.42',
      'total-capture-amount': '0.00',
    })
    expect(await money()).toEqual([
      ['hold', 1042],
      ['release', 1042],
    ])
  })

  it('gives back parts until nothing is left, equal ones too', async () => {
    const { act, money, status } = await openOrder('sale')

    const serials = [
      (await act('return', EUR('4.00')))['serial-number'],
      (await act('return', EUR('4.00')))['serial-number'],
    ]
    expect(new Set(serials).size).toBe(2)
    expect(await status()).toMatchObject({
      'transaction-type': 'reversal',
      amount: '4.00',
      'initial-amount': '10.42',
      'total-reversal-amount': '8.00',
    })
    expect(await act('return', EUR('2.43'))).toMatchObject({ type: 'error', 'error-code': '27' })
    await act('return')

    expect(await status()).toMatchObject({ amount: '2.42', 'total-reversal-amount': '10.42' })
    expect(await act('return')).toMatchObject({ 'error-code': '27' })
    expect(await money()).toEqual([
      ['charge', 1042],
      ['reversal', 400],
      ['reversal', 400],
      ['reversal', 242],
    ])
  })

  it('gives back no more than was captured', async () => {
    const { act, status } = await openOrder('preauth')
    await act('capture', EUR('4.00'))

    expect(await act('return', EUR('4.01'))).toMatchObject({ 'error-code': '27' })
    await act('return')

    expect(await status()).toMatchObject({
      'transaction-type': 'reversal',
      amount: '4.00',
      'total-reversal-amount': '4.00',
      'total-capture-amount': '4.00',
    })
  })

  it('still works on a settled sale', async () => {
    const { gateway, act } = await openOrder('sale')
    await gateway.control('settle-batch', 'POST')

    expect(await act('return')).toMatchObject({ type: 'async-response' })
  })

  it('counts in the minor units of the currency', async () => {
    const { act, status } = await openOrder('sale', { amount: '1000', currency: 'JPY' })

    await act('return', { amount: '1', currency: 'JPY' })

    expect(await status()).toMatchObject({
      amount: '1',
      'total-reversal-amount': '1',
      'initial-amount': '1000',
    })
  })
})

type Row = readonly [
  why: string,
  opens: readonly [string, Values?],
  before: string,
  refused: readonly [string, Values?],
  code: string,
]

const DECLINED: Values = { cvv2: '116' }
const UNKNOWN: Values = { cvv2: '217' }

const REFUSED: readonly Row[] = [
  ['captures a sale', ['sale'], '', ['capture'], '21'],
  ['captures twice', ['preauth'], 'capture', ['capture'], '22'],
  ['captures more than is held', ['preauth'], '', ['capture', EUR('10.43')], '27'],
  ['captures another currency', ['preauth'], '', ['capture', { amount: '1.00', currency: 'USD' }], '28'],
  ['captures after a void', ['preauth'], 'void', ['capture'], '23'],
  ['captures after a cancel', ['preauth'], 'return', ['capture'], '23'],
  ['captures a declined preauth', ['preauth', DECLINED], '', ['capture'], '20'],
  ['captures a preauth of unknown outcome', ['preauth', UNKNOWN], '', ['capture'], '20'],
  ['voids after a capture', ['preauth'], 'capture', ['void'], '22'],
  ['voids twice', ['sale'], 'void', ['void'], '23'],
  ['voids after a cancel', ['preauth'], 'return', ['void'], '23'],
  ['voids after a return', ['sale'], 'return', ['void'], '23'],
  ['voids a verification', ['account-verification'], '', ['void'], '24'],
  ['voids a declined sale', ['sale', DECLINED], '', ['void'], '20'],
  ['voids a part', ['sale'], '', ['void', EUR('1.00')], '29'],
  ['voids with a currency', ['sale'], '', ['void', { currency: 'EUR' }], '29'],
  ['returns a verification', ['account-verification'], '', ['return'], '26'],
  ['returns a declined sale', ['sale', DECLINED], '', ['return'], '20'],
  ['returns a sale of unknown outcome', ['sale', UNKNOWN], '', ['return'], '20'],
  ['returns after a void', ['sale'], 'void', ['return'], '23'],
  ['cancels a part of a hold', ['preauth'], '', ['return', EUR('1.00')], '29'],
  ['cancels twice', ['preauth'], 'return', ['return'], '23'],
  ['returns more than was charged', ['sale'], '', ['return', EUR('10.43')], '27'],
  ['returns another currency', ['sale'], '', ['return', { amount: '1.00', currency: 'USD' }], '28'],
]

it.each(REFUSED)('a request that %s is refused with its own code and changes nothing', async (...row) => {
  const [_why, [operation, changes], before, [refused, part], code] = row
  const { gateway, act } = await openOrder(operation, changes)
  if (before) expect(await act(before)).toMatchObject({ type: 'async-response' })
  const { transactions, movements } = await gateway.ledger()

  const reply = await act(refused, part)

  expect(reply).toMatchObject({ type: 'error', 'error-code': code, 'merchant-order-id': '902B4FF5' })
  expect(reply).not.toHaveProperty('paynet-order-id')
  expect(await gateway.ledger()).toMatchObject({ transactions, movements })
})

it.each([
  ['an amount without currency', '2', { amount: '1.00' }],
  ['a currency without amount', '2', { currency: 'EUR' }],
  ['no amount of the currency', '9', EUR('1.001')],
  ['zero', '9', EUR('0.00')],
  ['an unknown order id', '7', { orderid: '1' }],
  ['an order of another merchant id', '7', { client_orderid: 'other' }],
  ['another login', '5', { login: 'stranger' }],
  ['no order id', '2', { orderid: '' }],
  ['a long comment', '2', { comment: 'x'.repeat(51) }],
])('a return of %s is a malformed request: error-code %s', async (_what, code, part: Values) => {
  const { act, money } = await openOrder('sale')

  expect(await act('return', part)).toMatchObject({ type: 'validation-error', 'error-code': code })
  expect(await money()).toEqual([['charge', 1042]])
})

it.each(['capture', 'void', 'return'])('%s with a wrong control is refused', async (operation) => {
  const { gateway, ids, money } = await openOrder('preauth')

  const values = { login: 'merchant', ...ids }
  const response = await gateway.call(operation, values, undefined, { control: '0'.repeat(40) })

  expect(await response.json()).toMatchObject({ 'error-code': '1' })
  expect(await money()).toEqual([['hold', 1042]])
})

it('a part that was changed on the way does not fit the control', async () => {
  const { gateway, ids } = await openOrder('sale')
  const values = { login: 'merchant', ...ids, ...EUR('1.00') }

  const response = await gateway.call('return', values, undefined, { amount: '10.00' })

  expect(await response.json()).toMatchObject({ 'error-code': '1' })
})

it('later stages are called back to notify_url', async () => {
  const merchant = await testReceiver()
  const { act } = await openOrder('sale', { notify_url: merchant.url })
  await merchant.until(1)

  await act('return', EUR('1.00'))

  const urls = await merchant.until(2)
  const told = urls.map(({ searchParams }) =>
    ['type', 'status', 'amount'].map((name) => searchParams.get(name)),
  )
  expect(told).toEqual([
    ['sale', 'approved', '10.42'],
    ['reversal', 'approved', '1.00'],
  ])
})

it('later stages are not called back to server_callback_url', async () => {
  const gateway = testGateway()
  const { 'paynet-order-id': orderid = '' } = await gateway.ask('sale', CARD_SALE)

  await gateway.ask('return', { login: 'merchant', client_orderid: '902B4FF5', orderid })

  expect((await gateway.ledger()).callbacks).toHaveLength(1)
})
