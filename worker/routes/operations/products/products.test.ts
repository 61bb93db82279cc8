import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Product, ProductList, ProductVersions } from '../../../../shared/product.ts'
import { productDigest } from '../../../credentials/sale.ts'
import { ask, bearer, EDGE, merchant, post, problemOf, refusalOf, SHOP } from '../../testing/edge.ts'
import {
  changed,
  freshId,
  look,
  MUG,
  PICTURE,
  PICTURES,
  product,
  put,
  shownLook,
  unitsOf,
} from '../../testing/products.ts'

const none = { CATALOGUE: { getByName: () => expect.fail('the catalogue was asked') } }

const counter = async (id: string) => env.OFFER_LIMITS.getByName(await productDigest(id))

/** Sells units of a product, without an order. */
async function sell(id: string, units: number, limit: number) {
  const stub = await counter(id)
  const order = crypto.randomUUID()
  expect(await stub.reserve({ order, units, limit, revision: 0, check: 'off' })).toBeUndefined()
  await stub.settle(order)
}

describe('GET /v1/products/{id}', () => {
  it('shows any page what shoppers may see, and nothing else', async () => {
    const { id, version } = await product({ description: 'Glazed.', origins: [SHOP], units: 4, lowAt: 3 })

    const response = await look(id, { Origin: 'https://stranger.example' })

    expect(await response.json()).toEqual({
      ...{ id, version, name: 'Heather mug', description: 'Glazed.' },
      ...{ currency: 'EUR', intent: 'sale', amount: '12.50' },
    })
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  it('is kept for a minute, and is another text for a key of the merchant', async () => {
    const { id } = await product()

    const response = await look(id)

    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(response.headers.get('Vary')).toContain('Authorization')
  })

  it('answers a page that knows the version with no body, and with the new look once it has changed', async () => {
    const first = await product()
    const tag = (await look(first.id)).headers.get('ETag') ?? expect.fail()

    const same = await look(first.id, { 'If-None-Match': `W/${tag}, "other"` })
    expect([same.status, await same.text()]).toEqual([304, ''])
    expect(same.headers.get('Cache-Control')).toBe('public, max-age=60')

    await changed(first, { amount: '13.00' })
    const other = await look(first.id, { 'If-None-Match': tag })
    expect([other.status, (await other.json<Product>()).amount]).toEqual([200, '13.00'])
  })

  it('says that a product which began without units is sold out', async () => {
    const { id, units } = await product({ units: 0 })

    expect(units).toBe(0)
    expect(await shownLook(id)).toMatchObject({ soldOut: true })
  })

  it('says when no unit is left, under another tag', async () => {
    const { id } = await product({ units: 2 })
    const before = (await look(id)).headers.get('ETag')
    expect(await shownLook(id)).not.toHaveProperty('soldOut')

    await sell(id, 2, 2)

    expect(await shownLook(id)).toMatchObject({ soldOut: true })
    expect((await look(id)).headers.get('ETag')).not.toBe(before)
  })

  it('shows the product where its counter does not answer', async () => {
    const { id } = await product({ units: 2 })
    const OFFER_LIMITS = { getByName: () => ({ isSoldOut: () => Promise.reject(new Error('away')) }) }

    const response = await look(id, {}, { OFFER_LIMITS })

    expect(await response.json()).not.toHaveProperty('soldOut')
  })

  it.each<[string, () => Promise<string>]>([
    ['unknown', async () => freshId()],
    ['hidden', async () => (await product({ shown: false })).id],
  ])('knows no %s product, and says so to no cache', async (_, id) => {
    const response = await look(await id())

    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await refusalOf(response)).toBe('404 product-unavailable')
  })

  it('asks no object for an id that no product can have', async () => {
    expect(await refusalOf(await look('a.b', {}, none))).toBe('404 product-unavailable')
    expect(await refusalOf(await look('a'.repeat(65), {}, none))).toBe('404 product-unavailable')
  })

  it('shows its merchant everything, hidden or not, to be kept by nobody', async () => {
    const made = await product({ shown: false, origins: [SHOP], units: 5 })
    await sell(made.id, 2, 5)

    const response = await look(made.id, merchant())

    expect(await response.json()).toEqual({ ...made, sold: 2 })
    expect(made).toMatchObject({ changedBy: 'shop server', shown: false, units: 5, sold: 0 })
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it.each<[string, string, () => Record<string, string>]>([
    ['an unknown key', '401 token-invalid', () => bearer(`pck_${'A'.repeat(43)}`)],
    ['a key without the scope', '403 scope-missing', () => bearer(env.TEST_READ_KEY)],
    ['a key on a page of a shop', '403 origin-not-allowed', () => ({ ...merchant(), Origin: SHOP })],
  ])('refuses %s, before the catalogue is asked', async (_, refusal, headers) => {
    expect(await refusalOf(await look(freshId(), headers(), none))).toBe(refusal)
  })
})

describe('POST /v1/products', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['a price with too many decimals', { amount: '12.505' }, 'amount-invalid', 'amount'],
    ['a price of nothing', { amount: '0.00' }, 'amount-invalid', 'amount'],
    ['no price', { amount: undefined }, 'amount-invalid', 'amount'],
    ['a price beyond what can be charged', { amount: '99999999999.00' }, 'amount-invalid', 'amount'],
    ['a range from high to low', { amount: undefined, min: '9.00', max: '1.00' }, 'amount-invalid', 'min'],
    ['a currency that is not served', { currency: 'USD' }, 'currency-not-served', 'currency'],
    ['a longer name than the gateway takes', { name: 'x'.repeat(2000) }, 'description-too-long', 'name'],
  ])('refuses %s, and keeps nothing', async (_, changes, code, field) => {
    const id = freshId()

    const problem = await problemOf(await ask('/v1/products', post({ id, ...MUG, ...changes }, merchant())))

    expect(problem).toMatchObject({ code, fields: expect.arrayContaining([field]) })
    expect(await refusalOf(await look(id, merchant()))).toBe('404 product-unavailable')
  })

  it.each<[string, Record<string, unknown>]>([
    ['an id with other characters', { id: 'mug/1' }],
    ['an unknown member', { vat: 19 }],
    ['an act of a verification', { intent: 'verify', amount: undefined, act: 'order' }],
    ['a name that is no line', { name: ' ' }],
    ['a description that turns its direction', { description: 'Mug \u202Egum' }],
    ['a description with an escape of a terminal', { description: '\x1b[2J' }],
    ['fewer units than none', { units: -1 }],
    ['a picture that is data', { image: 'data:image/png;base64,AA' }],
    ['a picture without TLS', { image: 'http://cdn.example/mug.jpg' }],
    ['a picture that is a script', { image: 'javascript:alert(1)' }],
    ['a picture without a scheme', { image: '//cdn.example/mug.jpg' }],
    ['a picture of no host', { image: 'https:///' }],
    ['a picture with a password', { image: 'https://user:secret@cdn.example/mug.jpg' }],
    ['a picture with a blank', { image: 'https://cdn.example/mug.jpg *' }],
    ['a picture with a line feed', { image: 'https://cdn.example/mug.jpg\n; script-src *' }],
    ['a picture that turns its direction', { image: 'https://cdn.example/\u202Egpj.gum' }],
    ['a longer picture’s address than that', { image: `${PICTURE}?${'a'.repeat(512)}` }],
    ['more origins than that', { origins: Array.from({ length: 51 }, (_, at) => `https://s${at}.example`) }],
  ])('takes no body with %s', async (_, changes) => {
    const body = { id: freshId(), ...MUG, ...changes }

    expect(await refusalOf(await ask('/v1/products', post(body, merchant())))).toBe('400 body-malformed')
  })

  it('takes a picture where the edge’s own page may show it, and shows its address to any page', async () => {
    const besides = 'https://shop.example.com/mug.jpg'
    const merchantWithLogo = { name: 'a', logo: 'https://shop.example.com/logo.svg' }

    const { id } = await product({ image: PICTURE }, PICTURES)
    const other = await product({ image: besides }, { MERCHANT: JSON.stringify(merchantWithLogo) })

    expect(await shownLook(id)).toMatchObject({ image: PICTURE })
    expect(await shownLook(other.id)).toMatchObject({ image: besides })
  })

  it.each([
    ['another host', 'https://evil.example/mug.jpg'],
    ['a host that begins alike', 'https://cdn.example.evil.example/mug.jpg'],
    ['another port', 'https://cdn.example:8443/mug.jpg'],
    ['a host with the characters of a policy', 'https://cdn.example;script-src/mug.jpg'],
  ])('refuses a picture on %s, and names the field', async (_, image) => {
    const body = { id: freshId(), ...MUG, image }

    const answer = await ask('/v1/products', post(body, merchant()), PICTURES)

    expect(await problemOf(answer)).toMatchObject({
      ...{ code: 'image-not-allowed', status: 422, fields: ['image'] },
    })
  })

  it('makes one product for a repeated request, and refuses another one with what is there', async () => {
    const id = freshId()
    const first = await product({ id })

    expect(await product({ id })).toEqual(first)
    const other = await ask('/v1/products', post({ id, ...MUG, amount: '9.00' }, merchant()))
    expect(await problemOf(other)).toMatchObject({ code: 'product-exists', status: 409, product: first })
  })
})

describe('PUT /v1/products/{id}', () => {
  it('tells the second of two editors what they would overwrite', async () => {
    const seen = await product()
    const winner = await changed(seen, { amount: '13.00' })

    const loser = await put(seen, { name: 'Blue mug' })

    expect(await problemOf(loser)).toMatchObject({ code: 'product-changed', status: 409, product: winner })
    expect(await shownLook(seen.id)).toMatchObject({ name: 'Heather mug', amount: '13.00' })
  })

  it('keeps the lines of a description, with line feeds alone', async () => {
    const made = await product({ description: 'Glazed.\r\nFired twice.' })

    expect(made.description).toBe('Glazed.\nFired twice.')
  })

  it('takes a member away that the body does not have', async () => {
    const seen = await product({ description: 'Glazed.' })

    expect(await changed(seen, { description: undefined })).not.toHaveProperty('description')
  })

  it('refuses a price that cannot be charged', async () => {
    expect(await refusalOf(await put(await product(), { amount: '-1.00' }))).toBe('422 amount-invalid')
  })

  it('is no method for a page of a shop, whose browser asks first', async () => {
    const { id } = await product()
    const asking = { Origin: SHOP, 'Access-Control-Request-Method': 'PUT' }

    const preflight = await ask(`/v1/products/${id}`, { method: 'OPTIONS', headers: asking })

    expect(preflight.headers.get('Access-Control-Allow-Methods')).not.toContain('PUT')
  })

  it('is listed with the other method of its path', async () => {
    const response = await ask(`/v1/products/${freshId()}`, { method: 'DELETE', headers: { Origin: EDGE } })

    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('GET, PUT')
  })
})

describe('the units of a product', () => {
  it('lose no sale between look and change', async () => {
    const seen = await product({ units: 5 })
    await sell(seen.id, 3, 5)

    const answer = await unitsOf(seen, 5)

    expect(await answer.json()).toMatchObject({ units: 10, sold: 3 })
  })

  it('are changed once by a repeated request', async () => {
    const seen = await product({ units: 5 })
    const key = crypto.randomUUID()

    await unitsOf(seen, 2, key)

    expect(await (await unitsOf(seen, 2, key)).json()).toMatchObject({ units: 7 })
    expect(await refusalOf(await unitsOf(seen, 3, key))).toBe('409 key-reused')
  })

  it('are not changed from others than the caller saw, and answered as they are', async () => {
    const seen = await product({ units: 5 })
    await unitsOf(seen, { change: 2, from: 5 })

    const late = await unitsOf(seen, { change: 2, from: 5 })

    expect(await problemOf(late)).toMatchObject({
      code: 'product-changed',
      status: 409,
      product: { units: 7 },
    })
  })

  it('are known to the counter at once, also where an order brings those of before', async () => {
    const seen = await product({ units: 1 })
    await unitsOf(seen, 2)
    const stub = await counter(seen.id)

    const former = { order: crypto.randomUUID(), units: 3, limit: 1, revision: 0, check: 'off' } as const

    expect(await stub.reserve(former)).toBeUndefined()
  })

  it('are few from another number on, as the counter knows at once, and no page', async () => {
    const first = await product({ units: 5 })

    const { lowAt } = await changed(first, { lowAt: 4 })
    await sell(first.id, 1, 5)

    expect(lowAt).toBe(4)
    const rows = await runInDurableObject(await counter(first.id), (_, { storage }) =>
      storage.kv.get('limit'),
    )
    expect(rows).toEqual({ limit: 5, revision: 1, low: { product: first.id, lowAt: 4 }, isTold: true })
    expect(await shownLook(first.id)).not.toHaveProperty('lowAt')
  })

  it('are changed although the counter does not answer', async () => {
    const seen = await product({ units: 1 })
    const away = () => Promise.reject(new Error('away'))
    const OFFER_LIMITS = { getByName: () => ({ keepLimit: away, sold: away }) }
    const body = post({ change: 4 }, merchant())

    const answer = await ask(`/v1/products/${seen.id}/units`, body, { OFFER_LIMITS })

    const told = await answer.json<Product>()
    expect(told.units).toBe(5)
    expect(told).not.toHaveProperty('sold')
  })

  it('are refused below none', async () => {
    expect(await refusalOf(await unitsOf(await product({ units: 1 }), -2))).toBe('422 quantity-invalid')
  })
})

describe('the catalogue’s lists', () => {
  it('show every product, hidden ones too, a page at a time', async () => {
    const made = await Promise.all([product({ shown: false }), product({ units: 1 })])
    const found: Product[] = []
    let cursor = ''
    do {
      const page = await ask(`/v1/products${cursor && `?cursor=${cursor}`}`, { headers: merchant() })
      const { products, cursor: next = '' } = await page.json<ProductList>()
      found.push(...products)
      cursor = next
    } while (cursor)

    expect(found).toEqual(expect.arrayContaining(made))
    const ids = found.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('show the versions of a product with their makers, newest first', async () => {
    const first = await product()
    const second = await changed(first, { amount: '13.00' })
    const versions = (query: string) =>
      ask(`/v1/products/${first.id}/versions${query}`, { headers: merchant() })

    const { versions: kept } = await (await versions('')).json<ProductVersions>()

    expect(kept.map(({ version, by, content }) => [version, by, content.amount])).toEqual([
      [second.version, 'shop server', '13.00'],
      [first.version, 'shop server', '12.50'],
    ])
    expect(await refusalOf(await versions('?cursor=0'))).toBe('400 query-malformed')
    const unknown = await ask(`/v1/products/${freshId()}/versions`, { headers: merchant() })
    expect(await refusalOf(unknown)).toBe('404 product-unavailable')
  })
})
