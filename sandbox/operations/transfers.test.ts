import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { testGateway, testReceiver, type Values } from '../testing/merchant.ts'
import { oauthMerchant, WHOLE_CARD } from '../testing/oauth-merchant.ts'
import { INELIGIBLE_CARD } from './pan-eligibility.ts'

function newMerchant() {
  const gateway = testGateway()
  return { gateway, ...oauthMerchant(gateway) }
}

const DEPOSIT = { deposit2card: 'true' }
const TO_CARD = { 'destination-card-no': '5555555555554444' }

/** A merchant with an id for the card 4111 1111 1111 1111. */
async function withRecurringCard(changes: Values = {}) {
  const merchant = newMerchant()
  const reply = await merchant.recurring({ 'credit-card-number': '4111111111111111', ...changes })
  const id = reply['recurring-payment-id'] ?? ''
  const fromId = { card_recurring_payment_id: id }
  const toId = { destination_card_recurring_payment_id: id }
  return { ...merchant, fromId, toId }
}

type Parts = Awaited<ReturnType<typeof withRecurringCard>>

describe('a transfer', () => {
  it.each<[what: string, values: (parts: Parts) => Values, from: string, to: string]>([
    ['deposit to a card', () => ({ ...DEPOSIT, ...TO_CARD }), 'deposit', '555555******4444'],
    ['deposit to a reference', ({ toId }) => ({ ...DEPOSIT, ...toId }), 'deposit', '411111******1111'],
    ['card to a card', () => ({ ...WHOLE_CARD, ...TO_CARD }), '444455******1111', '555555******4444'],
    [
      'card to a reference',
      ({ toId }) => ({ ...WHOLE_CARD, ...toId }),
      '444455******1111',
      '411111******1111',
    ],
    [
      'reference to a card',
      ({ fromId }) => ({ ...fromId, ...TO_CARD }),
      '411111******1111',
      '555555******4444',
    ],
    [
      'reference to a reference',
      ({ fromId, toId }) => ({ ...fromId, ...toId }),
      '411111******1111',
      '411111******1111',
    ],
  ])('from %s moves the money once', async (_what, values, from, to) => {
    const parts = await withRecurringCard()

    const reply = await parts.transfer({ cvv2: '123', deposit2card: 'false', ...values(parts) })

    expect(reply).toMatchObject({ type: 'async-response', 'merchant-order-id': 'TR-1' })
    const { movements } = await parts.gateway.ledger()
    expect(movements).toMatchObject([{ kind: 'transfer', amount: '10.42', currency: 'EUR', from, to }])
    expect(movements).toHaveLength(1)
    expect(await parts.gateway.status({ client_orderid: 'TR-1' })).toMatchObject({
      status: 'approved',
      'transaction-type': 'transfer',
      'dest-last-four-digits': to.slice(-4),
    })
  })

  it.each<[what: string, values: Values, code: string, message: string]>([
    ['no source', TO_CARD, '2', 'exactly one of deposit2card'],
    [
      'a source that is not the deposit and nothing else',
      { ...TO_CARD, deposit2card: 'false' },
      '2',
      'exactly one',
    ],
    ['the deposit and a card', { ...DEPOSIT, ...WHOLE_CARD, ...TO_CARD }, '2', 'exactly one of deposit2card'],
    [
      'the deposit and a reference',
      { ...DEPOSIT, ...TO_CARD, card_recurring_payment_id: '1' },
      '2',
      'exactly one of deposit2card',
    ],
    [
      'a card and a reference',
      { ...WHOLE_CARD, ...TO_CARD, card_recurring_payment_id: '1' },
      '2',
      'exactly one',
    ],
    ['no target', DEPOSIT, '2', 'one of destination-card-no'],
    [
      'two targets',
      { ...DEPOSIT, ...TO_CARD, destination_card_recurring_payment_id: '1' },
      '2',
      'one of destination-card-no',
    ],
    [
      'a wrong target',
      { ...DEPOSIT, 'destination-card-no': '5555555555554445' },
      '2',
      'destination-card-no is',
    ],
    ['a wrong source', { ...WHOLE_CARD, ...TO_CARD, credit_card_number: '1' }, '2', 'credit_card_number is'],
    [
      'a card without a name',
      { ...WHOLE_CARD, ...TO_CARD, card_printed_name: '' },
      '2',
      'card_printed_name is',
    ],
    ['something that is no truth', { ...TO_CARD, deposit2card: 'yes' }, '2', 'deposit2card is malformed'],
    [
      'a source that nobody saved',
      { ...TO_CARD, card_recurring_payment_id: '1' },
      '43',
      'card_recurring_payment_id',
    ],
    [
      'a target that nobody saved',
      { ...DEPOSIT, destination_card_recurring_payment_id: '1' },
      '43',
      'destination_card_recurring_payment_id',
    ],
    ['no address of the customer', { ...DEPOSIT, ...TO_CARD, ipaddress: '' }, '2', 'ipaddress is missing'],
  ])('with %s is refused', async (_what, values, code, message) => {
    const merchant = newMerchant()

    const reply = await merchant.transfer(values)

    expect(reply['error-code']).toBe(code)
    expect(reply['error-message']).toContain(message)
    expect((await merchant.gateway.ledger()).transactions).toEqual([])
  })

  it.each<[what: string, values: Values, status: string, code: string]>([
    ['from a card without funds', { ...WHOLE_CARD, ...TO_CARD, cvv2: '116' }, 'declined', '116'],
    ['from an expired card', { ...WHOLE_CARD, ...TO_CARD, expire_year: '2020' }, 'declined', '101'],
    ['to a card ending in 9217', { ...DEPOSIT, 'destination-card-no': '4000000000029217' }, 'unknown', '217'],
    [
      'to a card ending in 9100',
      { ...DEPOSIT, 'destination-card-no': '4000000000029100' },
      'declined',
      '100',
    ],
    ['of 909', { ...DEPOSIT, ...TO_CARD, amount: '909' }, 'error', '909'],
  ])('%s ends as it should and moves nothing', async (_what, values, status, code) => {
    const merchant = newMerchant()

    await merchant.transfer(values)

    expect(await merchant.gateway.status({ client_orderid: 'TR-1' })).toMatchObject({
      status,
      'error-code': code,
    })
    expect((await merchant.gateway.ledger()).movements).toEqual([])
  })

  it('goes between cards that were saved by create-card-ref', async () => {
    const merchant = newMerchant()
    const first = await merchant.saveCard()
    const second = await merchant.saveCard({ credit_card_number: '5555555555554444' })

    await merchant.transfer({
      card_recurring_payment_id: first['recurring-payment-id'] ?? '',
      destination_card_recurring_payment_id: second['recurring-payment-id'] ?? '',
    })

    expect((await merchant.gateway.ledger()).movements.at(-1)).toMatchObject({
      kind: 'transfer',
      from: '444455******1111',
      to: '555555******4444',
    })
  })

  it('takes the outcome of the card behind a reference', async () => {
    const parts = await withRecurringCard({ 'credit-card-number': '4000000000003006' })

    await parts.transfer({ ...parts.fromId, ...TO_CARD })

    expect(await parts.gateway.status({ client_orderid: 'TR-1' })).toMatchObject({ status: 'filtered' })
  })
})

describe('a question for eligibility', () => {
  const SENDER = {
    'sending-card-number': '4444555566661111',
    'card-printed-name': 'John Smith',
    'expire-month': '12',
    'expire-year': '2039',
  }

  it.each<[what: string, changes: Values, status: string, code: string | undefined]>([
    ['a card that may send', {}, 'approved', undefined],
    ['the card that may not', { 'sending-card-number': INELIGIBLE_CARD }, 'declined', '119'],
    ['an expired card', { 'expire-year': '2020' }, 'declined', '101'],
    ['a card whose bank does not answer', { 'sending-card-number': '4000000000029217' }, 'unknown', '217'],
    ['a card with an error', { 'sending-card-number': '4000000000004004' }, 'error', '909'],
  ])('about %s is answered and moves nothing', async (_what, changes, status, code) => {
    const merchant = newMerchant()

    const reply = await merchant.eligibility({ ...SENDER, ...changes })

    expect(reply).toMatchObject({ type: 'async-response', 'merchant-order-id': 'PE-1' })
    const told = await merchant.gateway.status({ client_orderid: 'PE-1' })
    expect(told).toMatchObject({ status, 'transaction-type': 'pan-eligibility' })
    expect(told['error-code']).toBe(code)
    expect(told.amount).toBeUndefined()
    expect((await merchant.gateway.ledger()).movements).toEqual([])
  })

  it.each<[what: string, values: Values, code: string]>([
    ['no card', {}, '2'],
    ['a card and a reference', { ...SENDER, 'sending-card-ref-id': '1' }, '2'],
    ['a wrong number', { ...SENDER, 'sending-card-number': '4444555566661112' }, '2'],
    ['a card without a date', { ...SENDER, 'expire-month': '' }, '2'],
    ['a reference that nobody has', { 'sending-card-ref-id': '12345' }, '44'],
    ['the other spelling of the order id', { ...SENDER, 'client-order-id': '', client_orderid: 'PE-1' }, '2'],
  ])('with %s is refused', async (_what, values, code) => {
    const merchant = newMerchant()

    const reply = await merchant.eligibility(values)

    expect(reply['error-code']).toBe(code)
    expect((await merchant.gateway.ledger()).transactions).toEqual([])
  })

  it('is answered about a card that was saved', async () => {
    const merchant = newMerchant()
    const saved = await merchant.saveCard()

    await merchant.eligibility({ 'sending-card-ref-id': saved['card-ref-id'] ?? '' })

    expect(await merchant.gateway.status({ client_orderid: 'PE-1' })).toMatchObject({
      status: 'approved',
      'transaction-type': 'pan-eligibility',
      'last-four-digits': '1111',
    })
  })

  it('sends a callback', async () => {
    const receiver = await testReceiver()
    const merchant = newMerchant()
    await merchant.eligibility({ ...SENDER, 'server-callback-url': receiver.url })

    await runDurableObjectAlarm(merchant.gateway.stub)

    const [told] = await receiver.until(1)
    expect(told?.searchParams.get('type')).toBe('pan-eligibility')
    expect(told?.searchParams.get('status')).toBe('approved')
  })
})
