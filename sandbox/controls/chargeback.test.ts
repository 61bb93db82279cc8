import { describe, expect, it } from 'vitest'
import { CARD_SALE, testGateway, testReceiver, type Values } from '../testing/merchant.ts'

const IDS = { login: 'merchant', client_orderid: '902B4FF5' }

async function openOrder(operation: string, changes: Values = {}) {
  const gateway = testGateway()
  const { server_callback_url: _callback, ...values } = { ...CARD_SALE, ...changes }
  const opened = await gateway.ask(operation, values)
  const ids = { ...IDS, orderid: opened['paynet-order-id'] ?? '' }
  const act = (name: string, part: Values = {}) => gateway.ask(name, { ...ids, ...part })
  const chargeBack = () => gateway.control('chargeback', 'POST', { clientOrderId: '902B4FF5' })
  const money = async () =>
    (await gateway.ledger()).movements.map(({ kind, amountMinor }) => [kind, amountMinor])
  return { gateway, ids, act, chargeBack, money, status: () => gateway.status(ids) }
}

describe('a chargeback', () => {
  it('takes back a charge as the newest stage of its order', async () => {
    const { chargeBack, money, status } = await openOrder('sale')

    const response = await chargeBack()

    expect(response.status).toBe(204)
    expect(await status()).toMatchObject({
      status: 'approved',
      'transaction-type': 'chargeback',
      'order-stage': 'chargeback_approved',
      amount: '10.42',
      'initial-amount': '10.42',
      'total-reversal-amount': '0.00',
    })
    expect(await money()).toEqual([
      ['charge', 1042],
      ['chargeback', 1042],
    ])
  })

  it('finds an order by how its merchant order id begins, before a full stop', async () => {
    const { gateway, money } = await openOrder('sale', { client_orderid: 'order-1.k3vqab2cdefghij7' })
    const chargeBack = (clientOrderId: string) => gateway.control('chargeback', 'POST', { clientOrderId })

    expect((await chargeBack('order')).status).toBe(404)
    expect((await chargeBack('order-1')).status).toBe(204)
    expect((await money()).at(-1)).toEqual(['chargeback', 1042])
  })

  it.each([
    ['what a return left of a charge', 'sale', 'return', 642],
    ['what was captured', 'preauth', 'capture', 400],
  ])('takes back %s', async (_what, operation, before, amountMinor) => {
    const { act, chargeBack, money } = await openOrder(operation)
    await act(before, { amount: '4.00', currency: 'EUR' })

    await chargeBack()

    expect((await money()).at(-1)).toEqual(['chargeback', amountMinor])
  })

  it('leaves nothing to return or to void', async () => {
    const { act, chargeBack } = await openOrder('sale')
    await chargeBack()

    expect(await act('return')).toMatchObject({ 'error-code': '27' })
    expect(await act('void')).toMatchObject({ 'error-code': '23' })
  })

  it('sends a callback to notify_url', async () => {
    const merchant = await testReceiver()
    const { chargeBack } = await openOrder('sale', { notify_url: merchant.url })
    await merchant.until(1)

    await chargeBack()

    const told = (await merchant.until(2)).map(({ searchParams }) => searchParams.get('type'))
    expect(told).toEqual(['sale', 'chargeback'])
  })

  it('sends no callback to server_callback_url', async () => {
    const { gateway, chargeBack } = await openOrder('sale')
    await gateway.ask('sale', CARD_SALE)

    await chargeBack()

    expect((await gateway.ledger()).callbacks).toHaveLength(1)
  })

  it.each([
    ['a second time', 'sale', {}, 'chargeback', 409],
    ['of a declined sale', 'sale', { cvv2: '116' }, '', 409],
    ['of a hold', 'preauth', {}, '', 409],
    ['of a sale that was voided', 'sale', {}, 'void', 409],
  ])('is refused %s', async (_what, operation, changes: Values, before, status) => {
    const { act, chargeBack, money } = await openOrder(operation, changes)
    if (before === 'chargeback') await chargeBack()
    else if (before) await act(before)
    const moved = await money()

    const response = await chargeBack()

    expect(response.status).toBe(status)
    expect(await money()).toEqual(moved)
  })

  it.each([
    ['an unknown order', { clientOrderId: 'nobody' }, 404],
    ['an order id of another merchant id', { clientOrderId: '902B4FF5', orderId: '1' }, 404],
    ['no order', {}, 400],
    ['an order id that is no text', { clientOrderId: '902B4FF5', orderId: 1 }, 400],
  ])('is refused for %s', async (_what, body, status) => {
    const { gateway } = await openOrder('sale')
    expect((await gateway.control('chargeback', 'POST', body)).status).toBe(status)
  })
})
