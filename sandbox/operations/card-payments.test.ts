import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, testReceiver, type Values } from '../testing/merchant.ts'

const ORDER = { client_orderid: '902B4FF5' }
const { amount: _amount, currency: _currency, ...CARD_CHECK } = CARD_SALE

const { server_callback_url: _callback, ...QUIET } = CARD_SALE
const { credit_card_number: _number, card_printed_name: _name, expire_month: _month, ...BY_REF } = QUIET
const { cvv2: _cvv2, expire_year: _year, ...WITHOUT_CARD } = BY_REF

/** Opens a gateway with a sale, which can save its card. */
async function openCard(changes: Values = {}) {
  const gateway = testGateway()
  const sale = await gateway.ask('sale', { ...QUIET, ...changes })
  const ids = { client_orderid: '902B4FF5', orderid: sale['paynet-order-id'] ?? '' }
  const create = () => gateway.ask('create-card-ref', { login: 'merchant', ...ids })
  return { gateway, ids, create }
}

/** Opens a gateway with a reference to the card of a sale. */
async function savedCard(changes: Values = {}) {
  const { gateway, create } = await openCard(changes)
  return { gateway, cardrefid: (await create())['card-ref-id'] ?? '' }
}

describe('a payment with a card that the merchant sends', () => {
  it('is acknowledged with the ids of its order, and no more', async () => {
    const response = await testGateway().call('sale', CARD_SALE)

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      type: 'async-response',
      'serial-number': expect.stringMatching(/^[\da-f-]{36}$/),
      'merchant-order-id': '902B4FF5',
      'paynet-order-id': expect.stringMatching(/^\d+$/),
      'end-point-id': '1111',
    })
  })

  it.each([
    ['code 123', { cvv2: '123' }, 'approved', undefined, undefined],
    ['code 1234', { cvv2: '1234' }, 'approved', undefined, undefined],
    ['code 111', { cvv2: '111' }, 'approved', undefined, 'UNSUPPORTED'],
    ['code 101', { cvv2: '101' }, 'declined', '101', undefined],
    ['code 116', { cvv2: '116' }, 'declined', '116', undefined],
    ['code 119', { cvv2: '119' }, 'declined', '119', undefined],
    ['code 209', { cvv2: '209' }, 'declined', '209', undefined],
    ['code 217', { cvv2: '217' }, 'unknown', '217', undefined],
    ['any other code', { cvv2: '999' }, 'declined', '100', undefined],
    ['a card past its date', { expire_month: '1', expire_year: '2020' }, 'declined', '101', undefined],
    [
      'the frictionless card',
      { credit_card_number: '4000000000001000' },
      'approved',
      undefined,
      'AUTHENTICATED',
    ],
    ['the filtered card', { credit_card_number: '4000000000003006' }, 'filtered', '102', undefined],
    ['the card with an error', { credit_card_number: '4000000000004004' }, 'error', '909', undefined],
  ])('by %s has an outcome of its own', async (_what, changes: Values, status, code, verified) => {
    const gateway = testGateway()

    await gateway.ask('sale', { ...CARD_SALE, ...changes })

    const reply = await gateway.status(ORDER)
    expect(reply).toMatchObject({ status, 'transaction-type': 'sale', amount: '10.42', currency: 'EUR' })
    expect([reply['error-code'], reply['verified-3d-status']]).toEqual([code, verified])
    const { movements } = await gateway.ledger()
    expect(movements.map(({ kind, amount }) => [kind, amount])).toEqual(
      status === 'approved' ? [['charge', '10.42']] : [],
    )
  })

  it.each([
    ['sale', CARD_SALE, 'charge', 1042],
    ['preauth', CARD_SALE, 'hold', 1042],
    ['account-verification', CARD_CHECK, 'verification', 0],
  ])('%s moves money in its own way, once', async (operation, values, kind, amountMinor) => {
    const gateway = testGateway()

    await gateway.ask(operation, values)

    expect(await gateway.status(ORDER)).toMatchObject({ status: 'approved', 'transaction-type': operation })
    expect((await gateway.ledger()).movements).toMatchObject([{ kind, amountMinor }])
  })

  it('calls back with the outcome', async () => {
    const gateway = testGateway()
    const merchant = await testReceiver()

    await gateway.ask('sale', { ...CARD_SALE, cvv2: '116', server_callback_url: merchant.url })

    const [url] = await merchant.until(1)
    expect(url?.searchParams.get('status')).toBe('declined')
  })

  it('shows neither number nor code of the card anywhere', async () => {
    const gateway = testGateway()

    const texts = [
      await gateway.ask('sale', { ...CARD_SALE, cvv2: '1234' }),
      await gateway.status(ORDER),
      await gateway.ledger(),
    ]

    expect(JSON.stringify(texts)).not.toMatch(/4444555566661111|"1234"/)
  })

  it('keeps a description as it was sent, spaces and all scripts included', async () => {
    const gateway = testGateway()
    const order_desc = '  Чайник & "إبريق" + 🫖\r\n '

    await gateway.ask('sale', { ...CARD_SALE, order_desc })

    expect((await gateway.ledger()).transactions[0]).toMatchObject({ description: order_desc })
  })
})

describe('a card is refused, and nothing is created,', () => {
  it.each([
    ['without its number', { credit_card_number: '' }, 'credit_card_number is missing'],
    [
      'with a wrong check digit',
      { credit_card_number: '4444555566661112' },
      'credit_card_number is malformed',
    ],
    ['without its holder', { card_printed_name: '' }, 'card_printed_name is missing'],
    ['without its month', { expire_month: '' }, 'expire_month is missing'],
    ['with a month 13', { expire_month: '13' }, 'expire_month is malformed'],
    ['with a year of two digits', { expire_year: '39' }, 'expire_year is malformed'],
    ['without its code', { cvv2: '' }, 'cvv2 is missing'],
    ['with a code of letters', { cvv2: 'abc' }, 'cvv2 is malformed'],
    ['beside a reference', { cardrefid: '1' }, 'cardrefid and credit_card_number exclude each other'],
    ['by a reference of letters', { cardrefid: 'x' }, 'cardrefid is malformed'],
  ])('%s', async (_what, changes: Values, detail) => {
    const gateway = testGateway()

    const response = await gateway.call('sale', { ...CARD_SALE, ...changes })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'validation-error',
      'error-code': '2',
      'error-message': `INVALID_PARAMETER: ${detail}`,
    })
    expect((await gateway.ledger()).transactions).toEqual([])
  })

  it('where an account verification names a reference in its place', async () => {
    const { credit_card_number: _number, ...rest } = CARD_CHECK

    const reply = await testGateway().ask('account-verification', { ...rest, cardrefid: '1' })

    expect(reply).toMatchObject({ 'error-code': '2', 'error-message': expect.stringContaining('missing') })
  })

  it.each(['sale', 'preauth', 'account-verification'])('%s with a wrong control', async (operation) => {
    const gateway = testGateway()

    const response = await gateway.call(operation, CARD_SALE, undefined, { control: '0'.repeat(40) })

    expect(await response.json()).toMatchObject({ 'error-code': '1' })
    expect((await gateway.ledger()).transactions).toEqual([])
  })
})

describe('a sale with a reference', () => {
  it.each([
    ['sale', 'charge'],
    ['preauth', 'hold'],
  ])('%s takes it in place of a card, without a code', async (operation, kind) => {
    const { gateway, cardrefid } = await savedCard()

    await gateway.ask(operation, { ...WITHOUT_CARD, client_orderid: 'by-ref', cardrefid })

    expect(await gateway.status({ client_orderid: 'by-ref' })).toMatchObject({
      status: 'approved',
      'last-four-digits': '1111',
      'cardholder-name': 'John Smith',
    })
    expect((await gateway.ledger()).movements.at(-1)).toMatchObject({ kind, clientOrderId: 'by-ref' })
  })

  it('goes by the code that is sent along', async () => {
    const { gateway, cardrefid } = await savedCard()

    await gateway.ask('sale', { ...WITHOUT_CARD, client_orderid: 'by-ref', cardrefid, cvv2: '119' })

    expect(await gateway.status({ client_orderid: 'by-ref' })).toMatchObject({ 'error-code': '119' })
  })

  it('behaves as the saved card does', async () => {
    const { gateway, create, ids } = await openCard({ credit_card_number: '4000000000010001' })
    await gateway.control('settle', 'POST', { clientOrderId: ids.client_orderid, status: 'approved' })
    const cardrefid = (await create())['card-ref-id'] ?? ''

    await gateway.ask('sale', { ...WITHOUT_CARD, client_orderid: 'by-ref', cardrefid })

    expect(await gateway.status({ client_orderid: 'by-ref' })).toMatchObject({ 'tds-status': 'pareq' })
  })

  it.each(['sale', 'preauth', 'sale-form', 'preauth-form', 'payment-form'])(
    '%s is refused for an unknown reference',
    async (operation) => {
      const gateway = testGateway()

      const reply = await gateway.ask(operation, { ...WITHOUT_CARD, cardrefid: '12345' })

      expect(reply).toMatchObject({ type: 'error', 'error-code': '44' })
      expect((await gateway.ledger()).transactions).toEqual([])
    },
  )
})

it('payment-form opens a sale', async () => {
  const gateway = testGateway()

  const form = await gateway.open('payment-form')
  await gateway.pay(form)

  expect(form).toMatchObject({ type: 'async-form-response' })
  expect(await gateway.status({ client_orderid: '902B4FF5' })).toMatchObject({
    status: 'approved',
    'transaction-type': 'sale',
  })
})
