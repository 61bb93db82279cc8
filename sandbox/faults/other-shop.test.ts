import { describe, expect, it } from 'vitest'
import { CARD_SALE, SALE, testGateway, type Values } from '../testing/merchant.ts'
import { oauthMerchant } from '../testing/oauth-merchant.ts'

const IDS = { login: 'merchant', client_orderid: '902B4FF5' }

type Gateway = ReturnType<typeof testGateway>

/** Whose each transaction is, and how it ended. */
const owners = async (gateway: Gateway) =>
  (await gateway.ledger()).transactions.map(({ owner, clientOrderId, type, status, amount }) =>
    [owner, clientOrderId, type, status, amount].join(' '),
  )

const movements = async (gateway: Gateway) =>
  (await gateway.ledger()).movements.map(({ owner, host, kind, amountMinor }) => [
    owner,
    host,
    kind,
    amountMinor,
  ])

/** A gateway whose account another shop shares, which made an order by this rule. */
async function shared(rule: object, operation = 'sale', values: Values = CARD_SALE) {
  const gateway = testGateway()
  await gateway.faults({ operation, fault: 'other-shop', ...rule })
  const response = await gateway.call(operation, values)
  return { gateway, response }
}

describe('an account that another shop shares', () => {
  it.each([
    ['as the request is', {}, 'other 902B4FF5 sale approved 10.42'],
    ['of another sum', { amount: '7' }, 'other 902B4FF5 sale approved 7.00'],
    ['of another kind', { type: 'payout' }, 'other 902B4FF5 payout approved 10.42'],
    ['declined', { status: 'declined' }, 'other 902B4FF5 sale declined 10.42'],
    ['processing', { status: 'processing' }, 'other 902B4FF5 sale processing 10.42'],
  ])('already has an order of that name, %s', async (_, rule, other) => {
    const { gateway, response } = await shared(rule)

    expect(response.status).toBe(200)
    expect(await owners(gateway)).toEqual([other, 'shop 902B4FF5 sale approved 10.42'])
  })

  it('has a newer one, which status by name reports', async () => {
    const { gateway, response } = await shared({ age: 'newer', amount: '7' })
    const { 'paynet-order-id': own } = await response.json<Values>()

    const newest = await gateway.status(IDS)

    expect(newest).toMatchObject({ status: 'approved', amount: '7.00', 'last-four-digits': '0007' })
    expect(newest['paynet-order-id']).not.toBe(own)
  })

  it('has an order under the bare name, which only a request of that very name meets', async () => {
    const rule = { name: 'bare', consequence: 'used-name' }
    const marked = await shared(rule, 'sale', { ...CARD_SALE, client_orderid: '902B4FF5.mark' })
    const bare = await shared(rule)

    expect([marked.response.status, bare.response.status]).toEqual([200, 400])
    expect(await owners(marked.gateway)).toEqual([
      'other 902B4FF5 sale approved 10.42',
      'shop 902B4FF5.mark sale approved 10.42',
    ])
  })

  it.each([
    ['used-name', 400, 'USED_ORDER_NAME'],
    ['lost', 504, 'lost'],
    ['502', 502, '502'],
  ])('does nothing with the request: %s', async (consequence, status, outcome) => {
    const { gateway, response } = await shared({ consequence })

    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('paynet-order-id')
    expect(await owners(gateway)).toEqual(['other 902B4FF5 sale approved 10.42'])
    expect((await gateway.ledger()).requests).toMatchObject([{ outcome, faults: ['other-shop'] }])
    expect(await gateway.status(IDS)).toMatchObject({ status: 'approved', amount: '10.42' })
  })

  it.each([
    ['sale', CARD_SALE, 'async-response', undefined],
    ['sale-form', SALE, 'async-form-response', expect.stringMatching(/\/form\/\w+$/)],
  ])('answers %s with the id of the older order', async (operation, values, type, page) => {
    const { gateway, response } = await shared({ consequence: 'older-id' }, operation, values)

    const body = await response.json<Values>()

    const { transactions } = await gateway.ledger()
    expect(transactions).toMatchObject([{ owner: 'other', orderId: body['paynet-order-id'] }])
    expect([body.type, body['redirect-url']]).toEqual([type, page])
  })

  it('makes the order of the other shop once, however often the request comes', async () => {
    const { gateway } = await shared({ consequence: 'lost' })

    await gateway.call('sale', CARD_SALE)

    expect(await owners(gateway)).toHaveLength(1)
  })

  it("shows a refund of the other shop's money as such", async () => {
    const { gateway } = await shared({ consequence: 'lost' })
    const { 'paynet-order-id': orderid = '' } = await gateway.status(IDS)

    await gateway.ask('return', { ...IDS, orderid, amount: '4.00', currency: 'EUR' })

    expect(await movements(gateway)).toEqual([
      ['other', null, 'charge', 1042],
      ['other', 'gateway.localhost', 'reversal', 400],
    ])
  })

  it("shows a payout of the other shop's check as such", async () => {
    const gateway = testGateway()
    const merchant = oauthMerchant(gateway)
    await gateway.faults({ operation: 'payout-check', fault: 'other-shop', consequence: 'used-name' })
    await merchant.check()
    const { 'paynet-order-id': orderid = '' } = await gateway.status({ ...IDS, client_orderid: 'PO-1' })

    await merchant.pay(orderid)

    expect(await movements(gateway)).toEqual([['other', 'gateway.localhost', 'payout', 1042]])
  })

  it('sends the merchant no callback about it', async () => {
    const { gateway } = await shared({ consequence: 'lost' })

    expect((await gateway.ledger()).callbacks).toEqual([])
  })
})

it('a request through another host name is told apart', async () => {
  const gateway = testGateway()
  await gateway.ask('sale', CARD_SALE)
  const { transactions, movements: moved, requests } = await gateway.ledger()

  for (const list of [transactions, moved, requests])
    expect(list).toMatchObject([{ host: 'gateway.localhost' }])
})

it('a mark after the first full stop of a name does not change which requests a rule hits', async () => {
  const rule = { operation: 'sale-form', fault: '500', probability: 0.5, seed: 3 }
  const answers = async (mark: string) => {
    const gateway = testGateway()
    await gateway.faults(rule)
    const names = Array.from({ length: 16 }, (_, index) => `campaign-${index}${mark}`)
    const calls = names.map((client_orderid) => gateway.call('sale-form', { ...SALE, client_orderid }))
    return (await Promise.all(calls)).map(({ status }) => status)
  }

  const bare = await answers('')

  expect(new Set(bare)).toEqual(new Set([200, 500]))
  expect(await answers('.one')).toEqual(bare)
  expect(await answers('.other')).toEqual(bare)
})

it.each([
  [{ operation: 'status', fault: 'other-shop' }, 'has a fault that its operation does not have'],
  [{ operation: 'sale', fault: 'other-shop', consequence: 'vanishes' }, 'has no usable consequence'],
  [{ operation: 'sale', fault: 'other-shop', status: 'unknown' }, 'has no usable status'],
  [{ operation: 'sale', fault: 'other-shop', type: 'gift' }, 'has no usable type'],
  [{ operation: 'sale', fault: 'second-order', callbacks: 'third-lost' }, 'has no usable callbacks'],
])('the rule %o is refused', async (rule, problem) => {
  const response = await testGateway().faults(rule)

  expect(await response.json()).toEqual({ error: `rules[0] ${problem}` })
})
