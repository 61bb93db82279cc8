import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { expectedControl, testGateway, testReceiver, type Values } from '../testing/merchant.ts'
import { oauthMerchant, RECURRING } from '../testing/oauth-merchant.ts'

const DAY_MS = 86_400_000

interface Reading {
  readonly now: string
  readonly aheadMs: number
  readonly charges: number
}

function newMerchant() {
  const gateway = testGateway()
  const advanceMs = async (advanceMs: number) => {
    const response = await gateway.control('clock', 'POST', { advanceMs })
    expect(response.status).toBe(200)
    return response.json<Reading>()
  }
  const advance = (days: number) => advanceMs(days * DAY_MS)
  /** Advances the clock to the morning of 31 January 2031, so tests can name dates. */
  const toJanuary = () => advanceMs(Date.parse('2031-01-31T10:30:00Z') - Date.now())
  return { gateway, advance, toJanuary, ...oauthMerchant(gateway) }
}

describe('a recurring payment', () => {
  it('returns its id and charges nothing at once', async () => {
    const merchant = newMerchant()

    const reply = await merchant.recurring()

    expect(reply).toMatchObject({
      type: 'create-recurring-payment-response',
      status: 'approved',
      'merchant-order-id': 'RP-1',
      'recurring-payment-id': expect.stringMatching(/^\d{1,20}$/),
      'serial-number': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(await merchant.gateway.ledger()).toMatchObject({ transactions: [], movements: [], callbacks: [] })
  })

  it.each<[what: string, changes: Values, code: string, message: string]>([
    ['an unknown period', { period: 'hour' }, '2', 'period is malformed'],
    ['no period', { period: '' }, '2', 'period is missing'],
    ['an interval of nothing', { interval: '0' }, '2', 'interval is malformed'],
    ['half an interval', { interval: '1.5' }, '2', 'interval is malformed'],
    ['a negative interval', { interval: '-1' }, '2', 'interval is malformed'],
    ['no amount', { amount: '' }, '2', 'amount is missing'],
    ['an amount of nothing', { amount: '0' }, '9', 'amount'],
    ['no card', { 'credit-card-number': '' }, '2', 'credit-card-number is missing'],
    [
      'a wrong card number',
      { 'credit-card-number': '4444555566661112' },
      '2',
      'credit-card-number is malformed',
    ],
    ['no name on the card', { 'card-printed-name': '' }, '2', 'card-printed-name is missing'],
    ['a card of the past', { 'expire-year': '2020' }, '2', 'expired'],
    ['a card and a reference', { cardrefid: '1' }, '2', 'exclude each other'],
    ['a card that is paid to', { rp_card_type: 'DST' }, '2', 'rp_card_type is malformed'],
    ['no word for the card', { rp_card_type: '' }, '2', 'rp_card_type is missing'],
    [
      'the spelling of payments',
      { 'client-orderid': '', client_orderid: 'RP-1' },
      '2',
      'client-orderid is missing',
    ],
    ['no mail address', { email: '' }, '2', 'email is missing'],
  ])('with %s is refused', async (_what, changes, code, message) => {
    const reply = await newMerchant().recurring(changes)

    expect(reply['error-code']).toBe(code)
    expect(reply['error-message']).toContain(message)
  })

  it('with an unknown reference is refused', async () => {
    const { 'credit-card-number': _number, ...values } = RECURRING
    const merchant = newMerchant()

    const reply = await merchant.recurring({ ...values, 'credit-card-number': '', cardrefid: '12345' })

    expect(reply).toMatchObject({ type: 'error', 'error-code': '44' })
  })

  it('charges a card that was saved', async () => {
    const merchant = newMerchant()
    const saved = await merchant.saveCard()
    const none = { 'credit-card-number': '', 'card-printed-name': '', 'expire-month': '', 'expire-year': '' }
    await merchant.recurring({ ...none, cardrefid: saved['card-ref-id'] ?? '', period: 'day' })

    await merchant.advance(1)

    const { transactions, movements } = await merchant.gateway.ledger()
    expect(movements.map(({ kind, scheduled }) => [kind, scheduled])).toEqual([
      ['charge', undefined],
      ['charge', true],
    ])
    expect(transactions.at(-1)).toMatchObject({ clientOrderId: 'RP-1', last4: '1111' })
  })

  it('stands in the ledger with the time of its next charge', async () => {
    const merchant = newMerchant()
    await merchant.toJanuary()
    const { 'recurring-payment-id': id } = await merchant.recurring()
    await merchant.advance(30)

    const { recurringPayments } = await merchant.gateway.ledger()

    expect(recurringPayments).toMatchObject([
      {
        ...{ id, clientOrderId: 'RP-1', last4: '1111', amount: '10.42', currency: 'EUR' },
        ...{ period: 'month', interval: 1, charges: 1 },
        nextChargeAt: expect.stringMatching(/^2031-03-31T/),
      },
    ])
  })

  it('charges when its time comes, as a sale of its own that is marked', async () => {
    const merchant = newMerchant()
    await merchant.recurring({ period: 'day', interval: '2' })

    const before = await merchant.advance(1)
    const after = await merchant.advance(1)

    expect([before.charges, after.charges]).toEqual([0, 1])
    const { transactions, movements } = await merchant.gateway.ledger()
    expect(movements).toMatchObject([
      { kind: 'charge', clientOrderId: 'RP-1', amount: '10.42', currency: 'EUR', scheduled: true },
    ])
    expect(transactions).toMatchObject([
      { clientOrderId: 'RP-1', type: 'sale', status: 'approved', last4: '1111', email: RECURRING.email },
    ])
    expect(await merchant.gateway.status({ client_orderid: 'RP-1' })).toMatchObject({
      status: 'approved',
      'transaction-type': 'sale',
      amount: '10.42',
      'paynet-order-id': transactions[0]?.orderId,
    })
  })

  it('keeps the day on which it began, also after a shorter month', async () => {
    const merchant = newMerchant()
    await merchant.toJanuary()
    await merchant.recurring()

    const { charges } = await merchant.advance(124)

    expect(charges).toBe(4)
    const { movements } = await merchant.gateway.ledger()
    const days = movements.map(({ at }) => at.slice(0, 10))
    expect(days).toEqual(['2031-02-28', '2031-03-31', '2031-04-30', '2031-05-31'])
  })

  it('makes every charge of a year that passes at once, each an order of its own', async () => {
    const merchant = newMerchant()
    await merchant.recurring()
    await merchant.recurring({ 'client-orderid': 'RP-2', period: 'week', interval: '4' })

    const { charges } = await merchant.advance(366)

    expect(charges).toBe(12 + 13)
    const { movements, transactions } = await merchant.gateway.ledger()
    const dates = movements.map(({ at }) => at)
    expect(dates).toEqual([...dates].sort())
    expect(new Set(transactions.map(({ orderId }) => orderId)).size).toBe(25)
    expect(new Set(transactions.map(({ serialNumber }) => serialNumber)).size).toBe(25)
    expect(movements.filter(({ clientOrderId }) => clientOrderId === 'RP-2')).toHaveLength(13)
  })

  it.each([
    ['every charge is declined for a card without funds', { cvv2: '116' }, 'declined', '116'],
    [
      'every charge is filtered for the card that is',
      { 'credit-card-number': '4000000000003006' },
      'filtered',
      '102',
    ],
    ['no bank asks anybody', { cvv2: '321' }, 'approved', null],
    ['without a security code the card is good', { cvv2: '' }, 'approved', null],
  ])('%s', async (_what, changes: Values, status, errorCode) => {
    const merchant = newMerchant()
    await merchant.recurring({ period: 'day', ...changes })

    await merchant.advance(2)

    const { transactions, movements } = await merchant.gateway.ledger()
    expect(transactions).toMatchObject([
      { status, errorCode },
      { status, errorCode },
    ])
    expect(movements).toHaveLength(status === 'approved' ? 2 : 0)
  })

  it('is declined from the day on which the card expires', async () => {
    const merchant = newMerchant()
    await merchant.toJanuary()
    await merchant.recurring({ 'expire-month': '03', 'expire-year': '2031' })

    await merchant.advance(124)

    const { transactions } = await merchant.gateway.ledger()
    expect(transactions.map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['approved', null],
      ['approved', null],
      ['declined', '101'],
      ['declined', '101'],
    ])
  })

  it('reports every charge by callback, with a control', async () => {
    const receiver = await testReceiver()
    const merchant = newMerchant()
    await merchant.recurring({ period: 'week', server_callback_url: receiver.url })
    await merchant.advance(15)

    await runDurableObjectAlarm(merchant.gateway.stub)

    const calls = await receiver.until(2)
    const told = calls.map(({ searchParams }) => Object.fromEntries(searchParams))
    const { transactions } = await merchant.gateway.ledger()
    expect(new Set(told.map(({ orderid }) => orderid))).toEqual(
      new Set(transactions.map(({ orderId }) => orderId)),
    )
    for (const callback of told)
      expect(callback).toMatchObject({
        status: 'approved',
        type: 'sale',
        client_orderid: 'RP-1',
        amount: '10.42',
        control: expectedControl('approved', callback.orderid ?? '', 'RP-1'),
      })
  })

  it('is charged by the alarm without a request', async () => {
    const merchant = newMerchant()
    await merchant.recurring({ period: 'day' })
    await runInDurableObject(merchant.gateway.stub, ({ backend }) => backend.clock.advance(DAY_MS))

    const ran = await runDurableObjectAlarm(merchant.gateway.stub)

    expect(ran).toBe(true)
    expect((await merchant.gateway.ledger()).movements).toMatchObject([{ scheduled: true }])
  })

  it('sets the alarm for the machine’s time of its next charge', async () => {
    const merchant = newMerchant()
    await merchant.advance(400)
    const before = Date.now()
    await merchant.recurring({ period: 'day' })

    const alarm = await runInDurableObject(merchant.gateway.stub, (_gateway, state) =>
      state.storage.getAlarm(),
    )

    expect(alarm).toBeGreaterThanOrEqual(before + DAY_MS)
    expect(alarm).toBeLessThanOrEqual(Date.now() + DAY_MS)
  })
})
