import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { expectedControl, SALE, testGateway, testReceiver, type Values } from '../testing/merchant.ts'
import { deliver, reachable, withQuery } from './callback-delivery.ts'

/** Opens a gateway with a paid form, and a merchant that answers its callbacks. */
async function pay(answers?: readonly number[], card: Values = {}) {
  const gateway = testGateway()
  const merchant = await testReceiver(answers)
  const form = await gateway.open('sale-form', { ...SALE, server_callback_url: merchant.url })
  await gateway.pay(form, card)
  return { gateway, merchant, form }
}

/** Waits until the ledger's callbacks are as expected: the gateway stores an answer after the merchant has sent it. */
async function settledLedger(
  gateway: ReturnType<typeof testGateway>,
  isSettled: (callbacks: object[]) => boolean,
) {
  for (;;) {
    const ledger = await gateway.ledger()
    if (isSettled(ledger.callbacks)) return ledger
  }
}

const isAnswered = (callbacks: object[]) => callbacks.every((entry) => 'answered' in entry && entry.answered)

describe('a callback', () => {
  it('adds the outcome and its control to the query', async () => {
    const { merchant, form, gateway } = await pay()

    const [url] = await merchant.until(1)

    const orderId = form['paynet-order-id'] ?? ''
    expect(url?.href).toContain(`http://127.0.0.1:8787${merchant.path}?from=gateway&status=approved&`)
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      from: 'gateway',
      status: 'approved',
      orderid: orderId,
      merchant_order: '902B4FF5',
      client_orderid: '902B4FF5',
      type: 'sale',
      amount: '10.42',
      email: 'john.smith@gmail.com',
      'last-four-digits': '1111',
      control: expectedControl('approved', orderId, '902B4FF5'),
    })
    const { callbacks } = await settledLedger(gateway, isAnswered)
    expect(callbacks).toMatchObject([{ orderId, status: 'approved', attempts: 1, answered: true }])
  })

  it.each([
    ['approved', { code: '123' }],
    ['declined', { code: '116' }],
    ['filtered', { number: '4000000000003006' }],
    ['error', { number: '4000000000004004' }],
    ['unknown', { code: '217' }],
  ])('reports the status %s', async (status, card: Values) => {
    const { merchant } = await pay(undefined, card)

    const [url] = await merchant.until(1)

    expect(url?.searchParams.get('status')).toBe(status)
  })

  it('goes to notify_url if there is no server_callback_url', async () => {
    const { server_callback_url: _callback, ...rest } = SALE
    const gateway = testGateway()
    const merchant = await testReceiver()

    await gateway.pay(await gateway.open('sale-form', { ...rest, notify_url: merchant.url }))

    expect(await merchant.until(1)).toHaveLength(1)
  })

  it.each([
    ['an error', 500],
    ['a redirect', 302],
    ['another success', 204],
  ])('is tried again after %s', async (_what, answer) => {
    const { gateway, merchant } = await pay([answer, 200])

    const urls = await merchant.until(2)

    expect(urls[1]?.href).toBe(urls[0]?.href)
    const { callbacks } = await settledLedger(gateway, isAnswered)
    expect(callbacks).toMatchObject([{ attempts: 2, answered: true }])
  })

  it('ends after the last try', async () => {
    const { gateway, merchant } = await pay([500])

    await merchant.until(3)

    expect(await gateway.stub.nextCallback()).toBeUndefined()
    expect((await gateway.ledger()).callbacks).toMatchObject([{ attempts: 3, answered: false }])
  })

  it('is sent in time by an object that was evicted meanwhile', async () => {
    const gateway = testGateway()
    const merchant = await testReceiver()
    const form = await gateway.open('sale-form', { ...SALE, server_callback_url: merchant.url })
    await gateway.faults({ operation: 'callback', fault: 'late', delayMs: 300 })
    await gateway.pay(form)

    await evictDurableObject(gateway.stub)

    expect(await merchant.until(1)).toHaveLength(1)
  })

  it('is not sent for an unpaid form', async () => {
    const gateway = testGateway()

    await gateway.open()

    expect((await gateway.ledger()).callbacks).toEqual([])
  })
})

it('counts a callback as unanswered if the connection fails', async () => {
  const answered = await deliver('http://pay.localhost/', () =>
    Promise.reject(new TypeError('no connection')),
  )
  expect(answered).toBe(false)
})

it('repeats a try after the deadline if its end was never reported', async () => {
  const gateway = testGateway()

  const [tries, later] = await runInDurableObject(gateway.stub, ({ backend: { callbacks, now } }) => {
    callbacks.add({ orderId: '1', status: 'approved', url: 'http://pay.localhost/', dueAt: 0 })
    const first = callbacks.takeDue(now())
    const meanwhile = callbacks.takeDue(now() + 5_000)
    return [[first.length, meanwhile.length], callbacks.takeDue(now() + 60_000).length]
  })

  expect([tries, later]).toEqual([[1, 0], 1])
})

describe('an unknown outcome', () => {
  it('can be resolved, which moves the money and sends a callback', async () => {
    const { gateway, merchant } = await pay(undefined, { code: '217' })

    const response = await gateway.control('settle', 'POST', {
      clientOrderId: '902B4FF5',
      status: 'approved',
    })

    expect(response.status).toBe(204)
    const urls = await merchant.until(2)
    expect(urls.map((url) => url.searchParams.get('status'))).toEqual(['unknown', 'approved'])
    expect((await gateway.ledger()).movements).toMatchObject([{ kind: 'charge', amountMinor: 1042 }])
  })

  it.each([
    ['an order that is settled', { clientOrderId: '902B4FF5', status: 'declined' }, 409],
    ['an order that does not exist', { clientOrderId: 'nobody', status: 'approved' }, 404],
    ['a status that does not exist', { clientOrderId: '902B4FF5', status: 'fine' }, 400],
  ])('cannot be resolved for %s', async (_what, body, status) => {
    const { gateway } = await pay()

    const response = await gateway.control('settle', 'POST', body)

    expect(response.status).toBe(status)
    expect((await gateway.ledger()).movements).toHaveLength(1)
  })
})

it.each([
  ['an address without a query', 'http://a.example/c', 'http://a.example/c?b=1+2'],
  ['an address with a query', 'http://a.example/c?a=%20x', 'http://a.example/c?a=%20x&b=1+2'],
  ['an address with a fragment', 'http://a.example/c#f', 'http://a.example/c?b=1+2#f'],
])('adds parameters to %s', (_what, url, expected) => {
  expect(withQuery(url, { b: '1 2' })).toBe(expected)
})

it.each([
  ['http://pay.localhost:8787/a?b=c', 'http://127.0.0.1:8787/a?b=c'],
  ['http://localhost:8787/', 'http://127.0.0.1:8787/'],
  ['https://localhost.example/', 'https://localhost.example/'],
  ['https://notlocalhost/', 'https://notlocalhost/'],
])('reaches %s at %s', (url, expected) => {
  expect(reachable(url)).toBe(expected)
})
