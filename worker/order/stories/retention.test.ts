/** The data of orders leaves the edge in time, under a clock that runs for two years. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configOf } from '../../config/config.ts'
import type { OrderEntry } from '../../outbox/listed-order.ts'
import { putOrder } from '../../outbox/order-entries.ts'
import { orderIndex } from '../../outbox/order-index.ts'
import { listOrders } from '../../outbox/order-list.ts'
import { readCatalogue, settleShards } from '../../outbox/shard-catalogue.ts'
import { monthOf } from '../../outbox/shard-routing.ts'
import { answerWith, figuresOf, setWith } from '../../testing/edge.ts'
import type { Order } from '../order.ts'
import { ERASURE_ROWS } from '../testing/counted-use.ts'
import { CHARGE, callBack, kill, notice, orderOf, serverTerms, shown, storedText } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { acceptedReply, ScriptedGateway } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'

const DAY = 24 * 3600 * 1000

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

beforeEach(() => {
  // Ahead of the machine's clock, so that no alarm goes off by itself.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 * DAY })
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith({ ...RECEIVER, ORDER_TIMES: '{}' })
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

const alarmOf = (id: string) => runInDurableObject(orderOf(id), (_: Order, { storage }) => storage.getAlarm())

/** Lets time pass; alarms wake the object, which sleeps between them. */
async function passes(id: string, ms: number): Promise<void> {
  const until = Date.now() + ms
  let ran = 0
  for (let at = await alarmOf(id); at !== null && at <= until && at > ran; at = await alarmOf(id)) {
    await evictDurableObject(orderOf(id))
    vi.setSystemTime(at)
    ran = at
    await runInDurableObject(orderOf(id), (order: Order) => order.alarm())
  }
  vi.setSystemTime(until)
}

/** An empty database of an object takes three pages of 4 KiB: of its schema, its values and its alarm. */
const ORDER_BYTES = 16_384

/** Bytes of an order's values as JSON, and of the database around them, which the platform bills. */
const storedBytes = (id: string) =>
  runInDurableObject(orderOf(id), (_: Order, { storage }) => ({
    rows: JSON.stringify([...storage.kv.list()]).length,
    database: storage.sql.databaseSize,
  }))

const listed = async (id: string) => {
  const page = await listOrders(env.ORDER_INDEX, { names: { ids: [id] } })
  return page.ok ? page.value.orders : []
}

/** A session's order, paid. The gateway is asked at once, as by the alarm, which a clock that stands still never rings. */
async function paid(): Promise<string> {
  const terms = serverTerms({ description: 'Lessons for Ann' })
  gateway.on('sale', acceptedReply('serial-1'))
  gateway.reports('approved')
  await orderOf(terms.id).charge(terms, CHARGE)
  await orderOf(terms.id).refresh()
  expect(await shown(terms.id)).toMatchObject({ status: 'approved' })
  return terms.id
}

describe('a paid order', () => {
  it('loses its shopper’s data after 90 days, and itself after 24 months', async () => {
    const id = await paid()
    await passes(id, 89 * DAY)
    expect(await storedText(id)).toContain('a@example.com')

    await passes(id, 2 * DAY)
    const later = await storedText(id)
    expect(later).not.toMatch(/a@example\.com|Lessons for Ann/)
    expect(await listed(id)).toMatchObject([{ status: 'approved', description: '' }])

    await passes(id, 640 * DAY)
    const left = await storedText(id)
    expect(left).not.toContain('"42"')
    expect(await listed(id)).toEqual([])
    expect(await shown(id)).toMatchObject({ status: 'approved', amount: '12.50', captured: '12.50' })
  })

  it('leaves the shard that it was listed in, which deletes all that it stored', async () => {
    setWith({ ...RECEIVER, ORDER_TIMES: '{}', INDEX_SHARDS: '1' })
    await settleShards(env.ORDER_INDEX, { month: monthOf(Date.now()), count: 1, now: Date.now() })
    const index = orderIndex(env, () => ({ ...configOf(env), INDEX_SHARDS: 1 }))
    const shards = async () => (await readCatalogue(env.ORDER_INDEX))?.months.flatMap(({ slots }) => slots)
    const id = await paid()
    await expect.poll(() => index.page({})).toMatchObject({ value: { orders: [{ id, status: 'approved' }] } })
    const before = await shards()

    await passes(id, 800 * DAY)

    expect([before, await shards()]).toEqual([[0], []])
    expect(await index.page({})).toEqual({ ok: true, value: { orders: [] } })
  })

  it('leaves the shard by a reindex, where a version that knows no shards had erased it', async () => {
    setWith({ ...RECEIVER, ORDER_TIMES: '{}', INDEX_SHARDS: '1' })
    await settleShards(env.ORDER_INDEX, { month: monthOf(Date.now()), count: 1, now: Date.now() })
    const index = orderIndex(env, () => ({ ...configOf(env), INDEX_SHARDS: 1 }))
    const id = await paid()
    await expect.poll(() => index.page({})).toMatchObject({ value: { orders: [{ id, status: 'approved' }] } })
    const page = await index.page({})
    await passes(id, 800 * DAY)
    const rest = { captured: '12.50', returned: '0.00', chargedBack: '0.00', attention: [] }
    for (const entry of page.ok ? page.value.orders : []) await index.put({ ...rest, ...entry })
    const before = await index.ids('', 10)

    expect(await orderOf(id).reindex()).toBe(false)

    expect([before, await index.ids('', 10)]).toEqual([[id], []])
  })

  it('asks the gateway nothing for that, writes seven rows and sends no message', async () => {
    const id = await paid()
    await passes(id, DAY)
    const before = { asked: gateway.statusRequests.length, rows: rowsOf(id) }

    await passes(id, 800 * DAY)

    expect(gateway.statusRequests.length).toBe(before.asked)
    expect(rowsOf(id) - before.rows).toBe(ERASURE_ROWS)
    expect(receiver.received.map(({ type }) => type)).toEqual(['order.approved'])
  })

  it('stores 16 KiB at most, as the platform bills them, and so does what is left of it', async () => {
    const id = await paid()
    await passes(id, DAY)
    const whole = await storedBytes(id)

    await passes(id, 800 * DAY)

    const left = await storedBytes(id)
    expect(whole.database).toBeLessThanOrEqual(ORDER_BYTES)
    expect(left.database).toBeLessThanOrEqual(ORDER_BYTES)
    expect(left.rows).toBeLessThan(whole.rows)
  })

  it('is erased in its time though its object died meanwhile', async () => {
    const id = await paid()
    await passes(id, DAY)
    await kill(id)

    await passes(id, 91 * DAY)

    expect(await storedText(id)).not.toContain('a@example.com')
  })

  it('keeps everything while its merchant could not be notified', async () => {
    receiver.onWebhook(() => new Response(null, { status: 500 }))
    const id = await paid()

    await passes(id, 200 * DAY)

    expect(await storedText(id)).toContain('a@example.com')
    expect(await shown(id)).toMatchObject({ needsAttention: true })
  })
})

const rowsOf = (id: string) => Object.values(figuresOf(id).rows).reduce((sum, rows) => sum + rows, 0)

describe('an order that was itself erased', () => {
  const erased = async () => {
    const id = await paid()
    await passes(id, 800 * DAY)
    return id
  }

  it('is the same order for the same request, and never charges again', async () => {
    const id = await erased()
    const terms = { ...serverTerms({ description: 'Lessons for Ann', bodyDigest: 'digest-1' }), id }
    const { length } = gateway.requests

    const same = await orderOf(id).open(terms)
    const other = await orderOf(id).open({ ...terms, bodyDigest: 'digest-2' })
    const charged = await orderOf(id).charge(terms, CHARGE)

    expect(same).toMatchObject({ ok: true, value: { order: { status: 'approved', methods: [] } } })
    expect(other).toMatchObject({ ok: false, reason: { code: 'reference-reused' } })
    expect(charged).toMatchObject({ ok: false, reason: { code: 'order-final' } })
    expect(gateway.requests.length).toBe(length)
  })

  it('leaves a list that was restored from before, once the list is made again', async () => {
    const id = await paid()
    const page = await listOrders(env.ORDER_INDEX, {})
    await passes(id, 800 * DAY)
    const [entry] = page.ok ? page.value.orders : []
    await putOrder(env.ORDER_INDEX, entry as OrderEntry)
    const restored = await listed(id)

    expect(await orderOf(id).reindex()).toBe(false)

    expect([restored.length, await listed(id)]).toEqual([1, []])
  })

  it('tells the merchant of a late callback, and is listed again', async () => {
    const id = await erased()
    receiver.received.length = 0

    const answer = await orderOf(id).receiveNotice({
      by: 'callback',
      attempt: 1,
      fields: { ...(await notice(id)), type: 'chargeback' },
    })

    expect(answer).toBeDefined()
    await expect.poll(() => receiver.types).toEqual(['transaction.foreign'])
    expect(await shown(id)).toMatchObject({
      needsAttention: true,
      transactions: [{ id: '42', type: 'chargeback', status: 'unknown' }],
    })
    await expect.poll(async () => (await listed(id)).length).toBe(1)
  })

  it('tells the merchant of a late callback under another name of its own, and of no stranger’s', async () => {
    const id = await erased()

    const others = await notice(id, '43', 'another-order')
    expect(await orderOf(id).receiveNotice({ by: 'callback', attempt: 1, fields: others })).toBeUndefined()
    expect((await shown(id)).needsAttention).toBe(false)

    const fields = await notice(id, '44', id)
    expect(await orderOf(id).receiveNotice({ by: 'callback', attempt: 1, fields })).toBeDefined()
    expect((await shown(id)).transactions.map((one) => one.id)).toEqual(['44'])
  })

  it('answers nothing to a callback that the gateway did not sign', async () => {
    const id = await erased()
    const fields = { ...(await notice(id)), control: 'wrong' }

    expect(await orderOf(id).receiveNotice({ by: 'callback', attempt: 1, fields })).toBeUndefined()
    expect(await shown(id)).toMatchObject({ needsAttention: false, transactions: [] })
  })
})

it('the merchant gets a message of a chargeback after the shopper’s data was erased', async () => {
  const id = await paid()
  await passes(id, 100 * DAY)
  gateway.reports('approved', { 'transaction-type': 'chargeback' })

  await callBack(id)
  await passes(id, DAY)

  expect(await shown(id)).toMatchObject({ status: 'charged-back' })
  expect(receiver.types).toContain('order.charged-back')
})
