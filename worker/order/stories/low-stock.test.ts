/** Few units of a product are left: its merchant is told once, whatever crashes, and again after a refill. */
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeptProduct } from '../../domain/product.ts'
import { answerWith, setWith } from '../../testing/edge.ts'
import type { OfferLimit } from '../offer-limit.ts'
import { atForm, counterOf, settlesOnly, stored } from '../testing/limited-offers.ts'
import { becomes } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { change, product, productTerms } from '../testing/products.ts'
import { ScriptedGateway } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith(RECEIVER)
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

const notices = () => receiver.received.filter(({ type }) => String(type) === 'product.low')

const nameOf = ({ id }: KeptProduct) => `product ${id}`

const soldOf = async (of: KeptProduct) => (await stored(nameOf(of))).get('sold')

/** A shopper pays for some pieces of a product. @returns Once its counter knows, and wrote what there is to tell. */
async function sells(of: KeptProduct, units = 1): Promise<void> {
  const before = Number((await soldOf(of)) ?? 0)
  const id = await atForm({ ...productTerms(of), units })
  settlesOnly(gateway, id, 'approved')
  await becomes(id, 'approved')
  await expect.poll(() => soldOf(of)).toBe(before + units)
}

/** Its merchant adds units. */
async function refilled(of: KeptProduct, units: number): Promise<KeptProduct> {
  const more = { ...of, units: (of.units ?? 0) + units, unitsRevision: of.unitsRevision + 1 }
  const { lowAt = 0 } = of.content
  await counterOf(nameOf(of)).keepLimit(more.units, more.unitsRevision, { product: of.id, lowAt })
  return more
}

/** The counter's object dies right after some work, with what is not written yet. */
const dies = (of: KeptProduct, work: (counter: OfferLimit) => void) =>
  runInDurableObject(counterOf(nameOf(of)), (counter: OfferLimit, ctx) => {
    work(counter)
    ctx.abort('killed by a test')
  }).catch(() => undefined)

describe('a merchant who wants to be told of low stock', () => {
  it('is told once when a sale reaches the bound, and again after a refill', async () => {
    const mug = await product(5, { lowAt: 2 })
    await sells(mug, 2)
    expect(notices()).toEqual([])

    await sells(mug)
    await expect.poll(notices).toHaveLength(1)
    expect(notices()[0]).toMatchObject({
      id: `product.${mug.id}.low.0`,
      data: { product: { id: mug.id, left: 2, lowAt: 2 } },
    })
    await sells(mug)
    const more = await refilled(mug, 5)
    await sells(more, 3)
    expect(notices()).toHaveLength(1)

    await sells(more)
    await expect.poll(notices).toHaveLength(2)
    expect(notices()[1]).toMatchObject({ id: `product.${mug.id}.low.1`, data: { product: { left: 2 } } })
  })

  it('is not told again by a refill that stays below the bound', async () => {
    const mug = await product(5, { lowAt: 3 })
    await sells(mug, 2)
    await expect.poll(notices).toHaveLength(1)
    await sells(mug)

    await sells(await refilled(mug, 1))

    expect((await stored(nameOf(mug))).get('limit')).toMatchObject({ revision: 1, isTold: true })
    expect(notices()).toHaveLength(1)
  })

  it('is told nothing by orders that reserve all units and are not paid', async () => {
    const mug = await product(4, { lowAt: 3 })
    await atForm({ ...productTerms(mug), units: 2 })
    await atForm({ ...productTerms(mug), units: 1 })

    expect((await stored(nameOf(mug))).has('notices')).toBe(false)
    expect(notices()).toEqual([])
  })

  it('is told at a bound that was set after the order was opened', async () => {
    const mug = await product(5)
    const bounded = await change(mug.id, { lowAt: 4 })
    await counterOf(nameOf(mug)).keepLimit(5, bounded.unitsRevision, { product: mug.id, lowAt: 4 })

    await sells(mug)

    await expect.poll(notices).toHaveLength(1)
  })

  it('is told although the counter died before the message arrived', async () => {
    const mug = await product(1, { lowAt: 0 })
    const never = new Promise<Response>(() => undefined)
    receiver.onWebhook(() => never)
    await sells(mug)
    await expect.poll(notices).toHaveLength(1)
    const alarm = await runInDurableObject(counterOf(nameOf(mug)), (_, { storage }) => storage.getAlarm())

    await dies(mug, () => undefined)
    receiver.onWebhook(() => new Response())
    vi.useFakeTimers({ toFake: ['Date'], now: alarm ?? 0 })
    await runInDurableObject(counterOf(nameOf(mug)), (again: OfferLimit) => again.alarm())

    expect(notices().map(({ id }) => id)).toEqual(Array(2).fill(`product.${mug.id}.low.0`))
    expect((await stored(nameOf(mug))).has('notices')).toBe(false)
  })

  it('is told although a setting was wrong for as long as the platform repeats an alarm', async () => {
    const mug = await product(1, { lowAt: 0 })
    receiver.onWebhook(() => new Promise(() => undefined))
    await sells(mug)
    await expect.poll(notices).toHaveLength(1)
    await dies(mug, () => undefined)
    setWith({ ...RECEIVER, ORDER_TIMES: 'no JSON' })

    const { failure, alarm } = await runInDurableObject(
      counterOf(nameOf(mug)),
      async (again: OfferLimit, { storage }) => {
        await storage.deleteAlarm()
        const run = again.alarm({ isRetry: true, retryCount: 5, scheduledTime: Date.now() })
        return { failure: await run.catch(String), alarm: await storage.getAlarm() }
      },
    )

    expect(failure).toContain('ORDER_TIMES')
    expect(alarm).toBeGreaterThan(Date.now())
    await dies(mug, () => undefined)
    setWith(RECEIVER)
    receiver.onWebhook(() => new Response())
    vi.useFakeTimers({ toFake: ['Date'], now: alarm ?? 0 })
    await runInDurableObject(counterOf(nameOf(mug)), (again: OfferLimit) => again.alarm())
    expect(notices()).toHaveLength(2)
    expect((await stored(nameOf(mug))).has('notices')).toBe(false)
  })

  it('is told although the counter died before it wrote the sale, which its order reports again', async () => {
    const mug = await product(1, { lowAt: 0 })
    const low = { product: mug.id, lowAt: 0 }
    const wanted = { order: 'order', units: 1, limit: 1, revision: 0, check: 'off', low } as const
    await counterOf(nameOf(mug)).reserve(wanted)
    receiver.onWebhook(() => new Promise(() => undefined))

    await dies(mug, (counter) => counter.settle('order'))
    const rows = await stored(nameOf(mug))
    expect([rows.has('sold'), rows.has('notices')]).toEqual([false, false])
    receiver.onWebhook(() => new Response())
    await counterOf(nameOf(mug)).settle('order')
    await counterOf(nameOf(mug)).settle('order')

    await expect.poll(async () => (await stored(nameOf(mug))).has('notices')).toBe(false)
    expect(new Set(notices().map(({ id }) => id))).toEqual(new Set([`product.${mug.id}.low.0`]))
  })

  it('costs an order of another product no row', async () => {
    const mug = await product(2)
    await sells(mug, 2)

    expect([...(await stored(nameOf(mug)))]).toEqual([['sold', 2]])
  })
})
