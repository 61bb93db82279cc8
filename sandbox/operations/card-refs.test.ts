import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, testReceiver, type Values } from '../testing/merchant.ts'
import { send } from '../testing/oauth-merchant.ts'

const { server_callback_url: _callback, ...QUIET } = CARD_SALE
const REBILL: Values = {
  login: 'merchant',
  client_orderid: 'rebill-1',
  amount: '3.50',
  currency: 'EUR',
  order_desc: 'Tea, every month',
  ipaddress: '127.0.0.1',
}

/** Opens a gateway with an order and references to its card. */
async function openCard(changes: Values = {}, operation = 'sale') {
  const gateway = testGateway()
  const opened = await gateway.ask(operation, { ...QUIET, ...changes })
  const ids = { client_orderid: '902B4FF5', orderid: opened['paynet-order-id'] ?? '' }
  const create = () => gateway.ask('create-card-ref', { login: 'merchant', ...ids })
  const info = (cardrefid: string) => gateway.ask('get-card-info', { login: 'merchant', cardrefid })
  return { gateway, ids, create, info }
}

async function savedCard(changes: Values = {}) {
  const { gateway, create } = await openCard(changes)
  return { gateway, cardrefid: (await create())['card-ref-id'] ?? '' }
}

describe('create-card-ref', () => {
  it.each(['sale', 'preauth', 'account-verification'])(
    'saves the card of an approved %s',
    async (operation) => {
      const { gateway, ids, create } = await openCard({}, operation)

      const reply = await create()

      expect(reply).toEqual({
        type: 'create-card-ref-response',
        status: 'approved',
        'serial-number': expect.any(String),
        'card-ref-id': expect.stringMatching(/^\d{1,20}$/),
      })
      expect(await gateway.status(ids)).toMatchObject({ 'card-ref-id': reply['card-ref-id'] })
    },
  )

  it('saves the card of a hosted page', async () => {
    const gateway = testGateway()
    const form = await gateway.open()
    await gateway.pay(form)

    const orderid = form['paynet-order-id'] ?? ''
    const values = { login: 'merchant', client_orderid: '902B4FF5', orderid }

    expect(await gateway.ask('create-card-ref', values)).toMatchObject({ status: 'approved' })
  })

  it('still saves the card of an order that was returned', async () => {
    const { gateway, ids, create } = await openCard()
    await gateway.ask('return', { login: 'merchant', ...ids })

    expect(await create()).toMatchObject({ status: 'approved' })
  })

  it('makes another reference to the same card each time, and v4 names the card', async () => {
    const { gateway, ids } = await openCard()
    const v4 = async () => {
      const response = await send(gateway, '/api/v4/create-card-ref/1111', { login: 'merchant', ...ids })
      return response.json<Values>()
    }

    const [first, second] = [await v4(), await v4()]

    expect(first).toEqual({
      type: 'create-card-ref-response',
      status: 'approved',
      'serial-number': expect.any(String),
      'card-ref-id': expect.stringMatching(/^\d+$/),
      'unq-card-ref-id': expect.stringMatching(/^\d+$/),
      'recurring-payment-id': expect.stringMatching(/^\d+$/),
    })
    expect(second['card-ref-id']).not.toBe(first['card-ref-id'])
    expect(second['unq-card-ref-id']).toBe(first['unq-card-ref-id'])
  })

  it.each([
    ['not needed', {}, 200],
    ['taken where it is right', { login: 'merchant' }, 200],
    ['refused where it is wrong', { login: 'other' }, 400],
  ])('has the login in the header in v4: in the body it is %s', async (_what, login: Values, status) => {
    const { gateway, ids } = await openCard()

    const response = await send(gateway, '/api/v4/create-card-ref/1111', { ...login, ...ids })

    expect(response.status).toBe(status)
  })

  it('names another card otherwise', async () => {
    const { gateway, ids } = await openCard()
    const other = await gateway.ask('sale', { ...QUIET, credit_card_number: '5454545454545454' })
    const v4 = async (orderid = '') => {
      const values = { login: 'merchant', client_orderid: '902B4FF5', orderid }
      return (await send(gateway, '/api/v4/create-card-ref/1111', values)).json<Values>()
    }

    const [first, second] = [await v4(ids.orderid), await v4(other['paynet-order-id'])]

    expect(second['unq-card-ref-id']).not.toBe(first['unq-card-ref-id'])
  })

  it.each([
    ['declined', { cvv2: '116' }],
    ['unknown', { cvv2: '217' }],
    ['processing', { credit_card_number: '4000000000002008' }],
  ])('is refused for an order that is %s', async (_status, changes: Values) => {
    const { create } = await openCard(changes)

    expect(await create()).toMatchObject({ type: 'error', 'error-code': '20' })
  })

  it('is refused for an unknown order', async () => {
    const values = { login: 'merchant', client_orderid: 'nobody', orderid: '1' }

    expect(await testGateway().ask('create-card-ref', values)).toMatchObject({ 'error-code': '7' })
  })
})

describe('get-card-info', () => {
  it('returns what may be shown of a card, and not its number', async () => {
    const { create, info } = await openCard()

    const reply = await info((await create())['card-ref-id'] ?? '')

    expect(reply).toEqual({
      type: 'get-card-info-response',
      'serial-number': expect.any(String),
      'card-printed-name': 'John Smith',
      bin: '444455',
      'card-type': 'VISA',
      brand: 'VISA',
      'masked-pan': '444455******1111',
      'last-four-digits': '1111',
      'expire-month': '12',
      'expire-year': '2039',
    })
  })

  it('masks as many digits as the number has', async () => {
    const { create, info } = await openCard({ credit_card_number: '371449635398431' })

    expect(await info((await create())['card-ref-id'] ?? '')).toMatchObject({
      'masked-pan': '371449*****8431',
    })
  })

  it('is refused for an unknown reference', async () => {
    const { info } = await openCard()

    expect(await info('12345')).toMatchObject({ type: 'error', 'error-code': '44' })
  })

  it('is refused with a wrong control', async () => {
    const values = { login: 'merchant', cardrefid: '1' }

    const response = await testGateway().call('get-card-info', values, undefined, { control: '0'.repeat(40) })

    expect(await response.json()).toMatchObject({ 'error-code': '1' })
  })
})

describe('make-rebill', () => {
  it('charges the card as an order of its own, each time', async () => {
    const { gateway, cardrefid } = await savedCard()

    const replies = [
      await gateway.ask('make-rebill', { ...REBILL, cardrefid }),
      await gateway.ask('make-rebill', { ...REBILL, cardrefid }),
    ]

    expect(replies[0]).toMatchObject({ type: 'async-response', 'merchant-order-id': 'rebill-1' })
    expect(replies[1]?.['paynet-order-id']).not.toBe(replies[0]?.['paynet-order-id'])
    expect(await gateway.status({ client_orderid: 'rebill-1' })).toMatchObject({
      status: 'approved',
      'transaction-type': 'rebill',
      amount: '3.50',
      'last-four-digits': '1111',
    })
    const { movements } = await gateway.ledger()
    expect(movements.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['charge', 1042],
      ['charge', 350],
      ['charge', 350],
    ])
  })

  it.each([
    ['a card that asked its holder', { credit_card_number: '4000000000001000' }, {}, 'approved', undefined],
    ['a code that is sent along', {}, { cvv2: '116' }, 'declined', '116'],
    ['a code that would lead to the bank', {}, { cvv2: '321' }, 'approved', undefined],
  ])(
    'with %s has its own outcome, without a challenge',
    async (_what, card: Values, changes: Values, status, code) => {
      const { gateway, cardrefid } = await savedCard(card)

      await gateway.ask('make-rebill', { ...REBILL, cardrefid, ...changes })

      const reply = await gateway.status({ client_orderid: 'rebill-1' })
      expect([reply.status, reply['error-code']]).toEqual([status, code])
    },
  )

  it('is declined once the card is past its date', async () => {
    const { gateway, cardrefid } = await savedCard({ expire_year: String(new Date().getUTCFullYear() + 1) })
    await gateway.control('clock', 'POST', { advanceMs: 3 * 366 * 86_400_000 })

    await gateway.ask('make-rebill', { ...REBILL, cardrefid })

    expect(await gateway.status({ client_orderid: 'rebill-1' })).toMatchObject({
      status: 'declined',
      'error-code': '101',
    })
  })

  it('is called back, and can be returned', async () => {
    const { gateway, cardrefid } = await savedCard()
    const merchant = await testReceiver()

    const reply = await gateway.ask('make-rebill', {
      ...REBILL,
      cardrefid,
      server_callback_url: merchant.url,
    })

    const [url] = await merchant.until(1)
    expect(url?.searchParams.get('type')).toBe('rebill')
    const orderid = reply['paynet-order-id'] ?? ''
    await gateway.ask('return', { login: 'merchant', client_orderid: 'rebill-1', orderid })
    expect(await gateway.status({ client_orderid: 'rebill-1', orderid })).toMatchObject({
      'transaction-type': 'reversal',
      'total-reversal-amount': '3.50',
    })
  })

  it('is refused for an unknown reference and creates nothing', async () => {
    const { gateway } = await savedCard()

    const reply = await gateway.ask('make-rebill', { ...REBILL, cardrefid: '12345' })

    expect(reply).toMatchObject({ type: 'error', 'error-code': '44' })
    expect((await gateway.ledger()).transactions).toHaveLength(1)
  })

  it('is refused with the control of another amount', async () => {
    const { gateway, cardrefid } = await savedCard()

    const response = await gateway.call('make-rebill', { ...REBILL, cardrefid }, undefined, {
      amount: '35.00',
    })

    expect(await response.json()).toMatchObject({ 'error-code': '1' })
  })
})
