import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../operations/operation-table.ts'
import { CARD_SALE, GATEWAY_URL, SALE, testGateway, testReceiver, type Values } from '../testing/merchant.ts'
import { oauthMerchant } from '../testing/oauth-merchant.ts'

const IDS = { login: 'merchant', client_orderid: '902B4FF5' }
const EUR = (amount: string) => ({ amount, currency: 'EUR' })

/** Opens a gateway with an order. */
async function withOrder(operation: string, changes: Values = {}) {
  const gateway = testGateway()
  const opened = await gateway.ask(operation, { ...CARD_SALE, ...changes })
  const ids = { ...IDS, orderid: opened['paynet-order-id'] ?? '' }
  return { gateway, opened, ids }
}

const kinds = async (gateway: ReturnType<typeof testGateway>) =>
  (await gateway.ledger()).movements.map(({ kind, amountMinor }) => [kind, amountMinor])

it.each(Object.entries(OPERATIONS))('%s can be lost like every other operation', async (name, { prefix }) => {
  const gateway = testGateway()
  await gateway.faults({ operation: name, fault: 'drop-request' }, { operation: '*', fault: '500' })

  const response = await gateway.request(`${GATEWAY_URL}${prefix}/1111`, { method: 'POST' })

  expect(response.status).toBe(504)
})

describe('a follow-up under a fault rule', () => {
  it.each([
    ['capture', 'preauth', 'capture'],
    ['void', 'sale', 'reversal'],
    ['return', 'sale', 'reversal'],
  ])('%s is executed although its reply is lost', async (operation, opens, kind) => {
    const { gateway, ids } = await withOrder(opens)
    await gateway.faults({ operation, fault: 'drop-reply' })

    const response = await gateway.call(operation, ids)

    expect(response.status).toBe(504)
    expect((await kinds(gateway)).at(-1)).toEqual([kind, 1042])
  })

  it.each(['capture', 'void', 'return'])('%s is not executed if its request is lost', async (operation) => {
    const { gateway, ids } = await withOrder('preauth')
    await gateway.faults({ operation, fault: 'drop-request' })

    await gateway.call(operation, ids)

    expect(await kinds(gateway)).toEqual([['hold', 1042]])
  })

  it.each([
    ['decline', 'declined', '100'],
    ['processing', 'processing', undefined],
  ])('%s leaves it %s and the money where it was', async (fault, status, code) => {
    const { gateway, ids } = await withOrder('sale')
    await gateway.faults({ operation: 'return', fault })

    expect(await gateway.ask('return', ids)).toMatchObject({ type: 'async-response' })

    const told = await gateway.status(ids)
    expect(told).toMatchObject({
      status,
      'transaction-type': 'reversal',
      'order-stage': `reversal_${status}`,
    })
    expect(told['error-code']).toBe(code)
    expect(await kinds(gateway)).toEqual([['charge', 1042]])
  })

  it('that is processing blocks others until it is settled, and then moves the money', async () => {
    const { gateway, ids } = await withOrder('preauth')
    await gateway.faults({ operation: 'capture', fault: 'processing', times: 1 })
    await gateway.ask('capture', { ...ids, ...EUR('4.00') })

    const refused = await gateway.ask('capture', ids)
    await gateway.control('settle', 'POST', { clientOrderId: '902B4FF5', status: 'approved' })

    expect(refused).toMatchObject({ type: 'error', 'error-code': '30' })
    expect(await kinds(gateway)).toEqual([
      ['hold', 1042],
      ['capture', 400],
      ['release', 642],
    ])
  })
})

describe('500-after', () => {
  it('executes the request and answers like 500', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale', fault: '500-after' })

    const response = await gateway.call('sale', CARD_SALE)

    expect(response.status).toBe(500)
    const body = await response.json()
    expect(body).toMatchObject({ type: 'error', 'error-code': '99' })
    expect(body).not.toHaveProperty('paynet-order-id')
    expect(await kinds(gateway)).toEqual([['charge', 1042]])
  })
})

describe('400-after', () => {
  it('executes the request and answers with the error for a second one', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale', fault: '400-after' })

    const response = await gateway.call('sale', CARD_SALE)

    expect(response.status).toBe(400)
    const body = await response.json()
    expect(body).toMatchObject({ type: 'validation-error', 'error-code': '90' })
    expect(body).not.toHaveProperty('paynet-order-id')
    expect(await kinds(gateway)).toEqual([['charge', 1042]])
  })
})

describe('slow-body', () => {
  it('answers at once and sends the body in pieces', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: 'slow-body', delayMs: 400 })

    const response = await gateway.call('sale-form', SALE)
    const start = Date.now()
    const text = await response.text()

    expect(JSON.parse(text)).toMatchObject({ type: 'async-form-response' })
    expect(Date.now() - start).toBeGreaterThanOrEqual(200)
  })
})

describe('second-order', () => {
  const twoSales = async (gateway: ReturnType<typeof testGateway>) => {
    const { transactions, movements } = await gateway.ledger()
    return [
      new Set(transactions.map(({ orderId }) => orderId)).size,
      transactions.map(({ status, last4 }) => `${status} ${last4}`),
      movements.map(({ kind }) => kind),
    ]
  }

  it('charges a direct sale twice, each with its callback', async () => {
    const merchant = await testReceiver()
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale', fault: 'second-order' })

    const reply = await gateway.ask('sale', { ...CARD_SALE, server_callback_url: merchant.url })

    expect(await twoSales(gateway)).toEqual([2, ['approved 1111', 'approved 1111'], ['charge', 'charge']])
    const told = (await merchant.until(2)).map((url) => url.searchParams.get('orderid'))
    expect(new Set(told).size).toBe(2)
    expect(told).toContain(reply['paynet-order-id'])
  })

  it('charges a hosted sale twice once its one page is paid', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: 'second-order' })
    const form = await gateway.open()
    expect(await twoSales(gateway)).toEqual([2, ['processing null', 'processing null'], []])

    await gateway.pay(form)

    expect(await twoSales(gateway)).toEqual([2, ['approved 1111', 'approved 1111'], ['charge', 'charge']])
    expect((await gateway.ledger()).callbacks).toHaveLength(2)
  })

  it('needs no second nonce', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'payout', fault: 'second-order' })

    await oauthMerchant(gateway).payout()

    expect(await kinds(gateway)).toEqual([
      ['payout', 1042],
      ['payout', 1042],
    ])
  })

  it('does not apply to a refused request', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale', fault: 'second-order' })

    const response = await gateway.call('sale', CARD_SALE, undefined, { control: '0'.repeat(40) })

    expect(response.status).toBe(400)
    expect((await gateway.ledger()).transactions).toEqual([])
  })

  it('stays the newer one for status without order id after a refund of the first one', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale', fault: 'second-order' })
    const { 'paynet-order-id': orderid = '' } = await gateway.ask('sale', CARD_SALE)
    await gateway.ask('return', { ...IDS, orderid, ...EUR('4.00') })

    const newest = await gateway.status(IDS)

    expect(Number(newest['paynet-order-id'])).toBeGreaterThan(Number(orderid))
    expect(newest).toMatchObject({ 'transaction-type': 'sale', 'total-reversal-amount': '0.00' })
  })

  it('is the newer one for status without order id', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale', fault: 'second-order' })
    const { 'paynet-order-id': first } = await gateway.ask('sale', CARD_SALE)

    const { 'paynet-order-id': newest } = await gateway.status(IDS)

    expect(Number(newest)).toBeGreaterThan(Number(first))
  })
})

describe('processing', () => {
  it('withholds the outcome of a sale until it is settled', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale', fault: 'processing' })
    const { 'paynet-order-id': orderId } = await gateway.ask('sale', CARD_SALE)
    const before = [await gateway.status(IDS), await kinds(gateway)]

    await gateway.control('settle', 'POST', { clientOrderId: '902B4FF5', orderId, status: 'approved' })

    expect(before).toMatchObject([{ status: 'processing' }, []])
    expect(await gateway.status(IDS)).toMatchObject({ status: 'approved', 'last-four-digits': '1111' })
    expect(await kinds(gateway)).toEqual([['charge', 1042]])
  })

  it('lets the shopper return from a paid page, which cannot be paid again', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: 'processing' })
    const form = await gateway.open()

    const paid = await gateway.pay(form)

    expect(paid.headers.get('Location')).toMatch(/\/return$/)
    const page = await (await gateway.request(`${form['redirect-url']}/return`)).text()
    expect(page).toContain('Processing the payment')
    expect(page).toContain('name="status" value="processing"')
    expect(await (await gateway.request(form['redirect-url'] ?? '')).text()).not.toContain('name="number"')
  })

  it('can end in a decline, which moves nothing', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale', fault: 'processing' })
    await gateway.ask('sale', CARD_SALE)

    await gateway.control('settle', 'POST', { clientOrderId: '902B4FF5', status: 'declined' })

    expect(await gateway.status(IDS)).toMatchObject({ status: 'declined' })
    expect(await kinds(gateway)).toEqual([])
  })

  it('of a check does not affect its payout', async () => {
    const gateway = testGateway()
    const merchant = oauthMerchant(gateway)
    await gateway.faults({ operation: 'payout-check', fault: 'processing' })
    const { 'paynet-order-id': orderid = '' } = await merchant.check()
    const refused = await merchant.pay(orderid)
    await gateway.control('settle', 'POST', { clientOrderId: 'PO-1', status: 'approved' })

    await merchant.pay(orderid)

    expect(refused).toMatchObject({ 'error-code': '41' })
    expect(await kinds(gateway)).toEqual([['payout', 1042]])
  })

  it('of a payout keeps it from being paid again', async () => {
    const gateway = testGateway()
    const merchant = oauthMerchant(gateway)
    const { 'paynet-order-id': orderid = '' } = await merchant.check()
    await gateway.faults({ operation: 'payout-pay', fault: 'processing' })
    await merchant.pay(orderid)

    expect(await merchant.pay(orderid)).toMatchObject({ 'error-code': '42' })
    expect(await kinds(gateway)).toEqual([])
  })
})

it('other-sum charges another sum than requested, and status reports it', async () => {
  const gateway = testGateway()
  await gateway.faults({ operation: 'sale', fault: 'other-sum', amount: '7' })

  const opened = await gateway.ask('sale', CARD_SALE)

  expect(await kinds(gateway)).toEqual([['charge', 700]])
  const told = await gateway.status({ ...IDS, orderid: opened['paynet-order-id'] ?? '' })
  expect(told).toMatchObject({ status: 'approved', amount: '7.00' })
})
