import { describe, expect, it } from 'vitest'
import { returnForm, SALE, testGateway, testReceiver, type Values } from '../testing/merchant.ts'

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

describe('callbacks under a fault rule', () => {
  async function payUnder(...rules: object[]) {
    const gateway = testGateway()
    const merchant = await testReceiver()
    await gateway.faults(...rules)
    await gateway.pay(await gateway.open('sale-form', { ...SALE, server_callback_url: merchant.url }))
    return { gateway, merchant }
  }

  it('missing are not sent', async () => {
    const { gateway } = await payUnder({ operation: 'callback', fault: 'missing' })
    expect((await gateway.ledger()).callbacks).toEqual([])
  })

  it('duplicate come twice', async () => {
    const { merchant } = await payUnder({ operation: 'callback', fault: 'duplicate' })

    const [first, second] = await merchant.until(2)

    expect(second?.href).toBe(first?.href)
  })

  it('late wait for their delay, while the page does not', async () => {
    const before = Date.now()

    const { gateway } = await payUnder({ operation: 'callback', fault: 'late', delayMs: 600_000 })

    expect((await gateway.ledger()).callbacks).toMatchObject([{ attempts: 0, answered: false }])
    expect(await gateway.stub.nextCallback()).toBeGreaterThanOrEqual(before + 600_000)
  })

  it('duplicate with a delay come again after it', async () => {
    const { gateway } = await payUnder({ operation: 'callback', fault: 'duplicate', delayMs: 600_000 })

    const { callbacks } = await gateway.ledger()

    expect(callbacks).toHaveLength(2)
    expect(callbacks[1]?.attempts).toBe(0)
  })

  it('reordered come after the next one of the same merchant order', async () => {
    const gateway = testGateway()
    const merchant = await testReceiver()
    const sale = { ...SALE, server_callback_url: merchant.url }
    const [first, second] = [await gateway.open('sale-form', sale), await gateway.open('sale-form', sale)]
    await gateway.faults({ operation: 'callback', fault: 'reordered', times: 1 })

    await gateway.pay(first)
    await gateway.pay(second)

    const told = (await merchant.until(2)).map((url) => url.searchParams.get('orderid'))
    expect(told).toEqual([second['paynet-order-id'], first['paynet-order-id']])
  })

  it('reordered do not wait for another merchant order', async () => {
    const gateway = testGateway()
    const merchant = await testReceiver()
    const sale = { ...SALE, server_callback_url: merchant.url }
    await gateway.faults({ operation: 'callback', fault: 'reordered', times: 1, delayMs: 600_000 })
    await gateway.pay(await gateway.open('sale-form', sale))

    await gateway.pay(await gateway.open('sale-form', { ...sale, client_orderid: 'other' }))

    const [told] = await merchant.until(1)
    expect(told?.searchParams.get('client_orderid')).toBe('other')
    expect((await gateway.ledger()).callbacks[0]).toMatchObject({ attempts: 0 })
  })

  it('reordered come by themselves if no other comes', async () => {
    const { merchant } = await payUnder({ operation: 'callback', fault: 'reordered', delayMs: 50 })
    expect(await merchant.until(1)).toHaveLength(1)
  })

  it('forged-control carry a wrong control', async () => {
    const { merchant } = await payUnder({ operation: 'callback', fault: 'forged-control' })

    const [url] = await merchant.until(1)

    expect(url?.searchParams.get('control')).toBe('0'.repeat(40))
  })
})

describe('the browser return under a fault rule', () => {
  async function returnUnder(rule: object) {
    const gateway = testGateway()
    await gateway.faults(rule)
    const form = await gateway.open()
    await gateway.pay(form)
    return (await gateway.request(`${form['redirect-url']}/return`)).text()
  }

  it('missing leaves the shopper on a page that only shows the result', async () => {
    const page = await returnUnder({ operation: 'browser-return', fault: 'missing' })

    expect(page).toContain('Approved')
    expect(page).not.toContain('<form')
  })

  it('forged-control carries a wrong control', async () => {
    const page = await returnUnder({ operation: 'browser-return', fault: 'forged-control' })
    expect(returnForm(page).values.control).toBe('0'.repeat(40))
  })
})

describe('a list of fault rules', () => {
  it.each([
    ['no list', {}, 'rules is not a list'],
    [
      'an unknown operation',
      { rules: [{ operation: 'sales', fault: '500' }] },
      'rules[0] has no usable operation',
    ],
    [
      'an unknown fault',
      { rules: [{ operation: 'status', fault: 'fire' }] },
      'rules[0] has a fault that its operation does not have',
    ],
    [
      'a fault of callbacks for a request',
      { rules: [{ operation: 'status', fault: 'missing' }] },
      'rules[0] has a fault that its operation does not have',
    ],
    [
      'a fault that makes no sense for its operation',
      { rules: [{ operation: 'sale', fault: 'lagging' }] },
      'rules[0] has a fault that its operation does not have',
    ],
    [
      'a probability above 1',
      { rules: [{ operation: 'status', fault: '500', probability: 1.1 }] },
      'rules[0] has no usable probability',
    ],
    [
      'a seed with a fraction',
      { rules: [{ operation: 'status', fault: '500', probability: 0.5, seed: 0.5 }] },
      'rules[0] has no usable seed',
    ],
    [
      'a negative count',
      { rules: [{ operation: 'status', fault: '500', times: -1 }] },
      'rules[0] has no usable times',
    ],
    [
      'a misspelt property',
      { rules: [{ operation: 'status', fault: '500', time: 1 }] },
      'rules[0] has an unknown property time',
    ],
  ])('with %s is refused, and the current rules stay', async (_what, body: Values | object, error) => {
    const gateway = testGateway()
    await gateway.faults({ operation: 'status', fault: '500' })

    const response = await gateway.control('faults', 'PUT', body)

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error })
    expect((await gateway.call('status', STATUS)).status).toBe(500)
  })
})
