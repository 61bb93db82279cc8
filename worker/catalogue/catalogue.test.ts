/** The catalogue with its real storage. */
import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ProductContent } from '../../shared/product.ts'

/** A catalogue of its own for each test: the edge has one. */
const catalogue = () => env.CATALOGUE.getByName(crypto.randomUUID())

const mug: ProductContent = {
  name: 'Heather mug',
  currency: 'EUR',
  intent: 'sale',
  amount: '12.50',
  shown: true,
}

/** The value of a change that was made. */
async function made<Value>(change: Promise<{ ok: true; value: Value } | { ok: false; reason: unknown }>) {
  const changed = await change
  return changed.ok ? changed.value : expect.fail(JSON.stringify(changed.reason))
}

describe('a catalogue', () => {
  it('keeps a product with its time and the name of the key that made it', async () => {
    const own = catalogue()
    const before = Date.now()

    const product = await made(own.create({ id: 'mug', content: mug, units: 3 }, 'desk'))

    expect(product).toMatchObject({ id: 'mug', content: mug, units: 3, changedBy: 'desk' })
    expect(product.changedAt).toBeGreaterThanOrEqual(before)
    expect(await own.read(['mug', 'tea'])).toEqual([product, undefined])
  })

  it('answers a repeated creation with the product, and another one under its id with what is there', async () => {
    const own = catalogue()
    const product = await made(own.create({ id: 'mug', content: mug }, 'desk'))

    expect(await own.create({ id: 'mug', content: mug }, 'desk')).toEqual({ ok: true, value: product })
    expect(await own.create({ id: 'mug', content: { ...mug, amount: '9.00' } }, 'desk')).toEqual({
      ok: false,
      reason: { code: 'product-exists', product },
    })
    expect(await own.create({ id: 'mug', content: mug, units: 1 }, 'desk')).toMatchObject({ ok: false })
  })

  it('takes no creation for a repetition once the product was changed, also back', async () => {
    const own = catalogue()
    const first = await made(own.create({ id: 'mug', content: mug }, 'desk'))
    const dear = await made(
      own.change({ id: 'mug', version: first.version, content: { ...mug, amount: '20.00' } }, 'desk'),
    )
    await made(own.change({ id: 'mug', version: dear.version, content: mug }, 'desk'))

    expect(await own.create({ id: 'mug', content: mug }, 'desk')).toMatchObject({
      reason: { code: 'product-exists' },
    })
  })

  it('tells the second of two people what they would overwrite, and overwrites nothing', async () => {
    const own = catalogue()
    const { version } = await made(own.create({ id: 'mug', content: mug }, 'desk'))

    const answers = await Promise.all([
      own.change({ id: 'mug', version, content: { ...mug, amount: '13.00' } }, 'Ann'),
      own.change({ id: 'mug', version, content: { ...mug, name: 'Blue mug' } }, 'Ben'),
    ])

    const [present] = await own.read(['mug'])
    expect(present).toMatchObject({ content: { amount: '13.00', name: 'Heather mug' }, changedBy: 'Ann' })
    expect(answers).toEqual([
      { ok: true, value: present },
      { ok: false, reason: { code: 'product-changed', product: present } },
    ])
  })

  it('answers a repeated change with the product, and makes no version for it', async () => {
    const own = catalogue()
    const { version } = await made(own.create({ id: 'mug', content: mug }, 'desk'))
    const change = { id: 'mug', version, content: { ...mug, amount: '13.00' } }
    const changed = await made(own.change(change, 'desk'))

    expect(await own.change(change, 'desk')).toEqual({ ok: true, value: changed })
    expect(await own.versions('mug', { before: 100, limit: 10 })).toHaveLength(2)
  })

  it('changes nothing of a product that there is not', async () => {
    const own = catalogue()

    expect(await own.change({ id: 'mug', version: 'a', content: mug }, 'desk')).toMatchObject({
      reason: { code: 'product-unavailable' },
    })
    expect(await own.changeUnits({ id: 'mug', key: 'k', change: 1 }, 'desk')).toMatchObject({
      reason: { code: 'product-unavailable' },
    })
    expect(await own.read(['mug'])).toEqual([undefined])
  })

  it('keeps every version, each under a random name, also over a restart', async () => {
    const own = catalogue()
    let { version } = await made(own.create({ id: 'mug', content: mug }, 'Ann'))
    for (const amount of ['13.00', '14.00'])
      ({ version } = await made(own.change({ id: 'mug', version, content: { ...mug, amount } }, 'Ben')))
    await evictDurableObject(own)

    const kept = await own.versions('mug', { before: Number.MAX_SAFE_INTEGER, limit: 10 })

    expect(kept.map(({ content, by }) => [content.amount, by])).toEqual([
      ['14.00', 'Ben'],
      ['13.00', 'Ben'],
      ['12.50', 'Ann'],
    ])
    expect(new Set(kept.map((one) => one.version)).size).toBe(3)
    for (const one of kept) expect(one.version).toMatch(/^[\w-]{22}$/)
    const [{ number } = expect.fail()] = kept
    expect(await own.versions('mug', { before: number, limit: 1 })).toEqual([kept[1]])
  })

  it('lists products by id, a part at a time', async () => {
    const own = catalogue()
    for (const id of ['tea', 'mug', 'B']) await made(own.create({ id, content: mug }, 'desk'))

    const page = async (after: string) => (await own.page({ after, limit: 2 })).map(({ id }) => id)

    expect(await page('')).toEqual(['B', 'mug'])
    expect(await page('mug')).toEqual(['tea'])
  })
})

describe('the units of a product', () => {
  it('are changed by a difference, once for each key', async () => {
    const own = catalogue()
    const { version } = await made(own.create({ id: 'mug', content: mug, units: 3 }, 'desk'))
    const more = { id: 'mug', key: 'key-1', change: 5 }

    await made(own.changeUnits(more, 'desk'))
    const again = await made(own.changeUnits(more, 'desk'))
    const less = await made(own.changeUnits({ id: 'mug', key: 'key-2', change: -2 }, 'desk'))

    expect(again.units).toBe(8)
    expect(less).toMatchObject({ units: 6, unitsRevision: 2, version })
    expect(await own.changeUnits({ ...more, change: 6 }, 'desk')).toMatchObject({
      reason: { code: 'key-reused' },
    })
  })

  it('are not changed where somebody has changed those that the caller saw', async () => {
    const own = catalogue()
    const { version } = await made(own.create({ id: 'mug', content: mug }, 'desk'))
    const first = { id: 'mug', key: 'key-1', change: 50, from: 0 }

    await made(own.changeUnits(first, 'desk'))
    const other = await own.changeUnits({ ...first, key: 'key-2' }, 'desk')
    const again = await made(own.changeUnits(first, 'desk'))

    expect(other).toMatchObject({ reason: { code: 'product-changed', product: { units: 50, version } } })
    expect(again.units).toBe(50)
    expect(await made(own.changeUnits({ ...first, key: 'key-2', from: 50 }, 'desk'))).toMatchObject({
      units: 100,
    })
  })

  it('are counted from the first change on, and never below none', async () => {
    const own = catalogue()
    await made(own.create({ id: 'mug', content: mug }, 'desk'))

    expect(await own.changeUnits({ id: 'mug', key: 'k1', change: -1 }, 'desk')).toMatchObject({
      reason: { code: 'quantity-invalid', product: { content: mug } },
    })
    expect((await own.read(['mug']))[0]?.units).toBeUndefined()
    expect(await made(own.changeUnits({ id: 'mug', key: 'k2', change: 4 }, 'desk'))).toMatchObject({
      units: 4,
    })
  })

  it('stay as they are where the product is changed', async () => {
    const own = catalogue()
    const { version } = await made(own.create({ id: 'mug', content: mug, units: 3 }, 'desk'))
    await made(own.changeUnits({ id: 'mug', key: 'k1', change: 2 }, 'desk'))

    const changed = await made(own.change({ id: 'mug', version, content: { ...mug, name: 'Mug' } }, 'desk'))

    expect(changed).toMatchObject({ units: 5, unitsRevision: 1 })
  })
})
