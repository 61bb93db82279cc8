import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { orderIdOfReference } from '../../credentials/order-id.ts'
import { QUIET } from '../../limits/edge-tally.ts'
import { EDGE } from '../../limits/limit-names.ts'
import type { Tally } from '../../limits/tally.ts'
import type { OrderEntry } from '../../outbox/listed-order.ts'
import { putOrder } from '../../outbox/order-index.ts'
import { ask, bearer, merchant, post, problemOf, scriptedOrders } from '../test-edge.ts'

const entry = (number: number, changes: Partial<OrderEntry> = {}): OrderEntry => ({
  id: `order-${String(number).padStart(3, '0')}`,
  reference: `reference-${number}`,
  intent: 'sale',
  amount: '12.50',
  currency: 'EUR',
  description: 'Tea',
  status: 'approved',
  needsAttention: false,
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
      entry(2, { status: 'unknown', needsAttention: true }),
      entry(3, { intent: 'payout', currency: 'JPY' }),
    ]
    for (const one of entries) await putOrder(env.ORDER_INDEX, one)
  })

  it('lists orders newest first, with times as ISO 8601', async () => {
    const { orders } = await (await list()).json<List>()

    expect(orders.map(({ id }) => id)).toEqual(['order-003', 'order-002', 'order-001'])
    expect(orders[2]).toEqual({
      ...entry(1),
      startedAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T01:00:00.000Z',
    })
  })

  it.each([
    ['?status=unknown', ['order-002']],
    ['?intent=payout', ['order-003']],
    ['?currency=EUR', ['order-002', 'order-001']],
    ['?needsAttention=true', ['order-002']],
    ['?needsAttention=false', ['order-003', 'order-001']],
    ['?from=2026-01-02T00:00:00Z', ['order-003', 'order-002']],
    ['?to=2026-01-02T01:00:00%2B01:00', ['order-001']],
    ['?limit=1', ['order-003']],
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
