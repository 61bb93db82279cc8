import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, type Values } from '../testing/merchant.ts'

const IDS = { login: 'merchant', client_orderid: '902B4FF5' }

type Gateway = ReturnType<typeof testGateway>

/** A gateway with a paid sale or hold, and its ids. */
async function withOrder(operation = 'sale', changes: Values = {}) {
  const gateway = testGateway()
  const opened = await gateway.ask(operation, { ...CARD_SALE, ...changes })
  return { gateway, opened, ids: { ...IDS, orderid: opened['paynet-order-id'] ?? '' } }
}

const newestFault = async (gateway: Gateway) => (await gateway.ledger()).requests.at(-1)?.faults

describe('other-answer', () => {
  it('is about another order of the account, as it is', async () => {
    const { gateway, ids } = await withOrder()
    await gateway.ask('sale', { ...CARD_SALE, client_orderid: 'other-1', amount: '3.00' })
    await gateway.faults({ operation: 'status', fault: 'other-answer' })

    const told = await gateway.status(ids)

    expect(told).toMatchObject({ 'merchant-order-id': 'other-1', amount: '3.00', status: 'approved' })
    expect(told['paynet-order-id']).not.toBe(ids.orderid)
    expect(await newestFault(gateway)).toEqual(['other-answer'])
  })

  it('is the right one while the account has no other order', async () => {
    const { gateway, ids } = await withOrder()
    await gateway.faults({ operation: 'status', fault: 'other-answer' })

    expect(await gateway.status(ids)).toMatchObject({ 'merchant-order-id': '902B4FF5' })
    expect(await newestFault(gateway)).toEqual([])
  })

  it("is about another shop's order of the same sum, which is in the ledger", async () => {
    const { gateway, ids } = await withOrder('preauth', { cvv2: '116' })
    await gateway.faults({ operation: 'status', fault: 'other-answer', whose: 'other' })

    const told = [await gateway.status(ids), await gateway.status(ids)]

    expect(told[0]).toMatchObject({ status: 'approved', amount: '10.42', 'transaction-type': 'preauth' })
    expect(told[1]?.['paynet-order-id']).toBe(told[0]?.['paynet-order-id'])
    const { transactions } = await gateway.ledger()
    expect(transactions.map(({ owner, orderId }) => [owner, orderId])).toEqual([
      ['shop', ids.orderid],
      ['other', told[0]?.['paynet-order-id']],
    ])
  })

  it('is about a follow-up of another order, whichever stage was asked about', async () => {
    const { gateway, ids } = await withOrder()
    const values = { ...CARD_SALE, client_orderid: 'other-1' }
    const { 'paynet-order-id': orderid = '' } = await gateway.ask('sale', values)
    await gateway.ask('return', { ...IDS, client_orderid: 'other-1', orderid })
    const { 'serial-number': serial = '' } = await gateway.ask('return', ids)
    await gateway.faults({ operation: 'status', fault: 'other-answer' })

    const told = await gateway.status({ ...ids, 'by-request-sn': serial })

    expect(told).toMatchObject({ 'merchant-order-id': 'other-1', 'transaction-type': 'reversal' })
  })
})

describe('nameless', () => {
  it.each(['status', 'return'])('leaves both ids out of the reply to %s', async (operation) => {
    const { gateway, ids } = await withOrder()
    await gateway.faults({ operation, fault: 'nameless' })

    const told = await gateway.ask(operation, ids)

    expect(told).toHaveProperty('type')
    expect(told).not.toHaveProperty('merchant-order-id')
    expect(told).not.toHaveProperty('paynet-order-id')
    expect(await newestFault(gateway)).toEqual(['nameless'])
  })
})

describe('stale', () => {
  it.each([
    ['return', 'sale', 'reversal'],
    ['void', 'sale', 'void'],
    ['capture', 'preauth', 'capture'],
  ])('hides a %s for a time, and its sum', async (operation, opens, type) => {
    const { gateway, ids } = await withOrder(opens)
    await gateway.faults({ operation: 'status', fault: 'stale', delayMs: 60_000 })
    await gateway.ask(operation, ids)

    const early = await gateway.status(ids)
    await gateway.control('clock', 'POST', { advanceMs: 60_000 })
    const late = await gateway.status(ids)

    expect(early).toMatchObject({ 'transaction-type': opens, 'total-reversal-amount': '0.00' })
    expect(late).toMatchObject({ 'transaction-type': type, status: 'approved' })
  })

  it('hides a return for so many readings, whatever came before it', async () => {
    const { gateway, ids } = await withOrder()
    await gateway.faults({ operation: 'status', fault: 'stale', readings: 2 })
    await gateway.status(ids)
    await gateway.ask('return', ids)

    const told = [await gateway.status(ids), await gateway.status(ids), await gateway.status(ids)]

    expect(told.map((one) => one['transaction-type'])).toEqual(['sale', 'sale', 'reversal'])
    const faults = (await gateway.ledger()).requests.map((one) => one.faults.join())
    expect(faults).toEqual(['', '', '', 'stale', 'stale', ''])
  })

  it('does not know the request of a follow-up that it does not have', async () => {
    const { gateway, ids } = await withOrder()
    await gateway.faults({ operation: 'status', fault: 'stale', readings: 1 })
    const { 'serial-number': serial = '' } = await gateway.ask('return', ids)

    const told = await gateway.status({ ...ids, 'by-request-sn': serial })

    expect(told).toMatchObject({ type: 'validation-error', 'error-code': '10' })
    expect(await newestFault(gateway)).toEqual(['stale'])
  })

  it('has the payment itself from the first moment', async () => {
    const { gateway, ids } = await withOrder()
    await gateway.faults({ operation: 'status', fault: 'stale', delayMs: 60_000 })

    expect(await gateway.status(ids)).toMatchObject({ status: 'approved', 'transaction-type': 'sale' })
  })
})
