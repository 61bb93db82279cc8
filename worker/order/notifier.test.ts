import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, crashAt, setWith } from '../testing.ts'
import type { Order } from './order.ts'
import { ScriptedGateway, takes } from './testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './testing/scripted-receiver.ts'
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
} from './testing/test-orders.ts'
import { startOver } from './testing/test-platform.ts'

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

/** Orders that tell by webhook, in short times. */
const telling = (change: Partial<Record<keyof typeof TIMES | 'webhookRetriesFor', number>> = {}) =>
  setWith({ ...RECEIVER, ORDER_TIMES: JSON.stringify({ ...TIMES, ...change }) })

beforeEach(() => {
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.beside(gateway.fetch))
  telling()
})

afterEach(startOver)

const hears = (types: string[]) => expect.poll(() => receiver.types).toEqual(types)

const fails = () => new Response('no', { status: 500 })

/** An answer that comes when a test says so. */
const hangs = () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  receiver.answers(() => promise.then(() => new Response()))
  return () => resolve(new Response())
}

const queued = async (id: string) =>
  JSON.parse(await storedText(id))
    .flat(2)
    .find((one: { queue?: unknown }) => one?.queue)

describe('a merchant with a receiver', () => {
  it('is told of an outcome once, with the whole order as it stood then', async () => {
    const id = await paidOrder(gateway)

    await hears(['order.approved'])

    const { seq } = await shown(id)
    expect(receiver.heard).toMatchObject([
      {
        id: `${id}.${seq}.1`,
        data: {
          order: { id, seq, status: 'approved', captured: '12.50', attempts: [{ gatewayId: '42' }] },
        },
      },
    ])
  })

  it('is told in the order in which things happened, one at a time', async () => {
    const release = hangs()
    const id = await paidOrder(gateway)
    gateway.on('return', takes('serial-2'))
    await orderOf(id).followUp({ kind: 'return', key: 'f-1', amount: '5.00', currency: 'EUR' })
    gateway.settles('approved', {
      'transaction-type': 'reversal',
      amount: '5.00',
      'total-reversal-amount': '5.00',
      'by-request-sn': 'serial-2',
    })
    await becomes(id, 'partially-returned')
    await callBack(id, '77')
    expect(receiver.types).toEqual(['order.approved'])

    release()

    await hears(['order.approved', 'order.partially-returned', 'follow-up.settled', 'transaction.foreign'])
    expect(receiver.most).toBe(1)
    expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(receiver.heard.length)
  })

  it('hears later what it did not take, under the same name', async () => {
    receiver.answers(fails)
    await paidOrder(gateway)
    await expect.poll(() => receiver.heard.length).toBeGreaterThan(2)

    receiver.answers(() => new Response())
    const { length } = receiver.heard
    await expect.poll(() => receiver.heard.length).toBe(length + 1)

    expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(1)
  })

  it('hears at most once more what it took, however often the object dies after', async () => {
    const release = hangs()
    const id = await paidOrder(gateway)
    const stored = await runInDurableObject(orderOf(id), (_: Order, { storage }) => storage.kv.get('order'))
    release()
    await hears(['order.approved'])

    await kill(id, ({ kv }) => kv.put('order', stored))
    await callBack(id, '77')
    await hears(['order.approved', 'transaction.foreign'])

    expect(receiver.heard.map(({ type }) => type)).toEqual([
      'order.approved',
      'order.approved',
      'transaction.foreign',
    ])
    await expect.poll(async () => JSON.stringify((await queued(id)).queue)).not.toContain('order.approved')
  })

  it('hears what was stored before the object died', async () => {
    receiver.answers(() => Promise.reject(new Error('nobody there')))
    const id = await paidOrder(gateway)
    await expect.poll(() => receiver.heard.length).toBeGreaterThan(0)
    await kill(id)
    const { length } = receiver.heard

    receiver.answers(() => new Response())

    await expect.poll(() => receiver.heard.length).toBe(length + 1)
    expect(receiver.types).toEqual(['order.approved'])
  })

  it('hears of a change at which the object died', async () => {
    const id = await hostedOrder()
    gateway.settles('approved')
    await callBack(id)
    await becomes(id, 'approved')
    crashAt(id, 'notice-stored')

    await callBack(id, '77').catch(() => undefined)

    await hears(['order.approved', 'transaction.foreign'])
  })

  it('that hangs delays no question', async () => {
    receiver.answers(fails)
    const id = await hostedOrder()
    await callBack(id, '77')
    await expect.poll(() => receiver.heard.length).toBeGreaterThan(0)
    const { length } = receiver.heard
    const release = hangs()
    await expect.poll(() => receiver.heard.length).toBeGreaterThan(length)

    gateway.settles('approved')

    await becomes(id, 'approved')
    release()
    await hears(['transaction.foreign', 'order.approved'])
    expect(receiver.most).toBe(1)
  })

  it('that chokes on one thing hears the next', async () => {
    receiver.answers(fails)
    const id = await hostedOrder()
    await callBack(id, '77')
    gateway.settles('approved')
    await becomes(id, 'approved')

    await hears(['transaction.foreign', 'order.approved'])
  })

  it('that is away for too long shows as a case for a person, and hears all once it is asked for', async () => {
    telling({ webhookRetriesFor: 150 })
    receiver.answers(fails)
    const id = await paidOrder(gateway)
    await expect.poll(async () => (await shown(id)).needsAttention).toBe(true)
    const missed = receiver.heard[0]?.id
    receiver.answers(() => new Response())
    const { length } = receiver.heard

    const answer = await orderOf(id).resend()

    await expect.poll(() => receiver.heard.length).toBe(length + 2)
    const [again, anew] = receiver.heard.slice(length)
    expect(answer).toMatchObject({ ok: true, value: { needsAttention: false } })
    expect([again?.id, again?.type]).toEqual([missed, 'order.approved'])
    expect(anew).toMatchObject({ type: 'order.resent', data: { order: { needsAttention: false } } })
    expect(anew?.data.order.seq).toBe((await shown(id)).seq)
  })

  it('is listed as a case for a person by the index', async () => {
    telling({ webhookRetriesFor: 100 })
    receiver.answers(fails)
    const id = await paidOrder(gateway)

    const row = () =>
      runInDurableObject(orderOf(id), (object: Order) => {
        const index: D1Database = Reflect.get(object, 'env').ORDER_INDEX
        return index.prepare('SELECT needs_attention FROM order_index WHERE id = ?').bind(id).first()
      })

    await expect.poll(row).toEqual({ needs_attention: 1 })
  })

  it('gives up for good, also where the object dies', async () => {
    telling({ webhookRetriesFor: 100 })
    receiver.answers(fails)
    const id = await paidOrder(gateway)
    await callBack(id, '77')
    await expect
      .poll(async () => (await queued(id)).queue.map((one: { isGivenUp?: true }) => one.isGivenUp))
      .toEqual([true, true])
    const { length } = receiver.heard

    await kill(id)
    await callBack(id, '77')
    const { length: asked } = gateway.questions
    await expect.poll(() => gateway.questions.length).toBeGreaterThan(asked)

    expect(receiver.heard).toHaveLength(length)
  })

  it('is asked for anew under another name each time', async () => {
    const id = await paidOrder(gateway)
    await orderOf(id).resend()
    await orderOf(id).resend()

    await hears(['order.approved', 'order.resent', 'order.resent'])
  })

  it('hears nothing of orders that were opened and left or given up, and of an attempt at once', async () => {
    telling({ orderExpires: 50 })
    const [left, givenUp] = [0, 1].map(() => serverTerms({ methods: ['hosted'], expiresAt: Date.now() + 50 }))
    if (!left || !givenUp) return expect.fail()
    for (const terms of [left, givenUp]) await orderOf(terms.id).open(terms)
    await orderOf(givenUp.id).cancel()
    // What is told of an order is told before the order is forgotten.
    for (const { id } of [left, givenUp]) await expect.poll(() => orderOf(id).snapshot()).toBeUndefined()

    const paid = await paidOrder(gateway)

    await expect.poll(() => receiver.heard).toHaveLength(1)
    expect(receiver.heard[0]?.data.order.id).toBe(paid)
  })

  it('hears what it asked for of an order that nobody tried to pay before that is forgotten', async () => {
    telling({ orderExpires: 50, webhookRetryLast: 50 })
    receiver.answers(fails)
    const terms = serverTerms({ methods: ['hosted'], expiresAt: Date.now() + 50 })
    await orderOf(terms.id).open(terms)
    await orderOf(terms.id).resend()
    await expect.poll(() => receiver.heard.length).toBeGreaterThan(4)
    expect(await orderOf(terms.id).snapshot()).toBeDefined()

    receiver.answers(() => new Response())

    await expect.poll(() => orderOf(terms.id).snapshot()).toBeUndefined()
    expect(receiver.types).toEqual(['order.resent'])
  })

  it('is told nothing of a card that was erased meanwhile', async () => {
    receiver.answers(fails)
    const terms = serverTerms()
    gateway.on('sale', takes('serial-1'))
    gateway.settles('approved', { 'last-four-digits': '1111', 'card-type': 'VISA' })
    await orderOf(terms.id).charge(terms, CHARGE)
    await becomes(terms.id, 'approved')
    expect(await storedText(terms.id)).toContain('•••• 1111')

    await orderOf(terms.id).erase()

    expect(await storedText(terms.id)).not.toContain('•••• 1111')
  })

  it('keeps its address and its secret out of the log', async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(String(line)))
    receiver.answers(() => Promise.reject(new Error(RECEIVER.WEBHOOK_URL + RECEIVER.WEBHOOK_SECRET)))
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

  it('has nothing queued', async () => {
    const id = await paidOrder(gateway)
    await callBack(id, '77')

    expect((await queued(id)).queue).toEqual([])
    expect(receiver.heard).toEqual([])
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
    const { length } = gateway.questions
    await expect.poll(() => gateway.questions.length).toBeGreaterThan(length)

    expect(mailed).toHaveLength(1)
    expect(mailed[0]).toContain('paid')
  })
})
