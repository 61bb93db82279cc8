/** Checkouts of goods that cannot be sold any more, by shoppers who have tried to pay them before: their answer was lost. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import { scopeOf } from '../../../credentials/order-tokens.ts'
import {
  ask,
  config,
  EDGE,
  merchant,
  offer,
  post,
  problemOf,
  refusalOf,
  SHOP,
  scriptedOrders,
} from '../../testing/edge.ts'

afterEach(() => vi.restoreAllMocks())

const pay = { method: 'hosted', customer: { email: 'a@b.example' } }

const key = () => ({ 'Idempotency-Key': crypto.randomUUID() })

/** Two hours later, when the offers of these tests have expired. */
const pass = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000)

const checkout = (body: object, headers: Record<string, string>, settings: object = {}) =>
  ask('/v1/checkout', post(body, headers), settings)

/** A click whose order and attempt exist. */
async function clicked(goods: object, headers = key()) {
  const response = await checkout({ ...goods, pay }, headers)
  expect(response.status).toBe(200)
  return { headers, order: (await response.json<CheckoutReply>()).order }
}

/** What becomes of an offer: its settings, and whether it has expired. */
const CHANGES: [string, object, 'later'?][] = [
  ['that has expired', {}, 'later'],
  ['that was withdrawn', { OFFERS_NOT_BEFORE: '{"mug":9999999999,"tea":9999999999}' }],
  ['whose currency is served no more', { GATEWAY_ENDPOINTS: '{"USD":{"endpoint":1}}' }],
  ['whose ways to pay are off', { CHECKOUT_METHODS: '["payment-page"]' }],
]

const mug = (changes: object = {}) => offer({ item: 'mug', methods: ['hosted'], ...changes })
const tea = () => offer({ item: 'tea', methods: ['hosted'], quantity: { min: 1, max: 9 } })

describe.each(CHANGES)('an offer %s', (_, settings, later) => {
  it.each<[string, () => Promise<object>]>([
    ['alone', async () => ({ offer: await mug() })],
    [
      'of an open sum',
      async () => ({ offer: await mug({ amount: undefined, min: '1.00', max: '9.00' }), amount: '5.00' }),
    ],
    ['in a cart', async () => ({ lines: [{ offer: await mug() }, { offer: await tea(), quantity: 2 }] })],
  ])('is found by its key, %s, once something was tried', async (__, goodsOf) => {
    const goods = await goodsOf()
    const { headers, order } = await clicked(goods)
    if (later) pass()

    for (const more of [{}, { pay }]) {
      const response = await checkout({ ...goods, ...more }, headers, settings)
      const found = await response.json<CheckoutReply>()

      expect(found.order).toMatchObject({ id: order.id, attempts: [{ number: 1 }] })
      expect(await scopeOf(config, { id: order.id, token: found.token }, Date.now())).toMatchObject({
        value: { scope: 'pay' },
      })
    }
  })

  it('is refused where nothing was tried, and under another key', async () => {
    const goods = { offer: await mug() }
    const opened = key()
    await checkout(goods, opened)
    if (later) pass()

    for (const headers of [opened, key()]) {
      const response = await checkout({ ...goods, pay }, headers, settings)

      expect(response.status).toBe(422)
      expect(await problemOf(response)).not.toHaveProperty('order')
    }
  })
})

describe('the order of an offer that has expired', () => {
  it('is found by the whole of a cart of more than 16 kilobytes', async () => {
    const long = { description: 'x'.repeat(2600) }
    const offers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((item) => mug({ ...long, item })))
    const goods = { lines: offers.map((one) => ({ offer: one })) }
    const { headers, order } = await clicked(goods)
    pass()

    const response = await checkout(goods, headers)

    expect(JSON.stringify(goods).length).toBeGreaterThan(16 * 1024)
    expect(await response.json<CheckoutReply>()).toMatchObject({ order: { id: order.id } })
  })

  it('is paid and seen no more by a key whose tokens were revoked', async () => {
    const goods = { offer: await mug() }
    const { headers, order } = await clicked(goods)
    await ask(`/v1/orders/${order.id}/revoke`, post({}, merchant()))
    pass()

    const problem = await problemOf(await checkout({ ...goods, pay }, headers))

    expect(problem).toMatchObject({ code: 'token-invalid' })
    expect(problem).not.toHaveProperty('order')
  })

  it('is asked by its goods and what was chosen of them, and is sent nothing else of the shopper', async () => {
    const { asked, ORDERS } = scriptedOrders({ findTried: undefined })
    const goods = { offer: await tea(), quantity: 2 }
    pass()

    const card = {
      number: '4111111111111111',
      holder: 'A B',
      expiryMonth: '12',
      expiryYear: '2099',
      cvv: '123',
    }
    await checkout({ ...goods, pay: { ...pay, method: 'card', card } }, key(), { ORDERS })

    const [[, method, sold] = []] = asked
    expect([method, sold]).toMatchObject(['findTried', [{ claims: { item: 'tea' } }]])
    expect(sold).toEqual([{ claims: expect.anything(), choice: { quantity: 2 } }])
  })

  it('is not shown to a page that the offer leaves out, nor in such a page', async () => {
    const goods = { offer: await mug() }
    const { headers } = await clicked(goods)
    pass()
    const evil = 'https://evil.example'

    for (const [Origin, origin] of [[evil], [EDGE, evil]] as const) {
      const body = { ...goods, ...(origin && { origin }) }

      expect((await checkout(body, { ...headers, Origin })).status).not.toBe(200)
    }
    expect((await checkout(goods, { ...headers, Origin: SHOP })).status).toBe(200)
  })

  it.each<[string, object, string]>([
    ['another sum', { amount: '6.00' }, '409 key-reused'],
    ['a sum that was never allowed', { amount: '0.01' }, '409 key-reused'],
    ['the same sum under a touched signature', { touched: true }, '422 offer-invalid'],
  ])('is not found by %s', async (_, { touched, ...change }: { touched?: boolean }, refusal) => {
    const goods = { offer: await mug({ amount: undefined, min: '1.00', max: '9.00' }), amount: '5.00' }
    const { headers } = await clicked(goods)
    pass()
    const signed = touched ? `${goods.offer.slice(0, -8)}AAAAAAAA` : goods.offer

    expect(await refusalOf(await checkout({ ...goods, ...change, offer: signed }, headers))).toBe(refusal)
  })
})
