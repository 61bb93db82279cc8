import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { readableReference } from '../../../../shared/readable-reference.ts'
import { configOf } from '../../../config/config.ts'
import { orderIdOfReference } from '../../../credentials/order-id.ts'
import { QUIET } from '../../../limits/edge-tally.ts'
import { EDGE } from '../../../limits/limit-names.ts'
import type { Tally } from '../../../limits/tally.ts'
import { startOver } from '../../../order/testing/platform.ts'
import type { OrderEntry } from '../../../outbox/listed-order.ts'
import { putOrder } from '../../../outbox/order-entries.ts'
import { orderIndex } from '../../../outbox/order-index.ts'
import { settleShards } from '../../../outbox/shard-catalogue.ts'
import { monthOf } from '../../../outbox/shard-routing.ts'
import { ask, bearer, merchant, post, problemOf, scriptedOrders } from '../../testing/edge.ts'

const entry = (number: number, changes: Partial<OrderEntry> = {}): OrderEntry => ({
  id: `order-${String(number).padStart(3, '0')}`,
  reference: `reference-${number}`,
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  captured: '12.50',
  returned: '0.00',
  chargedBack: '0.00',
  description: 'Tea',
  status: 'approved',
  needsAttention: false,
  attention: [],
  test: true,
  startedAt: Date.UTC(2026, 0, number),
  updatedAt: Date.UTC(2026, 0, number, 1),
  seq: 3,
  ...changes,
})

interface List {
  readonly orders: { readonly id: string }[]
  readonly cursor?: string
}

const list = (query = '') => ask(`/v1/orders${query}`, { headers: bearer(env.TEST_READ_KEY) })
const idsIn = async (query: string) => (await (await list(query)).json<List>()).orders.map(({ id }) => id)

describe('GET /v1/orders', () => {
  beforeEach(async () => {
    const entries = [
      entry(1),
      entry(2, { status: 'unknown', needsAttention: true, attention: ['outcome-unknown'] }),
      entry(3, { intent: 'payout', currency: 'JPY' }),
    ]
    for (const one of entries) await putOrder(env.ORDER_INDEX, one)
  })

  it('lists orders newest first, with times as ISO 8601', async () => {
    const { orders } = await (await list()).json<List>()

    expect(orders.map(({ id }) => id)).toEqual(['order-003', 'order-002', 'order-001'])
    expect(orders[2]).toEqual({
      ...entry(1),
      statusSince: '2026-01-01T01:00:00.000Z',
      startedAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T01:00:00.000Z',
    })
  })

  it('tells why an order needs attention', async () => {
    const { orders } = await (await list('?needsAttention=true')).json<List>()

    expect(orders).toMatchObject([{ id: 'order-002', attention: ['outcome-unknown'] }])
  })

  it.each([
    ['?status=unknown', ['order-002']],
    ['?intent=payout', ['order-003']],
    ['?currency=EUR', ['order-002', 'order-001']],
    ['?needsAttention=true', ['order-002']],
    ['?needsAttention=false', ['order-003', 'order-001']],
    ['?from=2026-01-02T00:00:00Z', ['order-003', 'order-002']],
    ['?to=2026-01-02T01:00:00%2B01:00', ['order-001']],
    ['?day=2026-01-02', ['order-002']],
    ['?amount=12.5', ['order-003', 'order-002', 'order-001']],
    ['?amount=13', []],
    ['?test=true', ['order-003', 'order-002', 'order-001']],
    ['?test=false', []],
    ['?held=true', []],
    ['?limit=1', ['order-003']],
    ['?limit=1&sort=oldest', ['order-001']],
    ['?status=charged-back&sort=status-newest', []],
  ])('filters by %s', async (query, ids) => {
    expect(await idsIn(query)).toEqual(ids)
  })

  it('goes on where the page before ended', async () => {
    const first = await (await list('?limit=2')).json<List>()
    const second = await (await list(`?limit=2&cursor=${first.cursor}`)).json<List>()

    expect([...first.orders, ...second.orders].map(({ id }) => id)).toEqual([
      'order-003',
      'order-002',
      'order-001',
    ])
    expect(second.cursor).toBeUndefined()
  })

  it.each([
    ['?status=paid', ['status']],
    ['?limit=0', ['limit']],
    ['?limit=101', ['limit']],
    ['?limit=ten', ['limit']],
    ['?from=yesterday', ['from']],
    ['?cursor=nonsense', ['cursor']],
    ['?needsAttention=maybe', ['needsAttention']],
    ['?amount=-1', ['amount']],
    ['?amount=1,50', ['amount']],
    ['?held=false', ['held']],
    ['?day=2026-02-30', ['day']],
    ['?day=2026-01-01T00:00:00Z', ['day']],
    ['?day=2026-01-01&from=2026-01-01T00:00:00Z', ['day']],
    ['?search=cart-1&reference=cart-1', ['search']],
    ['?search=shopper@example.com', ['search']],
    ['?sort=amount', ['sort']],
    ['?sort=status-newest', ['sort']],
    ['?sort=status-newest&status=charged-back&needsAttention=true', ['sort']],
    ['?colour=red', undefined],
  ])('refuses %s', async (query, fields) => {
    const problem = await problemOf(await list(query))

    expect([problem.code, problem.fields]).toEqual(['query-malformed', fields])
  })
})

describe('POST /v1/orders/reindex', () => {
  it('has every order that was ever listed tell the list again, a part at a time', async () => {
    const numbers = Array.from({ length: 45 }, (_, index) => index + 1)
    for (const number of numbers) await putOrder(env.ORDER_INDEX, entry(number))
    const { asked, ORDERS } = scriptedOrders({ reindex: true })
    const reindex = async (body: object) =>
      (await ask('/v1/orders/reindex', post(body, merchant()), { ORDERS })).json<{
        done: boolean
        cursor?: string
      }>()

    const first = await reindex({})
    const second = await reindex({ cursor: first.cursor })

    expect([first.done, second]).toEqual([false, { done: true }])
    expect(asked.map(([name]) => name).toSorted()).toEqual(
      numbers.map((number) => entry(number).id).toSorted(),
    )
  })

  it('finds the orders of shards that a restored database has forgotten', async () => {
    await startOver()
    await settleShards(env.ORDER_INDEX, { month: monthOf(Date.now()), count: 2, now: Date.now() })
    const index = orderIndex(env, () => ({ ...configOf(env), INDEX_SHARDS: 2 }))
    const entries = [1, 2, 3, 4].map((number) => entry(number, { startedAt: Date.now() + number }))
    for (const one of entries) await index.put(one)
    await env.ORDER_INDEX.exec("DELETE FROM markers WHERE name LIKE 'shard%'")
    const { asked, ORDERS } = scriptedOrders({ reindex: true })

    const answer = await ask('/v1/orders/reindex', post({}, merchant()), { ORDERS })

    expect(await answer.json()).toEqual({ done: true })
    expect(asked.map(([name]) => name).toSorted()).toEqual(entries.map(({ id }) => id))
    expect(await idsIn('?sort=oldest')).toEqual(entries.map(({ id }) => id))
    await startOver()
  })
})

describe('GET /v1/orders?reference=', () => {
  it('finds the order of a reference, be it a server’s or an offer’s', async () => {
    const id = await orderIdOfReference('cart-12')
    await putOrder(env.ORDER_INDEX, entry(4, { id, reference: 'cart-12' }))
    await putOrder(env.ORDER_INDEX, entry(5, { id: 'an-offers-own', reference: 'an-offers-own' }))

    expect(await idsIn('?reference=cart-12')).toEqual([id])
    expect(await idsIn('?reference=an-offers-own&status=approved')).toEqual(['an-offers-own'])
    expect(await idsIn('?reference=cart-12&status=declined')).toEqual([])
    expect(await idsIn('?reference=nobodys')).toEqual([])
  })
})

describe('GET /v1/orders?search=', () => {
  const server = 'a-reference'
  const offers = 'AbCdEfGh01234567890123456789abcd'
  const readOut = (id: string) => readableReference({ id, reference: id })

  beforeEach(async () => {
    const id = await orderIdOfReference(server)
    await putOrder(env.ORDER_INDEX, entry(4, { id, reference: server }))
    await putOrder(env.ORDER_INDEX, entry(5, { id: offers, reference: offers }))
  })

  it.each([
    ['a reference', async () => server, async () => [await orderIdOfReference(server)]],
    ['an id', async () => orderIdOfReference(server), async () => [await orderIdOfReference(server)]],
    ['the reference of an offer’s order', async () => offers, async () => [offers]],
    ['the beginning of an id', async () => offers.slice(0, 8), async () => [offers]],
    ['one as long as what a shopper reads out', async () => offers.slice(0, 12), async () => [offers]],
    ['the letters that a shopper reads out', async () => readOut(offers), async () => [offers]],
    [
      'them in lower case, with hyphens',
      async () =>
        readOut(offers)
          .toLowerCase()
          .replace(/.{4}(?=.)/g, '$&-'),
      async () => [offers],
    ],
    ['a support id', async () => `${offers.slice(0, 8)}-2`, async () => [offers]],
    [
      'the name of an attempt at the gateway',
      async () => `${server}.2.abcdefghij234567`,
      async () => [await orderIdOfReference(server)],
    ],
    ['too little of an id', async () => offers.slice(0, 7), async () => []],
    ['a stranger’s text', async () => 'nobodys-order', async () => []],
  ])('finds an order by %s', async (_, text, ids) => {
    expect(await idsIn(`?search=${await text()}`)).toEqual(await ids())
  })

  it('applies the other filters too', async () => {
    expect(await idsIn(`?search=${offers}&status=declined`)).toEqual([])
    expect(await idsIn(`?search=${offers}&day=2026-01-05&amount=12.50`)).toEqual([offers])
  })
})

describe('a preauth in the list', () => {
  const held = entry(50, { intent: 'preauth', status: 'approved', captured: '0.00' })

  it('says when its hold ends, where the merchant set for how long it lasts', async () => {
    await putOrder(env.ORDER_INDEX, held)
    await putOrder(env.ORDER_INDEX, entry(51, { intent: 'preauth', status: 'captured' }))
    const GATEWAY_PROFILE = '{"holdDays":7}'
    const answer = await ask(
      '/v1/orders?intent=preauth',
      { headers: bearer(env.TEST_READ_KEY) },
      { GATEWAY_PROFILE },
    )

    expect((await answer.json<{ orders: object[] }>()).orders).toMatchObject([
      { id: 'order-051' },
      { id: 'order-050', holdEndsAt: '2026-02-26T00:00:00.000Z' },
    ])
  })

  it('is found while its money is held, and then without a guess at the end', async () => {
    await putOrder(env.ORDER_INDEX, held)
    const { orders } = await (await list('?held=true')).json<List>()

    expect(orders.map(({ id }) => id)).toEqual(['order-050'])
    expect(orders[0]).not.toHaveProperty('holdEndsAt')
  })
})

describe('an attack', () => {
  const underAttack = () =>
    runInDurableObject(env.TALLIES.getByName(EDGE), async (_: Tally, ctx) => {
      const since = Date.UTC(2026, 0, 1)
      ctx.storage.kv.put('tally', { ...QUIET, episode: { since, until: since, failures: 120, count: 1 } })
      await ctx.storage.sync()
      ctx.abort('as if it began')
    }).catch(() => undefined)

  it('is shown among what needs attention, and only while it lasts', async () => {
    expect(await (await list('?needsAttention=true')).json()).not.toHaveProperty('attack')
    await underAttack()

    expect(await (await list('?needsAttention=true')).json()).toMatchObject({
      attack: { since: '2026-01-01T00:00:00.000Z', failures: 120, cardsForOffers: 'off' },
    })
    expect(await (await list()).json()).not.toHaveProperty('attack')
  })
})
