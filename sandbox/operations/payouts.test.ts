import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { expectedControl, testGateway, testReceiver, type Values } from '../testing/merchant.ts'
import { oauthMerchant } from '../testing/oauth-merchant.ts'

function newMerchant() {
  const gateway = testGateway()
  return { gateway, ...oauthMerchant(gateway) }
}

const CARD = { credit_card_number: '5555555555554444' }
const BANK = { credit_card_number: '', account_number: 'DE89370400440532013000', bank_name: 'First Bank' }
const WALLET = { credit_card_number: '', wallet_account: 'john@wallet.example' }
const PHONE = { credit_card_number: '', receiver_phone: '+447946095500' }

describe('a payout', () => {
  it.each<[what: string, destination: Values, to: string, told: Values]>([
    [
      'a card',
      CARD,
      '555555******4444',
      { 'dest-bin': '555555', 'dest-last-four-digits': '4444', 'dest-card-type': 'MASTERCARD' },
    ],
    ['a bank account', BANK, '***3000', { 'dest-bank-name': 'First Bank' }],
    ['an e-wallet', WALLET, '***mple', {}],
    ['a phone number', PHONE, '***5500', {}],
  ])('to %s moves the money once and says where', async (_what, destination, to, told) => {
    const merchant = newMerchant()

    const reply = await merchant.payout(destination)

    expect(reply).toEqual({
      type: 'async-response',
      'serial-number': expect.stringMatching(/^[\da-f-]{36}$/),
      'merchant-order-id': 'PO-1',
      'paynet-order-id': expect.stringMatching(/^\d+$/),
      'end-point-id': '1111',
    })
    const { movements } = await merchant.gateway.ledger()
    expect(movements).toMatchObject([
      { kind: 'payout', orderId: reply['paynet-order-id'], amount: '10.42', currency: 'EUR', to },
    ])
    expect(movements).toHaveLength(1)
    const orderid = reply['paynet-order-id'] ?? ''
    expect(await merchant.gateway.status({ client_orderid: 'PO-1', orderid })).toMatchObject({
      status: 'approved',
      'transaction-type': 'payout',
      'order-stage': 'payout_approved',
      amount: '10.42',
      ...told,
    })
  })

  it.each<[what: string, changes: Values, status: string, code: string]>([
    ['a card ending in 9100', { credit_card_number: '4000000000029100' }, 'declined', '100'],
    ['a card ending in 9102', { credit_card_number: '4000000000009102' }, 'filtered', '102'],
    ['a card ending in 9217', { credit_card_number: '4000000000029217' }, 'unknown', '217'],
    ['a card ending in 9909', { credit_card_number: '4000000000059909' }, 'error', '909'],
    ['the card that is filtered as fraud', { credit_card_number: '4000000000003006' }, 'filtered', '102'],
    ['an account ending in 9100', { ...BANK, account_number: '1234569100' }, 'declined', '100'],
    ['a wallet ending in 9217', { ...WALLET, wallet_account: 'john9217' }, 'unknown', '217'],
    ['a phone ending in 9909', { ...PHONE, receiver_phone: '+447946099909' }, 'error', '909'],
    ['an amount of 116', { ...BANK, amount: '116.00' }, 'declined', '116'],
    ['an amount of 217', { ...PHONE, amount: '217' }, 'unknown', '217'],
    ['an amount of 909 in a currency without decimals', { amount: '909', currency: 'JPY' }, 'error', '909'],
  ])('to %s ends as it should and moves nothing', async (_what, changes, status, code) => {
    const merchant = newMerchant()

    await merchant.payout(changes)

    expect(await merchant.gateway.status({ client_orderid: 'PO-1' })).toMatchObject({
      status,
      'error-code': code,
    })
    expect((await merchant.gateway.ledger()).movements).toEqual([])
  })

  it.each<[what: string, changes: Values, message: string]>([
    ['no destination', { credit_card_number: '' }, 'exactly one destination'],
    ['two destinations', { receiver_phone: '+447946095500' }, 'exactly one destination'],
    ['a wrong card number', { credit_card_number: '4444555566661112' }, 'credit_card_number is malformed'],
    ['a bank account without a bank', { ...BANK, bank_name: '' }, 'bank_name is missing'],
    ['an account number with marks', { ...BANK, account_number: '12/34' }, 'account_number is malformed'],
    ['too long an account number', { ...BANK, account_number: '1'.repeat(25) }, 'account_number is longer'],
    ['a phone number with letters', { ...PHONE, receiver_phone: '+44CALLME' }, 'receiver_phone is malformed'],
    ['a wallet with blanks', { ...WALLET, wallet_account: 'john at home' }, 'wallet_account is malformed'],
    ['no amount', { amount: '' }, 'amount is missing'],
    ['no order id', { client_orderid: '' }, 'client_orderid is missing'],
  ])('with %s is refused', async (_what, changes, message) => {
    const merchant = newMerchant()

    const reply = await merchant.payout(changes)

    expect(reply).toMatchObject({ type: 'validation-error', 'error-code': '2' })
    expect(reply['error-message']).toContain(message)
    expect((await merchant.gateway.ledger()).transactions).toEqual([])
  })

  it('sends a callback', async () => {
    const receiver = await testReceiver()
    const merchant = newMerchant()
    const reply = await merchant.payout({ server_callback_url: receiver.url })

    await runDurableObjectAlarm(merchant.gateway.stub)

    const [told] = await receiver.until(1)
    const orderId = reply['paynet-order-id'] ?? ''
    expect(Object.fromEntries(told?.searchParams ?? [])).toMatchObject({
      status: 'approved',
      type: 'payout',
      orderid: orderId,
      amount: '10.42',
      control: expectedControl('approved', orderId, 'PO-1'),
    })
  })

  it('of unknown outcome moves the money once it is settled', async () => {
    const merchant = newMerchant()
    await merchant.payout({ amount: '217' })

    await merchant.gateway.control('settle', 'POST', { clientOrderId: 'PO-1', status: 'approved' })

    expect((await merchant.gateway.ledger()).movements).toMatchObject([{ kind: 'payout', amount: '217.00' }])
  })

  it('shows no whole number of its destination in the ledger or in status', async () => {
    const merchant = newMerchant()
    await merchant.payout(BANK)
    await merchant.payout(CARD)

    const told = [await merchant.gateway.ledger(), await merchant.gateway.status({ client_orderid: 'PO-1' })]

    expect(JSON.stringify(told)).not.toMatch(/DE89370400440532013000|5555555555554444/)
  })
})

describe('a payout in two steps', () => {
  const checked = async (values: Values = {}) => {
    const merchant = newMerchant()
    const reply = await merchant.check(values)
    return { ...merchant, orderId: reply['paynet-order-id'] ?? '' }
  }
  const status = ({ gateway, orderId }: Awaited<ReturnType<typeof checked>>, values: Values = {}) =>
    gateway.status({ client_orderid: 'PO-1', orderid: orderId, ...values })

  it.each<[what: string, destination: Values]>([
    ['a card', CARD],
    ['a bank account', BANK],
    ['an e-wallet', WALLET],
    ['a phone number', PHONE],
  ])('to %s moves nothing by the check and everything by the payment', async (_what, destination) => {
    const merchant = await checked(destination)
    const afterCheck = [await status(merchant), (await merchant.gateway.ledger()).movements] as const

    const reply = await merchant.pay(merchant.orderId)

    expect(afterCheck).toMatchObject([{ status: 'approved', 'transaction-type': 'payout-check' }, []])
    expect(reply).toMatchObject({ type: 'async-response', 'paynet-order-id': merchant.orderId })
    expect(await status(merchant)).toMatchObject({
      status: 'approved',
      'transaction-type': 'payout',
      'by-request-sn': reply['serial-number'],
    })
    const { movements } = await merchant.gateway.ledger()
    expect(movements).toMatchObject([{ kind: 'payout', orderId: merchant.orderId, amount: '10.42' }])
    expect(movements).toHaveLength(1)
  })

  it('still returns the check by its serial number', async () => {
    const merchant = newMerchant()
    const check = await merchant.check()
    const orderid = check['paynet-order-id'] ?? ''
    await merchant.pay(orderid)

    const serial = check['serial-number'] ?? ''
    const told = await merchant.gateway.status({ client_orderid: 'PO-1', orderid, 'by-request-sn': serial })

    expect(told).toMatchObject({
      status: 'approved',
      'transaction-type': 'payout-check',
      'by-request-sn': serial,
    })
  })

  it('is carried out once, however often and however simultaneously it is asked for', async () => {
    const merchant = await checked()

    const replies = await Promise.all([1, 2, 3].map(() => merchant.pay(merchant.orderId)))

    expect(replies.map(({ type }) => type).sort()).toEqual(['async-response', 'error', 'error'])
    expect(replies.find(({ type }) => type === 'error')).toMatchObject({ 'error-code': '42' })
    expect((await merchant.gateway.ledger()).movements).toHaveLength(1)
  })

  it.each<[what: string, values: Values, status: string]>([
    ['declined', { credit_card_number: '4000000000029100' }, 'declined'],
    ['filtered', { credit_card_number: '4000000000009102' }, 'filtered'],
    ['without an answer', { credit_card_number: '4000000000029217' }, 'unknown'],
    ['in error', { credit_card_number: '4000000000059909' }, 'error'],
  ])('whose check was %s cannot be paid', async (_what, values, outcome) => {
    const merchant = await checked(values)

    const reply = await merchant.pay(merchant.orderId)

    expect(reply).toMatchObject({ type: 'error', 'error-code': '41' })
    expect(await status(merchant)).toMatchObject({ status: outcome, 'transaction-type': 'payout-check' })
    expect((await merchant.gateway.ledger()).movements).toEqual([])
  })

  it('whose payment fails after a good check is over', async () => {
    const merchant = await checked({ amount: '116' })
    const check = await status(merchant)

    await merchant.pay(merchant.orderId)
    const again = await merchant.pay(merchant.orderId)

    expect(check).toMatchObject({ status: 'approved' })
    expect(await status(merchant)).toMatchObject({ status: 'declined', 'error-code': '116' })
    expect(again).toMatchObject({ type: 'error', 'error-code': '42' })
    expect((await merchant.gateway.ledger()).movements).toEqual([])
  })

  it.each<[what: string, orderid: string, values: Values, code: string]>([
    ['an order that does not exist', '1', {}, '7'],
    ['another merchant order', '', { client_orderid: 'PO-2' }, '7'],
    ['a stranger’s login', '', { login: 'nobody' }, '5'],
  ])('cannot be paid under %s', async (_what, orderid, values, code) => {
    const merchant = await checked()

    const reply = await merchant.pay(orderid || merchant.orderId, values)

    expect(reply['error-code']).toBe(code)
    expect((await merchant.gateway.ledger()).movements).toEqual([])
  })

  it('cannot be paid if the order is a sale', async () => {
    const merchant = newMerchant()
    const sale = await merchant.gateway.open()

    const reply = await merchant.pay(sale['paynet-order-id'] ?? '', { client_orderid: '902B4FF5' })

    expect(reply).toMatchObject({ type: 'error', 'error-code': '41' })
  })

  it('reports the check and the payment by callback', async () => {
    const receiver = await testReceiver()
    const merchant = await checked({ server_callback_url: receiver.url })
    await merchant.pay(merchant.orderId)

    await runDurableObjectAlarm(merchant.gateway.stub)

    const calls = await receiver.until(2)
    const types = calls.map(({ searchParams }) => `${searchParams.get('type')} ${searchParams.get('status')}`)
    expect(types.sort()).toEqual(['payout approved', 'payout-check approved'])
  })
})
