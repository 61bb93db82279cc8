import { describe, expect, it } from 'vitest'
import { SALE, testGateway } from '../testing/merchant.ts'

const STATUS = { login: 'merchant', client_orderid: '902B4FF5' }

describe('a request under a fault rule', () => {
  it.each([
    ['drop-request', 504, 0],
    ['500', 500, 0],
    ['400', 400, 0],
    ['drop-reply', 504, 1],
    ['garbled', 200, 1],
    ['form-encoded', 200, 1],
  ])('%s is answered %d and creates %d transactions', async (fault, status, created) => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault })

    const response = await gateway.call('sale-form', SALE)

    expect(response.status).toBe(status)
    expect((await gateway.ledger()).transactions).toHaveLength(created)
  })

  it('drop-request and drop-reply answer with text, as a proxy would', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: '*', fault: 'drop-reply' })

    const response = await gateway.call('status', STATUS)

    expect(response.headers.get('Content-Type')).toBe('text/plain')
    expect(await response.text()).toBe('Gateway Time-out\n')
  })

  it('400 is a validation error and 500 an error, both without an order id', async () => {
    const gateway = testGateway()
    await gateway.faults(
      { operation: 'sale-form', fault: '400', times: 1 },
      { operation: 'sale-form', fault: '500' },
    )

    const [first, second] = [await gateway.open(), await gateway.open()]

    expect(first).toMatchObject({ type: 'validation-error', 'error-code': '90' })
    expect(second).toMatchObject({ type: 'error', 'error-code': '99' })
    expect([first['paynet-order-id'], second['paynet-order-id']]).toEqual([undefined, undefined])
  })

  it('garbled cannot be parsed', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: 'garbled' })

    const text = await (await gateway.call('sale-form', SALE)).text()

    expect(text).toMatch(/^\{"type":"async-form-response"/)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  it('form-encoded ends every value with a line feed', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: 'form-encoded' })

    const response = await gateway.call('sale-form', SALE)

    expect(response.headers.get('Content-Type')).toBe('text/html;charset=utf-8')
    const values = [...new URLSearchParams(await response.text())]
    expect(values[0]).toEqual(['type', 'async-form-response\n'])
    expect(values.every(([, value]) => value.endsWith('\n'))).toBe(true)
  })

  it('echo repeats its text in every field that an order can do without', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: '*', fault: 'echo', text: 'a card' })

    const form = await gateway.open()
    const told = await gateway.status({ client_orderid: '902B4FF5' })

    for (const reply of [form, told])
      expect(reply).toMatchObject({
        ...{ 'error-code': 'a card', 'card-type': 'a card', html: '<p title="a card">a card</p>' },
        'redirect-url': expect.stringMatching(/c=a%20card$/),
        'error-message': expect.stringContaining('a card'),
      })
    expect(told).toMatchObject({ status: 'processing', 'merchant-order-id': '902B4FF5' })
  })

  it('underscores and numeric-ids change names and ids at once', async () => {
    const gateway = testGateway()
    await gateway.faults(
      { operation: 'sale-form', fault: 'underscores' },
      { operation: 'sale-form', fault: 'numeric-ids' },
    )

    const reversed = await gateway.open()
    await gateway.faults(
      { operation: 'sale-form', fault: 'numeric-ids' },
      { operation: 'sale-form', fault: 'underscores' },
    )
    const reply = await gateway.open()

    expect(reversed).toHaveProperty('merchant_order_id')
    expect(reply).toMatchObject({ paynet_order_id: expect.any(Number), merchant_order_id: '902B4FF5' })
    expect(reversed).toMatchObject({ paynet_order_id: expect.any(Number) })
  })

  it('amount reports another amount than was paid', async () => {
    const gateway = testGateway()
    await gateway.pay(await gateway.open())
    await gateway.faults({ operation: 'status', fault: 'amount', amount: '99.00', times: 1 })

    const [first, second] = [await gateway.status(STATUS), await gateway.status(STATUS)]

    expect(first).toMatchObject({ status: 'approved', amount: '99.00' })
    expect(second).toMatchObject({ amount: '10.42' })
  })

  it('other-order reports another merchant order', async () => {
    const gateway = testGateway()
    await gateway.open()
    await gateway.faults({ operation: 'status', fault: 'other-order' })

    expect(await gateway.status(STATUS)).toMatchObject({ 'merchant-order-id': '902B4FF5-other' })
  })

  it('lagging reports processing as often as its rule says, and then the outcome', async () => {
    const gateway = testGateway()
    await gateway.pay(await gateway.open(), { code: '116' })
    await gateway.faults({ operation: 'status', fault: 'lagging', times: 2 })

    const replies = [await gateway.status(STATUS), await gateway.status(STATUS), await gateway.status(STATUS)]

    expect(replies.map((reply) => reply.status)).toEqual(['processing', 'processing', 'declined'])
    expect(replies.map((reply) => reply['error-code'])).toEqual([undefined, undefined, '116'])
  })

  it('delay acts at once and answers late', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: 'delay', delayMs: 150 })
    const start = Date.now()

    const answer = gateway.call('sale-form', SALE).then(() => Date.now() - start)

    expect(await answer).toBeGreaterThanOrEqual(145)
  })

  it('is not disturbed if the rule names another operation or other orders', async () => {
    const gateway = testGateway()
    await gateway.faults(
      { operation: 'status', fault: '500' },
      { operation: 'sale-form', fault: '500', clientOrderId: 'other-' },
    )

    expect((await gateway.call('sale-form', SALE)).status).toBe(200)
    expect((await gateway.call('sale-form', { ...SALE, client_orderid: 'other-1' })).status).toBe(500)
  })

  it('is counted with the fault that stopped it', async () => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'sale-form', fault: 'drop-request', times: 1 })
    await gateway.call('sale-form', SALE)
    await gateway.call('sale-form', SALE)

    const { requests } = await gateway.ledger()

    expect(requests.map(({ outcome }) => outcome)).toEqual(['drop-request', 'accepted'])
  })
})
