import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import { scopeOf } from '../../../credentials/order-tokens.ts'
import { ask, config, EDGE, offer, opened, post, problemOf, refusalOf, SHOP } from '../../testing/edge.ts'

const key = () => ({ 'Idempotency-Key': crypto.randomUUID() })

afterEach(() => vi.restoreAllMocks())

describe('POST /v1/checkout', () => {
  it('answers no token that outlives the order, however late it is asked again', async () => {
    const nowSeconds = Math.floor(Date.now() / 1000)
    const request = post({ offer: await offer({ exp: nowSeconds + 60 * 86_400 }) }, key())
    const asked = () => ask('/v1/checkout', request)
    const day = 86_400_000
    const openedAt = Date.now()
    const first = await (await asked()).json<CheckoutReply>()
    const nowAt = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(openedAt + 20 * day)

    const { order, token } = await (await asked()).json<CheckoutReply>()

    expect(order.id).toBe(first.order.id)
    const granted = await scopeOf(config, { id: order.id, token }, Date.now())
    const { scope, until } = (granted.ok && granted.value) || expect.fail()
    expect(scope).toBe('pay')
    expect(until).toBeGreaterThanOrEqual(openedAt + 31 * day)
    // Tokens end at whole seconds.
    expect(until).toBeLessThan(nowAt + 31 * day + 1000)
  })

  it('opens an order for what the offer says, with a token that pays', async () => {
    const { order, token } = await opened()

    expect(order).toMatchObject({ status: 'open', amount: '12.50', currency: 'EUR', methods: ['hosted'] })
    expect(order.reference).toBe(order.id)
    expect(await scopeOf(config, { id: order.id, token }, Date.now())).toMatchObject({
      value: { scope: 'pay' },
    })
  })

  it('opens the same order again under the same key, and another under another', async () => {
    const body = { offer: await offer() }
    const again = key()
    const orders = [again, again, key()].map(async (headers) => {
      const response = await ask('/v1/checkout', post(body, headers))
      return (await response.json<CheckoutReply>()).order.id
    })

    const [first, second, third] = await Promise.all(orders)

    expect(first).toBe(second)
    expect(first).not.toBe(third)
  })

  it('takes a card from anybody who has the offer, once tries are limited and the merchant says so', async () => {
    const CHECKOUT_METHODS = '["card","hosted"]'
    const LIMITS = '{"cardsForOffers":"auto"}'
    const on = { CHECKOUT_METHODS, LIMITS, CARD_DIGEST_KEY: 'k'.repeat(32) }

    const sold = await ask('/v1/checkout', post({ offer: await offer({ methods: ['card'] }) }), on)

    expect((await sold.json<CheckoutReply>()).order.methods).toEqual(['card'])
  })

  it('takes no card from anybody who has the offer, also where sessions may', async () => {
    const on = { CHECKOUT_METHODS: '["card","hosted","saved-card"]' }

    const sold = await ask('/v1/checkout', post({ offer: await offer() }), on)
    const named = await ask('/v1/checkout', post({ offer: await offer({ methods: ['card'] }) }), on)

    expect((await sold.json<CheckoutReply>()).order.methods).toEqual(['hosted'])
    expect(await refusalOf(named)).toBe('422 method-off')
  })

  it('refuses another sum under a key that was used', async () => {
    const body = { offer: await offer({ quantity: { min: 1, max: 5 } }) }
    const again = key()
    await ask('/v1/checkout', post(body, again))

    const response = await ask('/v1/checkout', post({ ...body, quantity: 2 }, again))

    expect(await refusalOf(response)).toBe('409 key-reused')
  })

  it.each([
    ['for another edge', { aud: 'https://other.example.com' }, {}, '422 offer-invalid'],
    ['that has expired', { exp: 1 }, {}, '422 offer-expired'],
    ['that was withdrawn', { item: 'withdrawn-item' }, {}, '422 offer-withdrawn'],
    ['in a currency that is not served', { currency: 'USD' }, {}, '422 currency-not-served'],
    ['of a method that is off', { methods: ['card'] }, {}, '422 method-off'],
    ['with more pieces than it allows', {}, { quantity: 2 }, '422 quantity-invalid'],
    ['with another price', {}, { amount: '0.01' }, '422 amount-invalid'],
    ['with a return to elsewhere', {}, { returnUrl: 'https://evil.example/' }, '422 return-url-invalid'],
    ['with a customer that is wrong', {}, { customer: { email: 'x' } }, '422 customer-invalid'],
    ['with a customer that lacks something', {}, { customer: {} }, '422 collect-missing'],
  ])('refuses an offer %s', async (_, claims, request, refusal) => {
    const response = await ask('/v1/checkout', post({ offer: await offer(claims), ...request }))

    expect(await refusalOf(response)).toBe(refusal)
  })

  it.each([
    ['a price', { price: '0.01' }],
    ['a currency', { currency: 'JPY' }],
    ['an intent', { intent: 'verify' }],
    ['an address of its own', { ip: '1.2.3.4' }],
    ['a customer with a card', { customer: { email: 'a@b.example', pan: '4111111111111111' } }],
    ['a number for a sum', { amount: 1 }],
    ['half a piece', { quantity: 1.5 }],
    ['a language that is none', { locale: '<script>' }],
    ['a list for an offer', { offer: [] }],
  ])('refuses a body that also says %s', async (_, extra) => {
    const response = await ask('/v1/checkout', post({ offer: await offer(), ...extra }))

    expect(await refusalOf(response)).toBe('400 body-malformed')
  })

  it.each(['', 'short', 'a'.repeat(129), 'with a blank in between'])(
    'refuses the key "%.20s"',
    async (text) => {
      const response = await ask('/v1/checkout', post({ offer: await offer() }, { 'Idempotency-Key': text }))

      expect(await refusalOf(response)).toBe('400 idempotency-key-missing')
    },
  )

  it.each([
    ['the shop', SHOP, {}, 200],
    ['the edge’s own page', EDGE, {}, 200],
    ['the edge’s own page, which an offer need not name', EDGE, { origins: [] }, 200],
    ['no browser', undefined, { origins: [] }, 200],
    ['an origin that the offer leaves out', SHOP, { origins: ['https://fair.example'] }, 403],
    [
      'a stranger whom only the offer names',
      'https://fair.example',
      { origins: ['https://fair.example'] },
      403,
    ],
    ['a stranger', 'https://evil.example', {}, 403],
    ['a page without an origin', 'null', {}, 403],
  ])('answers a page of %s', async (_, origin, claims, status) => {
    const headers = origin ? { Origin: origin } : {}
    const response = await ask('/v1/checkout', post({ offer: await offer(claims) }, headers))

    expect(response.status).toBe(status)
    if (status === 403) expect((await problemOf(response)).code).toBe('origin-not-allowed')
  })

  it('asks for the origin of each page, also right after another one sold the same offer', async () => {
    const body = { offer: await offer({ origins: ['https://fair.example'] }) }
    const statuses: number[] = []
    for (const origin of [EDGE, SHOP, EDGE])
      statuses.push((await ask('/v1/checkout', post(body, { ...key(), Origin: origin }))).status)

    expect(statuses).toEqual([200, 403, 200])
  })
})
