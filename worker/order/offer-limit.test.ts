/** A limited offer with its real counter and its real orders: who gets the units. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TIMES } from '../config/durations.ts'
import { answerWith, setWith } from '../testing/edge.ts'
import type { OrderContext } from './context.ts'
import { soldOutOffer } from './offer-counters.ts'
import type { OfferLimit } from './offer-limit.ts'
import {
  atForm,
  cartOf,
  counted,
  counterOf,
  elsewhere,
  LAPSING,
  offer,
  open,
  pay,
  settlesOnly,
  stored,
  termsOf,
} from './testing/limited-offers.ts'
import { becomes, kill, lasting, orderOf, shown } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { ScriptedGateway } from './testing/scripted-gateway.ts'

/** So long the tag waits for an answer of the edge, before it asks again. */
const TAG_WAITS_MS = 8_000

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  answerWith(gateway.fetch)
})

afterEach(startOver)

describe('the last unit', () => {
  it('is reserved for one of two orders that try at the same time, and the other may try again', async () => {
    const one = offer(1)
    const ids = [await open(one), await open(one)]

    const answers = await Promise.all(ids.map((id) => pay(id)))

    expect(answers.toSorted()).toEqual(['offer-reserved', 'ok'])
    expect(gateway.requests).toHaveLength(1)
    expect(await shown(ids[answers.indexOf('offer-reserved')] ?? '')).toMatchObject({ status: 'open' })
  })

  it('is sold once it is paid', async () => {
    const one = offer(1)
    const late = await open(one)
    const id = await atForm(one)
    settlesOnly(gateway, id, 'approved')
    await becomes(id, 'approved')

    await expect.poll(() => pay(late)).toBe('offer-limit')
  })

  it('that is sold out opens no further order, and those that are open stay so', async () => {
    setWith(lasting({ soldOutDeadline: 20_000 }))
    const one = offer(1)
    const id = await atForm(one)
    const opened = await open(one)
    settlesOnly(gateway, id, 'approved')
    await becomes(id, 'approved')
    await expect.poll(() => pay(opened)).toBe('offer-limit')

    const terms = termsOf(one)
    expect(await orderOf(terms.id).open(terms)).toEqual({ ok: false, reason: { code: 'offer-limit' } })
    expect(await orderOf(terms.id).snapshot()).toBeUndefined()
    const cart = termsOf(cartOf([offer(9)], [one]))
    expect(await orderOf(cart.id).open(cart)).toEqual({
      ok: false,
      reason: { code: 'offer-limit', fields: ['lines.1'] },
    })
    const { status } = await shown(opened)
    expect(status).toBe('open')
  })

  it.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['does not answer before the tag asks again', () => new Promise<never>(() => undefined)],
  ])(
    'whose counter %s opens orders, since each payment asks it again',
    async (_, isSoldOut) => {
      const times = { ...TIMES, soldOutDeadline: 1 }
      const context = { times: () => times, counterOf: () => ({ isSoldOut }) } as unknown as OrderContext

      expect(await soldOutOffer(context, [offer(1)])).toBeUndefined()
    },
    TAG_WAITS_MS,
  )

  it('is counted by the unit', async () => {
    const three = offer(3)
    const first = await atForm({ ...three, units: 2 })
    const second = await open({ ...three, units: 2 })

    expect(await pay(second)).toBe('offer-reserved')
    expect(await pay(await open({ ...three, units: 4 }))).toBe('quantity-unavailable')
    settlesOnly(gateway, first, 'approved')
    await becomes(first, 'approved')
    await expect.poll(() => pay(second)).toBe('quantity-unavailable')
    expect(await pay(await open({ ...three, units: 1 }))).toBe('ok')
    expect(await counted(three.offer)).toBe(3)
  })

  it.each(['shopper', 'merchant'])('is free at once when its %s cancels', async (who) => {
    const one = offer(1)
    const id = await atForm(one)

    await (who === 'shopper' ? orderOf(id).cancel() : orderOf(id).cancelForMerchant('till'))

    const next = await open(one)
    await expect.poll(() => pay(next)).toBe('ok')
  })
})

describe('one network', () => {
  it.each([
    ['an IPv4 address', '198.51.100.7', '198.51.100.7', 'address-limit'],
    ['its neighbour', '198.51.100.7', '198.51.100.8', 'address-limit'],
    ['another network of IPv4', '198.51.100.7', '198.51.101.7', 'ok'],
    ['a site of IPv6', '2001:db8:1:2::1', '2001:db8:1:3::1', 'address-limit'],
    ['another site of IPv6', '2001:db8:1:2::1', '2001:db8:2:2::1', 'ok'],
  ])('reserves its share, which is one of three: %s', async (_, first, second, answer) => {
    const many = offer(3)
    await atForm(many, first)

    expect(await pay(await open(many), second)).toBe(answer)
  })

  it('may reserve units of another offer', async () => {
    const ip = elsewhere()
    await atForm(offer(9), ip)

    expect(await pay(await open(offer(9)), ip)).toBe('ok')
  })

  it('may go on with its own order, and try that again', async () => {
    const many = offer(9)
    const ip = elsewhere()
    const id = await atForm(many, ip)

    expect(await pay(id, ip, 'key-1')).toBe('ok')
    expect(await pay(id, ip, 'key-2')).toBe('ok')
    expect(await counted(many.offer)).toBe(1)
  })

  it.each(['approved', 'declined'])('may reserve again once the first is %s', async (outcome) => {
    const many = offer(9)
    const ip = elsewhere()
    settlesOnly(gateway, await atForm(many, ip), outcome)
    const next = await open(many)

    await expect.poll(() => pay(next, ip)).toBe('ok')
  })

  it('is not stored: neither by the counter, nor after the sale', async () => {
    const many = offer(9)
    const id = await atForm(many, '198.51.100.77')
    const reserving = JSON.stringify([...(await stored(many.offer))])
    settlesOnly(gateway, id, 'approved')
    await becomes(id, 'approved')

    expect(reserving).toContain('source')
    expect(reserving).not.toContain('198.51.100')
    await expect.poll(async () => [...(await stored(many.offer))]).toEqual([['sold', 1]])
  })
})

describe('rows of an older version', () => {
  /** Rows as it left them: a count, and `true` for each order that holds a unit. */
  const olderCounter = (name: string, ...ids: string[]) =>
    runInDurableObject(counterOf(name), async (_: OfferLimit, ctx) => {
      ctx.storage.kv.put('count', ids.length)
      for (const id of ids) ctx.storage.kv.put(`held:${id}`, true)
      await ctx.storage.sync()
      ctx.abort('as if it began')
    }).catch(() => undefined)

  /** An order that holds a unit, without the times that are stored now. */
  const olderOrder = (id: string) =>
    kill(id, ({ kv }) => {
      const { state, ...rest } = kv.get<{ state: { reserved?: unknown } }>('order') ?? { state: {} }
      const { reserved: _, ...older } = state
      kv.put('order', { ...rest, state: older })
    })

  it('are still counted', async () => {
    const two = offer(2)
    await olderCounter(two.offer, 'one', 'another')

    expect(await pay(await open(two))).toBe('offer-limit')
  })

  it('are paid, and sold', async () => {
    const two = offer(2)
    const id = await atForm(two)
    await olderOrder(id)
    await olderCounter(two.offer, id)

    settlesOnly(gateway, id, 'approved')
    await becomes(id, 'approved')

    await expect.poll(async () => (await stored(two.offer)).get('sold')).toBe(1)
  })

  it('lapse', async () => {
    const one = offer(1)
    const id = await atForm(one)
    setWith(LAPSING)
    await olderOrder(id)
    await olderCounter(one.offer, id)

    const next = await open(one)
    await expect.poll(() => pay(next)).toBe('ok')
  })
})

describe('the counter of a product', () => {
  const wanted = (limit: number, revision: number) =>
    ({ order: crypto.randomUUID(), units: 1, limit, revision, check: 'off' }) as const

  it.each([
    ['more units than an open order knows', [5, 1], [1, 0], undefined],
    ['fewer units than an open order knows', [0, 1], [1, 0], 'offer-limit'],
    ['units that an order knows better', [0, 1], [1, 2], undefined],
  ] as const)('counts by the newest figure: %s', async (_, [units, changes], [limit, revision], answer) => {
    const counter = counterOf(crypto.randomUUID())
    await counter.keepLimit(units, changes)

    const refusal = await counter.reserve(wanted(limit, revision))

    expect(typeof refusal === 'string' ? refusal : refusal?.code).toBe(answer)
    expect(await counter.isSoldOut(limit, revision)).toBe(answer === 'offer-limit')
  })

  it('takes no older figure, and knows the newest one after a restart', async () => {
    const name = crypto.randomUUID()
    await counterOf(name).keepLimit(3, 2)
    await counterOf(name).keepLimit(9, 1)
    await evictDurableObject(counterOf(name))

    expect(await counterOf(name).isSoldOut(0, 1)).toBe(false)
    expect((await stored(name)).get('limit')).toEqual({ limit: 3, revision: 2 })
  })

  it('learns a newer figure from the next order, and keeps no row as long as there was one figure alone', async () => {
    const name = crypto.randomUUID()
    await counterOf(name).reserve(wanted(9, 0))
    expect((await stored(name)).has('limit')).toBe(false)

    await counterOf(name).reserve(wanted(0, 1))

    const former = await counterOf(name).reserve(wanted(9, 0))
    expect(typeof former === 'string' ? former : former?.code).toBe('offer-limit')
  })

  it('changes nothing for an offer, whose limit is its own', async () => {
    const counter = counterOf(crypto.randomUUID())
    await counter.keepLimit(0, 7)
    const { revision: _, ...offered } = wanted(1, 0)

    expect(await counter.reserve(offered)).toBeUndefined()
  })
})
