/** Carts of signed offers: what opens an order, and every field that must not be touched. */
import { describe, expect, it } from 'vitest'
import type { CheckoutReply } from '../../../../shared/http-bodies.ts'
import { ask, offer, opened, post, problemOf, refusalOf, SHOP } from '../../testing/edge.ts'

const tea = (changes: Record<string, unknown> = {}) =>
  offer({ item: 'tea', description: 'Tea', quantity: { min: 1, max: 9 }, ...changes })

const mug = (changes: Record<string, unknown> = {}) =>
  offer({ item: 'mug', description: 'Mug', amount: '7.25', ...changes })

const checkout = (lines: unknown, headers: Record<string, string> = {}, more: object = {}) =>
  ask('/v1/checkout', post({ lines, ...more }, headers))

const orderFrom = async (response: Response) => (await response.json<CheckoutReply>()).order

/** The offer with other claims under its old signature. */
async function touched(token: Promise<string>, changes: object): Promise<string> {
  const [header, payload = '', signature] = (await token).split('.')
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  const text = btoa(JSON.stringify({ ...claims, ...changes }))
  return [header, text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), signature].join('.')
}

describe('POST /v1/checkout with lines', () => {
  it('opens one order for all of them', async () => {
    const response = await checkout([{ offer: await tea(), quantity: 2 }, { offer: await mug() }])

    expect(await orderFrom(response)).toMatchObject({
      status: 'open',
      intent: 'sale',
      amount: '32.25',
      currency: 'EUR',
      description: '2 × Tea, Mug',
      lines: [
        { item: 'tea', description: 'Tea', quantity: 2, amount: '25.00' },
        { item: 'mug', description: 'Mug', quantity: 1, amount: '7.25' },
      ],
    })
  })

  it('opens the same order for the same lines and key in any order, and another for others', async () => {
    const [one, other] = [await tea(), await mug()]
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const idOf = async (lines: object[], headers = key) =>
      (await orderFrom(await checkout(lines, headers))).id

    const id = await idOf([{ offer: one, quantity: 1 }, { offer: other }])

    expect(await idOf([{ offer: other }, { offer: one }])).toBe(id)
    const others = [
      await idOf([{ offer: one, quantity: 2 }, { offer: other }]),
      await idOf([{ offer: one }]),
      await idOf([{ offer: one }, { offer: other }], { 'Idempotency-Key': crypto.randomUUID() }),
      (await orderFrom(await ask('/v1/checkout', post({ offer: one }, key)))).id,
    ]
    expect(new Set([id, ...others]).size).toBe(5)
  })

  it('shows one offer alone as it always did', async () => {
    const { order } = await opened({ item: 'tea', description: 'Tea' })

    expect(order).toMatchObject({
      description: 'Tea',
      lines: [{ item: 'tea', description: 'Tea', quantity: 1, amount: '12.50' }],
    })
  })

  it('takes twenty of the longest offers, and no more lines', async () => {
    const long = await Promise.all(
      Array.from({ length: 21 }, (_, index) => mug({ item: `${index}`, description: 'x'.repeat(2600) })),
    )
    const lines = long.map((one) => ({ offer: one }))

    const whole = await checkout(lines.slice(0, 20))

    expect(long[0]?.length).toBeGreaterThan(3800)
    const order = await orderFrom(whole)
    expect([order.amount, order.lines?.length]).toEqual(['145.00', 20])
    expect(order.description.length).toBeLessThanOrEqual(255)
    expect(await refusalOf(await checkout(lines))).toBe('422 cart-size')
    expect(await refusalOf(await checkout([]))).toBe('422 cart-size')
  })

  it.each([
    ['a forged offer', () => touched(mug(), { amount: '0.01' })],
    ['an offer of which a part is missing', async () => (await mug()).slice(0, -60)],
    ['nonsense', async () => 'a.b.c'],
  ])('of more than 16 kilobytes that begin with %s are not read to their end', async (_, first) => {
    const genuine = await Promise.all(
      Array.from({ length: 19 }, (_, index) => mug({ item: `${index}`, description: 'x'.repeat(2600) })),
    )

    const response = await checkout([await first(), ...genuine].map((one) => ({ offer: one })))

    expect(await refusalOf(response)).toBe('413 body-too-large')
  })

  it.each<[string, () => Promise<unknown[]>, string, string?]>([
    [
      'an offer twice',
      async () => [
        { offer: await tea({ iat: 1, exp: 4_000_000_000 }) },
        { offer: await tea({ iat: 1, exp: 4_000_000_000 }) },
      ],
      'line-repeated',
      'lines.1.offer',
    ],
    [
      'an open sum',
      async () => [{ offer: await offer({ amount: undefined, min: '1.00', max: '9.00' }) }],
      'line-unfit',
      'lines.0.offer',
    ],
    [
      'a deposit',
      async () => [{ offer: await mug() }, { offer: await tea({ intent: 'preauth' }) }],
      'line-unfit',
      'lines.1.offer',
    ],
    [
      'two currencies',
      async () => [{ offer: await mug() }, { offer: await tea({ currency: 'JPY', amount: '125' }) }],
      'currencies-differ',
      'lines.1.offer',
    ],
    [
      'an offer for another edge',
      async () => [{ offer: await mug() }, { offer: await tea({ aud: 'https://other.example' }) }],
      'offer-invalid',
      'lines.1.offer',
    ],
    [
      'an offer that has expired',
      async () => [{ offer: await tea({ exp: 1 }) }, { offer: await mug() }],
      'offer-expired',
      'lines.0.offer',
    ],
    [
      'an offer that was withdrawn',
      async () => [{ offer: await mug() }, { offer: await tea({ item: 'withdrawn-item' }) }],
      'offer-withdrawn',
      'lines.1.offer',
    ],
    [
      'more pieces than offered',
      async () => [{ offer: await mug() }, { offer: await tea(), quantity: 10 }],
      'quantity-invalid',
      'lines.1.quantity',
    ],
    [
      'pieces of what is sold singly',
      async () => [{ offer: await mug(), quantity: 2 }],
      'quantity-invalid',
      'lines.0.quantity',
    ],
    [
      'origins that no page has',
      async () => [
        { offer: await mug({ origins: [SHOP] }) },
        { offer: await tea({ origins: ['https://fair.example'] }) },
      ],
      'origins-disjoint',
      'lines',
    ],
    [
      'a touched price',
      async () => [{ offer: await tea() }, { offer: await touched(mug(), { amount: '0.01' }) }],
      'offer-invalid',
      'lines.1.offer',
    ],
    [
      'a touched quantity',
      async () => [{ offer: await touched(tea(), { quantity: { min: 1, max: 99 } }), quantity: 99 }],
      'offer-invalid',
      'lines.0.offer',
    ],
    [
      'a touched currency',
      async () => [{ offer: await touched(mug(), { currency: 'JPY' }) }],
      'offer-invalid',
      'lines.0.offer',
    ],
    [
      'touched origins',
      async () => [{ offer: await touched(mug(), { origins: [SHOP] }) }],
      'offer-invalid',
      'lines.0.offer',
    ],
    [
      'a touched limit',
      async () => [{ offer: await touched(mug({ limit: 1 }), { limit: 1000 }) }],
      'offer-invalid',
      'lines.0.offer',
    ],
    [
      'a touched end',
      async () => [{ offer: await touched(mug({ exp: 1 }), { exp: 9_999_999_999 }) }],
      'offer-invalid',
      'lines.0.offer',
    ],
    [
      'a signature of another offer',
      async () => [{ offer: `${(await mug()).replace(/\.[^.]*$/, '')}.${(await tea()).split('.')[2]}` }],
      'offer-invalid',
      'lines.0.offer',
    ],
  ])('refuses %s', async (_, lines, code, field) => {
    const response = await checkout(await lines())

    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({ code, ...(field && { fields: [field] }) })
  })

  it('refuses a page that one of its offers leaves out', async () => {
    const lines = [{ offer: await mug() }, { offer: await tea({ origins: ['https://fair.example'] }) }]
    const shared = [{ offer: await mug({ origins: [SHOP, 'https://fair.example'] }) }, lines[1]]

    expect(await refusalOf(await checkout(lines, { Origin: SHOP }))).toBe('422 origins-disjoint')
    expect(await refusalOf(await checkout(shared, { Origin: SHOP }))).toBe('403 origin-not-allowed')
    expect((await checkout(shared)).status).toBe(200)
  })

  it.each([
    ['an offer beside', { offer: 'x.y.z' }],
    ['a quantity of the whole', { quantity: 2 }],
    ['a sum', { amount: '0.01' }],
  ])('refuses a body that also has %s', async (_, extra) => {
    expect(await refusalOf(await checkout([{ offer: await mug() }], {}, extra))).toBe('400 body-malformed')
  })

  it.each([
    ['a price', { amount: '0.01' }],
    ['a description', { description: 'Gold' }],
    ['half a piece', { quantity: 1.5 }],
    ['a number for an offer', { offer: 1 }],
  ])('refuses a line that also says %s', async (_, extra) => {
    expect(await refusalOf(await checkout([{ offer: await mug(), ...extra }]))).toBe('400 body-malformed')
  })

  it('refuses a body with neither an offer nor lines', async () => {
    expect(await refusalOf(await ask('/v1/checkout', post({ locale: 'de' })))).toBe('400 body-malformed')
  })
})
