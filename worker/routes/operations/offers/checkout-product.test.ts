/** Checkouts of products: every attack on an offer's price, and prices that change between look, click and answer. */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { CheckoutReply, Problem } from '../../../../shared/http-bodies.ts'
import type { MerchantOrderView } from '../../../../shared/order-view.ts'
import type { Product } from '../../../../shared/product.ts'
import { ask, bearer, merchant, offer, post, problemOf, refusalOf, SHOP } from '../../testing/edge.ts'
import { changed, freshId, PICTURE, PICTURES, product, put, unitsOf } from '../../testing/products.ts'

const EUR = (amount: string) => ({ amount, currency: 'EUR' })

const EMAIL = { customer: { email: 'a@example.com' } }

/** A key, as a page makes one for each intended purchase. */
const newKey = () => crypto.randomUUID()

/** Sends a checkout under a key. */
const checkout = (body: object, key: string = newKey(), headers: object = {}, bindings: object = {}) =>
  ask('/v1/checkout', post({ ...EMAIL, ...body }, { 'Idempotency-Key': key, ...headers }), bindings)

async function opened(body: object, key: string = newKey(), bindings: object = {}): Promise<CheckoutReply> {
  const response = await checkout(body, key, {}, bindings)
  const reply = await response.json<CheckoutReply>()
  expect(response.status, JSON.stringify(reply)).toBe(200)
  return reply
}

const refusal = async (body: object, key?: string, headers?: object) =>
  refusalOf(await checkout(body, key, headers))

/** An address in a network of its own: one network may hold few units at a time. */
const elsewhere = () => `2001:db8:${crypto.randomUUID().slice(0, 4)}::1`

/** Pays an order by its token. */
const pay = ({ order: { id }, token }: CheckoutReply, key: string = newKey()) => {
  const headers = { ...bearer(token), 'Idempotency-Key': key, 'CF-Connecting-IP': elsewhere() }
  return ask(`/v1/orders/${id}/pay`, post({ method: 'hosted' }, headers))
}

const away = { CATALOGUE: { getByName: () => ({ read: () => Promise.reject(new Error('away')) }) } }

describe('a checkout of a product', () => {
  it('opens an order at the catalogue’s price, which names the version that was sold', async () => {
    const { id, version } = await product({ quantity: { min: 1, max: 5 } })

    const { order } = await opened({ product: id, quantity: 2, expect: EUR('25.00') })

    expect(order).toMatchObject({ status: 'open', amount: '25.00', currency: 'EUR', act: 'order' })
    expect(order.lines).toEqual([
      { item: id, description: 'Heather mug', version, quantity: 2, amount: '25.00' },
    ])
    const whole = await ask(`/v1/orders/${order.id}`, { headers: merchant() })
    expect((await whole.json<MerchantOrderView>()).lines).toEqual(order.lines)
  })

  it('keeps the picture of the version that was sold, alone and in a cart', async () => {
    const mug = await product({ image: PICTURE }, PICTURES)
    const tea = await product()

    const { order } = await opened({ product: mug.id })
    const cart = await opened({ lines: [{ product: tea.id }, { product: mug.id }] })
    await put(mug, { image: 'https://cdn.example/other.jpg' }, PICTURES)

    const views = await Promise.all(
      [order, cart.order].map(async ({ id }) => ask(`/v1/orders/${id}`, { headers: merchant() })),
    )
    const lines = await Promise.all(
      views.map(async (view) => (await view.json<MerchantOrderView>()).lines?.map(({ image }) => image)),
    )
    expect(lines).toEqual([[PICTURE], [undefined, PICTURE]])
    expect(order.lines?.[0]?.image).toBe(PICTURE)
  })

  it('is the same order under the same key whatever version, price, name and bounds the product has', async () => {
    const first = await product()
    const key = newKey()
    const { order } = await opened({ product: first.id, expect: EUR('12.50') }, key)
    const quantity = { min: 2, max: 3 }
    const change = { amount: '20.00', name: 'Cup', quantity, intent: 'preauth' } as const
    await changed(first, change)

    const again = await opened({ product: first.id, expect: EUR('12.50') }, key)

    expect(again.order).toEqual(order)
  })

  it('takes a shopper’s sum within the range of an open price alone', async () => {
    const { id } = await product({ amount: undefined, min: '5.00', max: '50.00', suggested: ['10.00'] })

    expect((await opened({ product: id, amount: '7.25' })).order.amount).toBe('7.25')
    expect(await refusal({ product: id, amount: '4.99' })).toBe('422 amount-invalid')
    expect(await refusal({ product: id, amount: '50.01' })).toBe('422 amount-invalid')
    expect(await refusal({ product: id })).toBe('422 amount-invalid')
  })

  it.each<[string, Record<string, unknown>, object, string]>([
    ['a sum of the page’s own', {}, { amount: '0.01' }, '422 amount-invalid'],
    ['a quantity that is not sold', {}, { quantity: 2 }, '422 quantity-invalid'],
    ['more than is sold at once', { quantity: { min: 1, max: 2 } }, { quantity: 3 }, '422 quantity-invalid'],
    ['no piece', { quantity: { min: 1, max: 2 } }, { quantity: 0 }, '422 quantity-invalid'],
    ['a version of the page’s own', {}, { version: 'v' }, '400 body-malformed'],
    ['a price of the page’s own', {}, { price: '1.00' }, '400 body-malformed'],
    ['a picture of the page’s own', {}, { image: PICTURE }, '400 body-malformed'],
    ['a currency of the page’s own', {}, { currency: 'JPY' }, '400 body-malformed'],
    ['an offer besides', {}, { offer: 'a.b.c' }, '400 body-malformed'],
    ['a cart besides', {}, { lines: [{ product: 'tea' }] }, '400 body-malformed'],
    ['a product that is hidden', { shown: false }, {}, '404 product-unavailable'],
    ['a method that the edge does not have', { methods: ['card'] }, {}, '422 method-off'],
    ['another sum than it costs', {}, { expect: EUR('12.49') }, '409 price-changed'],
    [
      'another currency than it costs',
      {},
      { expect: { amount: '12.50', currency: 'JPY' } },
      '409 price-changed',
    ],
    ['a sum that is none', {}, { expect: EUR('12.5000') }, '409 price-changed'],
    [
      'more pieces than the sum is for',
      { quantity: { min: 1, max: 2 } },
      { quantity: 2, expect: EUR('12.50') },
      '409 price-changed',
    ],
  ])('is refused with %s, and leaves no order', async (_, changes, request, code) => {
    const { id } = await product(changes)
    const key = newKey()

    expect(await refusal({ product: id, ...request }, key)).toBe(code)
    expect(await refusal({ product: id, ...request }, key)).toBe(code)
  })

  it.each(['', 'a/b', 'a'.repeat(65), '__proto__.x'])('takes no id like “%s”', async (id) => {
    expect(await refusal({ product: id })).toBe('400 body-malformed')
  })

  it('is refused for a product that there is not, before any order is asked', async () => {
    const none = { ORDERS: { getByName: () => expect.fail('an order was asked') } }
    const lines = [{ product: (await product()).id }, { product: freshId() }]

    for (const goods of [{ product: freshId() }, { product: 'constructor' }, { lines }])
      expect(await refusalOf(await checkout(goods, newKey(), {}, none))).toBe('404 product-unavailable')
  })

  it('is refused to a page that may not sell the product, and to a page of no shop', async () => {
    const { id } = await product({ origins: ['https://other.example.com'] })

    expect(await refusal({ product: id }, newKey(), { Origin: SHOP })).toBe('403 origin-not-allowed')
    const stranger = { Origin: 'https://stranger.example' }
    expect(await refusal({ product: (await product()).id }, newKey(), stranger)).toBe(
      '403 origin-not-allowed',
    )
  })

  it('is refused where the catalogue does not answer, and charges no price of before', async () => {
    const { id } = await product()

    const response = await checkout({ product: id, expect: EUR('12.50') }, newKey(), {}, away)

    expect(await refusalOf(response)).toBe('503 unavailable')
  })

  it('answers the new look where the price is another one, and opens it under the same key once the shopper agrees', async () => {
    const before = await product({ units: 9, lowAt: 5 })
    const { version } = await changed(before, { amount: '13.00' })
    const key = newKey()

    const told = await problemOf(await checkout({ product: before.id, expect: EUR('12.50') }, key))
    expect(told.products).toEqual([
      { id: before.id, version, name: 'Heather mug', currency: 'EUR', intent: 'sale', amount: '13.00' },
    ])
    expect(told.order).toBeUndefined()

    const reply = await opened({ product: before.id, expect: EUR('13.00') }, key)
    expect(reply.order.amount).toBe('13.00')
    // How many are few is the merchant's own affair.
    expect(JSON.stringify([told, reply])).not.toContain('lowAt')
  })

  it('refuses another choice under a key that was used', async () => {
    const { id } = await product({ quantity: { min: 1, max: 5 } })
    const open = await product({ amount: undefined, min: '5.00', max: '50.00' })
    const key = newKey()
    await opened({ product: id, quantity: 2 }, key)
    await opened({ product: open.id, amount: '7.00' }, key)

    expect(await refusal({ product: id, quantity: 3 }, key)).toBe('409 key-reused')
    expect(await refusal({ product: open.id, amount: '8.00' }, key)).toBe('409 key-reused')
  })
})

/** What may happen to a product after its order was opened. */
const LATER: readonly (readonly [string, (before: Product) => Promise<unknown>, object])[] = [
  ['the price rises', (before) => changed(before, { amount: '99.00' }), {}],
  ['the price falls', (before) => changed(before, { amount: '1.00' }), {}],
  ['the product is hidden', (before) => changed(before, { shown: false }), {}],
  ['the currency is another one', (before) => changed(before, { currency: 'JPY', amount: '1250' }), {}],
  [
    'the sum is left to shoppers',
    (before) => changed(before, { amount: undefined, min: '1.00', max: '2.00' }),
    {},
  ],
  ['the ways to pay end', (before) => changed(before, { methods: ['card'] }), {}],
  [
    'the page may sell it no more',
    (before) => changed(before, { origins: ['https://other.example.com'] }),
    {},
  ],
  ['the quantity is another one', (before) => changed(before, { quantity: { min: 3, max: 9 } }), {}],
  ['the catalogue does not answer', async () => undefined, away],
]

describe('a page that lost the answer', () => {
  it.each(LATER)('finds its order at its price although %s', async (_, happens, bindings) => {
    const before = await product()
    const key = newKey()
    const request = { product: before.id, expect: EUR('12.50') }
    const { order } = await opened(request, key)

    await happens(before)

    const again = await checkout(request, key, { Origin: SHOP }, bindings)
    expect((await again.json<CheckoutReply>()).order).toEqual(order)
    // Also a page that shows the new price by now: one key is one order.
    const late = await checkout({ ...request, expect: EUR('99.00') }, key, { Origin: SHOP }, bindings)
    expect((await late.json<CheckoutReply>()).order).toEqual(order)
  })

  it.each(LATER)('finds its cart at its price although %s', async (_, happens, bindings) => {
    const [before, tea] = [await product(), await product({ amount: '5.00' })]
    const key = newKey()
    const signed = await offer()
    const lines = [{ product: before.id }, { offer: signed }, { product: tea.id, quantity: 1 }]
    const { order } = await opened({ lines, expect: EUR('30.00') }, key)

    await happens(before)

    const again = await checkout({ lines: lines.toReversed() }, key, { Origin: SHOP }, bindings)
    expect((await again.json<CheckoutReply>()).order).toEqual(order)
  })

  it('finds an order that was paid by one request, and makes no second attempt', async () => {
    const before = await product()
    const key = newKey()
    const request = { product: before.id, expect: EUR('12.50'), pay: { method: 'hosted' } }
    const first = await (await checkout(request, key)).json<CheckoutReply>()
    expect(first.order.attempts).toHaveLength(1)
    await changed(before, { amount: '99.00' })

    const { order } = await opened({ ...request, expect: EUR('99.00') }, key)

    expect(order).toMatchObject({ id: first.order.id, amount: '12.50' })
    expect(order.attempts).toHaveLength(1)
  })

  it('finds no order of another key, product or page', async () => {
    const before = await product()
    const key = newKey()
    await opened({ product: before.id }, key)
    await changed(before, { shown: false })

    expect(await refusal({ product: before.id }, newKey())).toBe('404 product-unavailable')
    expect(await refusal({ product: freshId() }, key)).toBe('404 product-unavailable')
    const stranger = { Origin: 'https://stranger.example' }
    expect(await refusal({ product: before.id }, key, stranger)).toBe('403 origin-not-allowed')
  })

  it('finds no order whose tokens were revoked', async () => {
    const before = await product()
    const key = newKey()
    const { order } = await opened({ product: before.id }, key)
    await ask(`/v1/orders/${order.id}/revoke`, post({}, merchant()))
    await changed(before, { shown: false })

    expect(await refusal({ product: before.id }, key)).toBe('401 token-invalid')
  })
})

describe('an attempt in an order of a product that was opened before', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['costs more', { amount: '12.51' }, '409 price-changed'],
    ['costs less', { amount: '12.49' }, '409 price-changed'],
    ['costs as much in another currency', { currency: 'JPY', amount: '1250' }, '409 price-changed'],
    ['is sold by reservation', { intent: 'preauth' }, '409 price-changed'],
    ['is sold by twos', { quantity: { min: 2, max: 2 } }, '409 price-changed'],
    ['is hidden', { shown: false }, '404 product-unavailable'],
  ])('is refused where it %s now, and sends nothing', async (_, change, code) => {
    const before = await product()
    const reply = await opened({ product: before.id })
    const now = await changed(before, change)

    const told = await problemOf(await pay(reply))

    expect(`${told.status} ${told.code}`).toBe(code)
    expect(told.order).toMatchObject({ id: reply.order.id, amount: '12.50', attempts: [] })
    if (told.code === 'price-changed') expect(told.products).toMatchObject([{ version: now.version }])
  })

  it.each<[string, Record<string, unknown>]>([
    ['name', { name: 'Cup' }],
    ['bounds', { quantity: { min: 1, max: 9 } }],
    ['price and back', { amount: '12.50', description: 'As before.' }],
  ])('starts at the agreed price where the product changed its %s', async (_, change) => {
    const before = await product()
    const reply = await opened({ product: before.id })
    await changed(await changed(before, { amount: '1.00' }), { amount: '12.50', ...change })

    const answer = await pay(reply)

    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ amount: '12.50' })
  })

  it('is checked with the opening too, where the order was open already', async () => {
    const before = await product()
    const key = newKey()
    await opened({ product: before.id }, key)
    await changed(before, { amount: '1.00' })

    const paying = { product: before.id, pay: { method: 'hosted' }, expect: EUR('1.00') }
    const told = await problemOf(await checkout(paying, key))

    expect(told).toMatchObject({ code: 'price-changed', order: { amount: '12.50', attempts: [] } })
  })

  it('keeps the sum that the shopper chose, as long as the range has it', async () => {
    const before = await product({ amount: undefined, min: '5.00', max: '50.00' })
    const [one, other] = [
      await opened({ product: before.id, amount: '20.00' }),
      await opened({ product: before.id, amount: '40.00' }),
    ]
    await changed(before, { max: '30.00' })

    expect((await pay(one)).status).toBe(200)
    expect(await refusalOf(await pay(other))).toBe('409 price-changed')
  })

  it('joins the attempt of its key whatever the catalogue says', async () => {
    const before = await product()
    const reply = await opened({ product: before.id })
    const key = newKey()
    expect((await pay(reply, key)).status).toBe(200)
    await changed(before, { shown: false })

    expect((await pay(reply, key)).status).toBe(200)
  })
})

describe('a cart of products', () => {
  it('mixes them with offers, and is one order in any order of its lines', async () => {
    const [mug, tea] = [await product({ quantity: { min: 1, max: 9 } }), await product({ amount: '5.00' })]
    const lines = [{ product: mug.id, quantity: 2 }, { offer: await offer() }, { product: tea.id }]
    const key = newKey()

    const { order } = await opened({ lines, expect: EUR('42.50') }, key)

    expect(order.lines?.map(({ quantity, version }) => [quantity, version])).toEqual([
      [2, mug.version],
      [1, undefined],
      [1, tea.version],
    ])
    expect((await opened({ lines: lines.toReversed() }, key)).order.id).toBe(order.id)
  })

  it.each<[string, Record<string, unknown>, (id: string) => Promise<object[]>, string, string]>([
    [
      'a product twice',
      {},
      async (id) => [{ product: id }, { product: id }],
      'line-repeated',
      'lines.1.product',
    ],
    [
      'a hidden one',
      { shown: false },
      async (id) => [{ offer: await offer() }, { product: id }],
      'product-unavailable',
      'lines.1.product',
    ],
    [
      'an unknown one',
      {},
      async (id) => [{ product: id }, { product: freshId() }],
      'product-unavailable',
      'lines.1.product',
    ],
    [
      'a forged offer',
      {},
      async (id) => [{ product: id }, { offer: 'a.b.c' }],
      'offer-invalid',
      'lines.1.offer',
    ],
    [
      'an open sum',
      { amount: undefined, min: '1.00', max: '2.00' },
      async (id) => [{ product: id }],
      'line-unfit',
      'lines.0.product',
    ],
    [
      'another currency',
      { currency: 'JPY', amount: '900' },
      async (id) => [{ offer: await offer() }, { product: id }],
      'currencies-differ',
      'lines.1.product',
    ],
    [
      'too few pieces',
      { quantity: { min: 2, max: 3 } },
      async (id) => [{ product: id }],
      'quantity-invalid',
      'lines.0.quantity',
    ],
    [
      'no page that may sell all',
      { origins: ['https://o.example'] },
      async (id) => [{ offer: await offer({ origins: [SHOP] }) }, { product: id }],
      'origins-disjoint',
      'lines',
    ],
  ])('is refused with %s', async (_, changes, lines, code, field) => {
    const { id } = await product(changes)

    const told = await problemOf(await checkout({ lines: await lines(id) }))

    expect(told).toMatchObject({ code, fields: [field] })
  })

  it.each<[string, object]>([
    ['neither offer nor product', { quantity: 1 }],
    ['both', { offer: 'a.b.c', product: 'mug' }],
    ['a price', { product: 'mug', amount: '1.00' }],
  ])('takes no line with %s', async (_, line) => {
    expect(await refusal({ lines: [line] })).toBe('400 body-malformed')
  })

  it('asks the catalogue once for all its products, and only once no offer is forged', async () => {
    const asked: string[][] = []
    const read = async (ids: string[]) => {
      asked.push(ids)
      return env.CATALOGUE.getByName('catalogue').read(ids)
    }
    const bindings = { CATALOGUE: { getByName: () => ({ read }) } }
    const ids = [(await product()).id, (await product()).id]
    const lines = ids.map((id) => ({ product: id }))

    await opened({ lines }, newKey(), bindings)
    await checkout({ lines: [...lines, { offer: 'a.b.c' }] }, newKey(), {}, bindings)

    expect(asked).toEqual([ids])
  })

  it('shows all its products where the sum is another one, and takes no attempt once one is hidden', async () => {
    const [mug, tea] = [await product(), await product({ amount: '5.00' })]
    const lines = [{ product: mug.id }, { product: tea.id }]
    const reply = await opened({ lines })

    const told = await problemOf(await checkout({ lines, expect: EUR('17.49') }))
    expect(told.products?.map(({ id }) => id)).toEqual([mug.id, tea.id])

    await changed(tea, { shown: false })
    const refused = await (await pay(reply)).json<Problem>()
    expect(refused).toMatchObject({ code: 'product-unavailable', fields: ['lines.1'] })
  })
})

describe('the units of a product', () => {
  it('are sold no more than there are, whatever version says so', async () => {
    const first = await product({ units: 1 })
    const one = await opened({ product: first.id })
    await changed(first, { name: 'Cup' })
    const other = await opened({ product: first.id })

    expect((await pay(one)).status).toBe(200)
    expect(await refusalOf(await pay(other))).toBe('409 offer-reserved')

    await unitsOf(first, 1)
    expect((await pay(other)).status).toBe(200)
  })

  it('are fewer at once for orders that are open, too', async () => {
    const first = await product({ units: 2 })
    const [one, other] = [await opened({ product: first.id }), await opened({ product: first.id })]
    expect((await pay(one)).status).toBe(200)

    await unitsOf(first, -1)

    expect(await refusalOf(await pay(other))).toBe('409 offer-reserved')
  })

  it('are checked before anything is typed', async () => {
    const { id } = await product({ units: 1 })
    await unitsOf({ id }, -1)

    expect(await refusalOf(await ask('/v1/offers/check', post({ product: id })))).toBe('409 offer-limit')
    const lines = [{ offer: await offer() }, { product: id }]
    const told = await problemOf(await ask('/v1/offers/check', post({ lines })))
    expect(told).toMatchObject({ code: 'offer-limit', fields: ['lines.1'] })
  })
})
