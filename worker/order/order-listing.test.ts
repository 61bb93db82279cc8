/** The list of orders: what it says of an order, and that it is complete in the end. */
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configOf } from '../config/config.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { orderIds } from '../outbox/order-entries.ts'
import { orderIndex } from '../outbox/order-index.ts'
import { listOrders } from '../outbox/order-list.ts'
import { settleShards } from '../outbox/shard-catalogue.ts'
import { monthOf } from '../outbox/shard-routing.ts'
import { answerWith, crashAt, figuresOf, setWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import { termsOf } from './testing/limited-offers.ts'
import {
  becomes,
  CARD,
  CHARGE,
  callBack,
  hostedOrder,
  lasting,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
} from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { acceptedReply, refusedReply, ScriptedGateway } from './testing/scripted-gateway.ts'

let gateway: ScriptedGateway

beforeEach(() => {
  gateway = new ScriptedGateway()
  gateway.on('sale', acceptedReply('serial-1'))
  answerWith(gateway.fetch)
})

afterEach(startOver)

async function listed(id: string) {
  const page = await listOrders(env.ORDER_INDEX, { names: { ids: [id] } })
  return page.ok ? page.value.orders[0] : undefined
}

/** A shopper's click. */
const CLICK = { key: 'key.1', method: 'hosted', customer: { email: 'a@example.com' }, ip: CHARGE.ip } as const

const listedAs = (id: string, status: string | undefined) =>
  expect.poll(async () => (await listed(id))?.status).toBe(status)

/** Replaces one order's access to the index. */
const reachingIndexBy = (id: string, batch: D1Database['batch']) =>
  runInDurableObject(orderOf(id), (object: Order) => {
    const index: D1Database = Reflect.get(object, 'env').ORDER_INDEX
    const own = index.batch
    index.batch = batch
    return () => {
      index.batch = own
    }
  })

describe('the list', () => {
  it('contains an order from its first attempt on', async () => {
    const terms = serverTerms()

    await orderOf(terms.id).charge(terms, CHARGE)

    await listedAs(terms.id, 'processing')
    expect(await listed(terms.id)).toMatchObject({
      id: terms.id,
      reference: terms.reference,
      intent: 'sale',
      amount: '12.50',
      currency: 'EUR',
      needsAttention: false,
      test: true,
    })
  })

  it('does not contain an order without an attempt', async () => {
    const terms = serverTerms()
    await orderOf(terms.id).open(terms)

    expect(await orderOf(terms.id).reindex()).toBe(false)

    expect(await listed(terms.id)).toBeUndefined()
  })

  it('shows the outcome, and which orders need a person', async () => {
    const paid = await paidOrder(gateway)
    await listedAs(paid, 'approved')
    gateway.reports('approved', { amount: '1.00' })
    const terms = serverTerms()
    await orderOf(terms.id).charge(terms, CHARGE)

    await listedAs(terms.id, 'unknown')

    expect(await listed(terms.id)).toMatchObject({ needsAttention: true, attention: ['outcome-unknown'] })
    expect(await listed(paid)).toMatchObject({ needsAttention: false, attention: [] })
  })

  it('says how an order was paid, and until then how somebody tried last', async () => {
    const paid = await paidOrder(gateway)
    await listedAs(paid, 'approved')
    expect((await listed(paid))?.method).toBe('card')
    const tried = await hostedOrder()

    await orderOf(tried).reindex()

    expect((await listed(tried))?.method).toBe('hosted')
  })

  it('shows follow-ups of the payment', async () => {
    const id = await paidOrder(gateway)
    gateway.reports('approved', { 'transaction-type': 'reversal', 'total-reversal-amount': '12.50' })

    await orderOf(id).refresh()

    await listedAs(id, 'returned')
  })

  it('is complete in the end, though the index was out of reach for a while', async () => {
    const id = await paidOrder(gateway)
    await listedAs(id, 'approved')
    let failures = 0
    const mend = await reachingIndexBy(id, () => {
      failures += 1
      return Promise.reject(new Error('no database'))
    })
    gateway.reports('approved', { 'transaction-type': 'chargeback' })
    await orderOf(id).refresh()
    await expect.poll(() => failures).toBeGreaterThan(1)
    expect((await listed(id))?.status).toBe('approved')

    await mend()

    await listedAs(id, 'charged-back')
  })

  it('is complete in the end, though the index never answered', async () => {
    const id = await paidOrder(gateway)
    await listedAs(id, 'approved')
    const mend = await reachingIndexBy(id, () => new Promise(() => undefined))
    gateway.reports('approved', { 'transaction-type': 'chargeback' })
    await orderOf(id).refresh()
    expect(await shown(id)).toMatchObject({ status: 'charged-back' })

    await mend()

    await listedAs(id, 'charged-back')
  })

  it('is complete in the end, though the object died before it wrote the entry', async () => {
    const terms = serverTerms()
    crashAt(terms.id, 'intent-stored')

    await orderOf(terms.id)
      .charge(terms, CHARGE)
      .catch(() => undefined)
    await becomes(terms.id, 'processing')

    await listedAs(terms.id, 'processing')
  })

  it.each([
    ['lost', 'DELETE FROM order_index'],
    ['spoilt', "UPDATE order_index SET status = 'declined', amount = '0.01'"],
  ])('can be made again from the names that were ever in it, where its rows are %s', async (_, harm) => {
    const id = await paidOrder(gateway)
    await listedAs(id, 'approved')
    await env.ORDER_INDEX.exec(harm)
    expect((await listed(id))?.status).not.toBe('approved')

    const names = await orderIds(env.ORDER_INDEX, '', 10)
    const again = await Promise.all(names.map((name) => orderOf(name).reindex()))

    expect([names, again]).toEqual([[id], [true]])
    expect(await listed(id)).toMatchObject({ status: 'approved', amount: '12.50' })
  })

  it('is made of shards beside the database where the shop has turned them on', async () => {
    const before = await paidOrder(gateway)
    await listedAs(before, 'approved')
    await settleShards(env.ORDER_INDEX, { month: monthOf(Date.now()), count: 2, now: Date.now() })
    setWith({ INDEX_SHARDS: '2' })
    const after = await paidOrder(gateway)
    gateway.reports('approved', { 'transaction-type': 'chargeback' })
    await orderOf(before).refresh()

    const index = orderIndex(env, () => ({ ...configOf(env), INDEX_SHARDS: 2 }))
    const all = async () => {
      const page = await index.page({ sort: 'oldest' })
      return page.ok ? page.value.orders.map(({ id, status }) => [id, status]) : page
    }

    await expect.poll(all).toEqual([
      [before, 'charged-back'],
      [after, 'approved'],
    ])
    expect([(await listed(before))?.status, await listed(after)]).toEqual(['charged-back', undefined])
  })

  it('takes no entry of an order that does not exist', async () => {
    expect(await orderOf(crypto.randomUUID()).reindex()).toBe(false)
  })
})

describe('an order whose shopper has gone to a form', () => {
  const LATER = lasting({ catchUpAfter: 600_000 })

  /** The terms of an offer's order, which is opened by its first attempt. */
  const click = () => checkOut(termsOf({}))

  async function checkOut(terms: OrderTerms): Promise<string> {
    const answer = await orderOf(terms.id).checkOut(terms, { ...CLICK, waitMs: 5000 })
    expect(answer).toMatchObject({ ok: true, value: { order: { status: 'redirect' } } })
    return terms.id
  }

  it('is listed by its alarm, if nothing else happens', async () => {
    const id = await click()

    await listedAs(id, 'processing')
  })

  it('is listed by its alarm also where its object died before anything was sent', async () => {
    const terms = termsOf({})
    crashAt(terms.id, 'intent-stored')
    await orderOf(terms.id)
      .checkOut(terms, CLICK)
      .catch(() => undefined)

    await listedAs(terms.id, 'error')
  })

  it('is listed with its outcome, in one entry', async () => {
    setWith(LATER)
    const id = await click()
    expect(await listed(id)).toBeUndefined()
    gateway.reports('approved')
    await callBack(id)

    await listedAs(id, 'approved')
    // The entry, its id, and the row by which its shopper is found.
    expect(figuresOf(id).rows.index).toBe(3)
  })

  it('is listed at once where the gateway gave no form', async () => {
    setWith(LATER)
    gateway.onForm(refusedReply('7'))
    gateway.onStatus(refusedReply('7'))
    const terms = termsOf({})

    await orderOf(terms.id).checkOut(terms, CLICK)

    await listedAs(terms.id, 'error')
  })

  it('is listed at once where it may have charged without one', async () => {
    setWith(LATER)
    const terms = termsOf({ methods: ['card'] })

    await orderOf(terms.id).checkOut(terms, { ...CLICK, method: 'card', details: { card: CARD } })

    await listedAs(terms.id, 'processing')
  })
})
