import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderDetails } from '../../shared/order-history.ts'
import { answerWith, crashAt, figuresOf, setWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import { atForm, cartOf, settlesOnly } from './testing/limited-offers.ts'
import {
  becomes,
  CHARGE,
  callBack,
  hostedOrder,
  kill,
  orderOf,
  paidOrder,
  serverTerms,
  shown,
  storedText,
} from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { acceptedReply, ScriptedGateway } from './testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

const TIMES = {
  requestDeadline: 200,
  activeEvery: 50,
  activeFor: 500,
  waitingAfter: [100, 300, 700],
  catchUpAfter: 100,
  minutesEvery: 200,
  minutesFor: 600_000,
  orderExpires: 3000,
  webhookDeadline: 10_000,
  webhookRetryFirst: 50,
  webhookRetryLast: 200,
  webhookHold: 100,
}

/** Orders that notify by webhook, with short times. */
const notifying = (change: Partial<Record<keyof typeof TIMES | 'webhookRetriesFor', number>> = {}) =>
  setWith({ ...RECEIVER, ORDER_TIMES: JSON.stringify({ ...TIMES, ...change }) })

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  notifying()
})

afterEach(startOver)

const receives = (types: string[]) => expect.poll(() => receiver.types).toEqual(types)

const fails = () => new Response('no', { status: 500 })

const givesBackFive = () =>
  gateway.reports('approved', {
    'transaction-type': 'reversal',
    amount: '5.00',
    'total-reversal-amount': '5.00',
    'by-request-sn': 'serial-2',
  })

/** An answer that a test gives later. */
const hangs = () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  receiver.onWebhook(() => promise.then(() => new Response()))
  return () => resolve(new Response())
}

const queued = async (id: string) =>
  JSON.parse(await storedText(id))
    .flat(2)
    .find((one: { queue?: unknown }) => one?.queue)

describe('a merchant with a receiver', () => {
  it('is notified of an outcome once, with the whole order as it stood then', async () => {
    const id = await paidOrder(gateway)

    await receives(['order.approved'])

    const { seq } = await shown(id)
    expect(receiver.received).toMatchObject([
      {
        id: `${id}.${seq}.1`,
        data: {
          order: { id, seq, status: 'approved', captured: '12.50', attempts: [{ gatewayId: '42' }] },
        },
      },
    ])
  })

  it('gets the lines of a cart', async () => {
    const id = await atForm(cartOf([{ offer: 'tea' }, 2], [{ offer: 'mug' }]))
    settlesOnly(gateway, id, 'approved')

    await receives(['order.approved'])

    const line = { item: 'item', description: 'Thing', amount: '5.00' }
    expect(receiver.received).toMatchObject([
      {
        data: {
          order: {
            lines: [
              { ...line, quantity: 2 },
              { ...line, quantity: 1 },
            ],
          },
        },
      },
    ])
  })

  it('is notified in the order in which the changes happened, one at a time', async () => {
    const release = hangs()
    const id = await paidOrder(gateway)
    gateway.on('return', acceptedReply('serial-2'))
    await orderOf(id).followUp({ kind: 'return', key: 'f-1', amount: '5.00', currency: 'EUR' })
    givesBackFive()
    await becomes(id, 'partially-returned')
    await callBack(id, '77')
    expect(receiver.types).toEqual(['order.approved'])

    release()

    await receives(['order.approved', 'order.partially-returned', 'follow-up.settled', 'transaction.foreign'])
    expect(receiver.maxConcurrent).toBe(1)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length)
  })

  it('receives a failed notification again, under the same id', async () => {
    receiver.onWebhook(fails)
    await paidOrder(gateway)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(2)

    receiver.onWebhook(() => new Response())
    const { length } = receiver.received
    await expect.poll(() => receiver.received.length).toBe(length + 1)

    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  })

  it('receives a delivered notification at most once more, however often the object dies after', async () => {
    const release = hangs()
    const id = await paidOrder(gateway)
    const stored = await runInDurableObject(orderOf(id), (_: Order, { storage }) => storage.kv.get('order'))
    release()
    await receives(['order.approved'])

    await kill(id, ({ kv }) => kv.put('order', stored))
    await callBack(id, '77')
    await receives(['order.approved', 'transaction.foreign'])

    expect(receiver.received.map(({ type }) => type)).toEqual([
      'order.approved',
      'order.approved',
      'transaction.foreign',
    ])
    await expect.poll(async () => JSON.stringify((await queued(id)).queue)).not.toContain('order.approved')
  })

  it('receives each message once, though its object dies after each and the order goes on', async () => {
    const id = await paidOrder(gateway)
    const isWritten = () => expect.poll(async () => (await queued(id)).queue).toEqual([])
    await isWritten()

    await kill(id)
    await callBack(id, '77')
    await receives(['order.approved', 'transaction.foreign'])
    await isWritten()
    await kill(id)
    await orderOf(id).resend()
    await receives(['order.approved', 'transaction.foreign', 'order.resent'])

    expect(receiver.received).toHaveLength(3)
  })

  it('reads in the history when it took a message, also after the object died', async () => {
    const id = await paidOrder(gateway)
    await receives(['order.approved'])
    await expect.poll(async () => (await queued(id)).queue).toEqual([])
    const latest = Date.now()

    await kill(id)
    await callBack(id, '77')
    await receives(['order.approved', 'transaction.foreign'])

    const found = await orderOf(id).snapshot('merchant')
    const details = found?.order as OrderDetails
    const [delivery] = details.history.flatMap(({ deliveries = [] }) => deliveries)
    expect(delivery).toMatchObject({ channel: 'webhook', status: 'delivered' })
    expect(Date.parse(delivery?.at ?? '')).toBeLessThanOrEqual(latest)
  })

  it('costs one row where it takes several messages of one change', async () => {
    const id = await paidOrder(gateway)
    await expect.poll(async () => (await queued(id)).queue).toEqual([])
    gateway.on('return', acceptedReply('serial-2'))
    const release = hangs()
    await orderOf(id).followUp({ kind: 'return', key: 'f-1', amount: '5.00', currency: 'EUR' })
    givesBackFive()
    await becomes(id, 'partially-returned')
    await expect.poll(() => receiver.received.length).toBe(2)
    const { order: before = 0 } = figuresOf(id).rows

    release()
    await receives(['order.approved', 'order.partially-returned', 'follow-up.settled'])
    await expect.poll(async () => (await queued(id)).queue).toEqual([])

    expect(figuresOf(id).rows.order).toBe(before + 1)
  })

  it('takes a message that changes meanwhile: the older one never again, the newer one still', async () => {
    const release = hangs()
    const id = await paidOrder(gateway)
    await expect.poll(() => receiver.received.length).toBe(1)
    await callBack(id, '77')
    expect((await queued(id)).queue).toHaveLength(2)

    release()
    await receives(['order.approved', 'transaction.foreign'])
    await expect.poll(async () => (await queued(id)).queue).toEqual([])
    await kill(id)
    await orderOf(id).resend()
    await receives(['order.approved', 'transaction.foreign', 'order.resent'])

    expect(receiver.received).toHaveLength(3)
  })

  it('that is slow with later messages has the earlier delivery on disk after two deadlines', async () => {
    notifying({ webhookDeadline: 300, webhookRetryFirst: 600_000, webhookRetryLast: 600_000, webhookHold: 1 })
    const release = hangs()
    const id = await paidOrder(gateway)
    await callBack(id, '77')
    await callBack(id, '78')
    const third = Promise.withResolvers<Response>()
    const aborted = (signal?: AbortSignal | null) =>
      new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    receiver.onWebhook((signal) =>
      receiver.received.length < 3 ? aborted(signal) : third.promise.then(() => new Response()),
    )
    release()
    await expect.poll(() => receiver.received.length).toBe(3)

    const { queue } = await queued(id)

    expect(queue.map(({ type }: { type: string }) => type)).toEqual([
      'transaction.foreign',
      'transaction.foreign',
    ])
    third.resolve(new Response())
  })

  it('receives notifications that were stored before the object died', async () => {
    receiver.onWebhook(() => Promise.reject(new Error('nobody there')))
    const id = await paidOrder(gateway)
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await kill(id)
    const { length } = receiver.received

    receiver.onWebhook(() => new Response())

    await expect.poll(() => receiver.received.length).toBe(length + 1)
    expect(receiver.types).toEqual(['order.approved'])
  })

  it('is notified of a change at which the object died', async () => {
    const id = await hostedOrder()
    gateway.reports('approved')
    await callBack(id)
    await becomes(id, 'approved')
    crashAt(id, 'notice-stored')

    await callBack(id, '77').catch(() => undefined)

    await receives(['order.approved', 'transaction.foreign'])
  })

  it('that hangs delays no status request', async () => {
    receiver.onWebhook(fails)
    const id = await hostedOrder()
    await callBack(id, '77')
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    const { length } = receiver.received
    const release = hangs()
    await expect.poll(() => receiver.received.length).toBeGreaterThan(length)

    gateway.reports('approved')

    await becomes(id, 'approved')
    release()
    await receives(['transaction.foreign', 'order.approved'])
    expect(receiver.maxConcurrent).toBe(1)
  })

  it('that chokes on one notification receives the next', async () => {
    receiver.onWebhook(fails)
    const id = await hostedOrder()
    await callBack(id, '77')
    gateway.reports('approved')
    await becomes(id, 'approved')

    await receives(['transaction.foreign', 'order.approved'])
  })

  it('that is away for too long makes the order need a person, and receives all on a resend', async () => {
    notifying({ webhookRetriesFor: 150 })
    receiver.onWebhook(fails)
    const id = await paidOrder(gateway)
    await expect.poll(async () => (await shown(id)).needsAttention).toBe(true)
    const missed = receiver.received[0]?.id
    receiver.onWebhook(() => new Response())
    const { length } = receiver.received

    const answer = await orderOf(id).resend()

    await expect.poll(() => receiver.received.length).toBe(length + 2)
    const [again, resent] = receiver.received.slice(length)
    expect(answer).toMatchObject({ ok: true, value: { needsAttention: false } })
    expect([again?.id, again?.type]).toEqual([missed, 'order.approved'])
    expect(resent).toMatchObject({ type: 'order.resent', data: { order: { needsAttention: false } } })
    expect(resent?.data.order.seq).toBe((await shown(id)).seq)
  })

  it('is listed as needing a person by the index', async () => {
    notifying({ webhookRetriesFor: 100 })
    receiver.onWebhook(fails)
    const id = await paidOrder(gateway)

    const row = () =>
      runInDurableObject(orderOf(id), (object: Order) => {
        const index: D1Database = Reflect.get(object, 'env').ORDER_INDEX
        return index.prepare('SELECT needs_attention FROM order_index WHERE id = ?').bind(id).first()
      })

    await expect.poll(row).toEqual({ needs_attention: 1 })
  })

  it('is given up for good, also where the object dies', async () => {
    notifying({ webhookRetriesFor: 100 })
    receiver.onWebhook(fails)
    const id = await paidOrder(gateway)
    await callBack(id, '77')
    await expect
      .poll(async () => (await queued(id)).queue.map((one: { isGivenUp?: true }) => one.isGivenUp))
      .toEqual([true, true])
    const { length } = receiver.received

    await kill(id)
    await callBack(id, '77')
    const { length: before } = gateway.statusRequests
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(before)

    expect(receiver.received).toHaveLength(length)
  })

  it('receives each resend under another id', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).resend()
    await orderOf(id).resend()

    await receives(['order.approved', 'order.resent', 'order.resent'])
  })

  it('is not notified of orders that were opened and left or cancelled, but of an attempt at once', async () => {
    notifying({ orderExpires: 50 })
    const [left, givenUp] = [0, 1].map(() => serverTerms({ methods: ['hosted'], expiresAt: Date.now() + 50 }))
    if (!left || !givenUp) return expect.fail()
    for (const terms of [left, givenUp]) await orderOf(terms.id).open(terms)
    await orderOf(givenUp.id).cancel()
    // An order's notifications go out before the order is forgotten.
    for (const { id } of [left, givenUp]) await expect.poll(() => orderOf(id).snapshot()).toBeUndefined()

    const paid = await paidOrder(gateway)

    await expect.poll(() => receiver.received).toHaveLength(1)
    expect(receiver.received[0]?.data.order.id).toBe(paid)
  })

  it('receives the resend of an order without an attempt before that is forgotten', async () => {
    notifying({ orderExpires: 50, webhookRetryLast: 50 })
    receiver.onWebhook(fails)
    const terms = serverTerms({ methods: ['hosted'], expiresAt: Date.now() + 50 })
    await orderOf(terms.id).open(terms)
    await orderOf(terms.id).resend()
    await expect.poll(() => receiver.received.length).toBeGreaterThan(4)
    expect(await orderOf(terms.id).snapshot()).toBeDefined()

    receiver.onWebhook(() => new Response())

    await expect.poll(() => orderOf(terms.id).snapshot()).toBeUndefined()
    expect(receiver.types).toEqual(['order.resent'])
  })

  it('receives nothing of a card that was erased meanwhile', async () => {
    receiver.onWebhook(fails)
    const terms = serverTerms()
    gateway.on('sale', acceptedReply('serial-1'))
    gateway.reports('approved', { 'last-four-digits': '1111', 'card-type': 'VISA' })
    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'approved')
    expect(await storedText(terms.id)).toContain('•••• 1111')

    await orderOf(terms.id).erase()

    expect(await storedText(terms.id)).not.toContain('•••• 1111')
  })

  it('keeps its address and its secret out of the log', async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(String(line)))
    receiver.onWebhook(() => Promise.reject(new Error(RECEIVER.WEBHOOK_URL + RECEIVER.WEBHOOK_SECRET)))
    await paidOrder(gateway)
    await expect.poll(() => lines.join('\n')).toContain('telling-failed')
    spy.mockRestore()

    const text = lines.join('\n')
    for (const secret of [
      RECEIVER.WEBHOOK_URL,
      RECEIVER.WEBHOOK_SECRET,
      CHARGE.details.card?.number ?? expect.fail(),
    ])
      expect(text).not.toContain(secret)
  })
})

describe('a merchant without a receiver', () => {
  beforeEach(() => setWith({ ORDER_TIMES: JSON.stringify(TIMES) }))

  it('has an empty queue', async () => {
    const id = await paidOrder(gateway)
    await callBack(id, '77')

    expect((await queued(id)).queue).toEqual([])
    expect(receiver.received).toEqual([])
  })

  it('gets a mail, once, also where the object dies after', async () => {
    const mailed: string[] = []
    const send = async ({ subject }: { subject: string }) => {
      mailed.push(subject)
      return { messageId: 'one' }
    }
    setWith({ NOTIFY_EMAIL: 'till@shop.example.com', NOTIFY: { send }, ORDER_TIMES: JSON.stringify(TIMES) })

    const id = await paidOrder(gateway)
    await expect.poll(() => mailed.length).toBe(1)
    await kill(id)
    await callBack(id)
    const { length } = gateway.statusRequests
    await expect.poll(() => gateway.statusRequests.length).toBeGreaterThan(length)

    expect(mailed).toHaveLength(1)
    expect(mailed[0]).toContain('paid')
  })
})
