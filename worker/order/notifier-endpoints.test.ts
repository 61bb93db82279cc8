import { runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderDetails } from '../../shared/order-history.ts'
import { endpointId } from '../config/webhooks-setting.ts'
import { answerWith, figuresOf, setWith } from '../testing/edge.ts'
import type { Order } from './order.ts'
import { callBack, kill, lasting, orderOf, paidOrder, shown, withoutChance } from './testing/orders.ts'
import { startOver } from './testing/platform.ts'
import { ScriptedGateway } from './testing/scripted-gateway.ts'
import { RECEIVER } from './testing/scripted-receiver.ts'

const SHOP = { url: 'https://shop.example.com/in', secret: `whsec_${btoa('s'.repeat(32))}` }
const BOOKS = { url: 'https://books.example.com/in?key=k3y', secret: `whsec_${btoa('b'.repeat(32))}` }
const [SHOP_ID, BOOKS_ID] = [endpointId(SHOP.url), endpointId(BOOKS.url)]

interface Endpoint {
  readonly url: string
  readonly secret: string
  readonly events?: readonly string[]
}

/** A message that an endpoint does not take holds later ones back for longer than a test lasts. */
const TIMES = lasting({
  webhookDeadline: 10_000,
  webhookRetryFirst: 50,
  webhookRetryLast: 200,
  webhookHold: 600_000,
})

/** Settings with these endpoints, and short times. */
const withEndpoints = (...endpoints: readonly Endpoint[]) =>
  setWith({ ...TIMES, WEBHOOKS: JSON.stringify(endpoints) })

/** What an endpoint got: type and number, without repeats. */
interface Got {
  readonly id: string
  readonly type: string
  readonly seq: number
}

let gateway: ScriptedGateway
/** Address → its messages, in the order in which they came. */
let got: Map<string, Got[]>
/** Address → its answer. Absent: it takes everything. */
let answers: Map<string, () => Response | Promise<Response>>

beforeEach(() => {
  gateway = new ScriptedGateway()
  got = new Map()
  answers = new Map()
  answerWith(async (input, init) => {
    const url = String(input)
    if (!new Headers(init?.headers as HeadersInit).has('webhook-id')) return gateway.fetch(input, init)
    return receive(url, init)
  })
  withEndpoints(SHOP, BOOKS)
})

afterEach(startOver)

async function receive(url: string, init: RequestInit | undefined): Promise<Response> {
  const headers = Object.fromEntries(new Headers(init?.headers as HeadersInit))
  const body: { type: string; data: { order: { seq: number } } } = JSON.parse(String(init?.body))
  const message = { id: headers['webhook-id'] ?? '', type: body.type, seq: body.data.order.seq }
  got.set(url, [...(got.get(url) ?? []), message])
  return answers.get(url)?.() ?? new Response()
}

const fails = () => new Response('a reason that nobody may read', { status: 503 })

/** An endpoint's types, without repeats. */
const typesAt = ({ url }: Endpoint): string[] => {
  const all = got.get(url) ?? []
  return all
    .filter(({ id }, place) => all.findIndex((one) => one.id === id) === place)
    .map(({ type }) => type)
}

const receives = (endpoint: Endpoint, types: string[]) => expect.poll(() => typesAt(endpoint)).toEqual(types)

interface StoredQueue {
  readonly queue: readonly { readonly by: string; readonly type: string; readonly isGivenUp?: true }[]
}

const queueOf = (id: string) =>
  runInDurableObject(
    orderOf(id),
    (_: Order, { storage }) => storage.kv.get<StoredQueue>('order')?.queue ?? [],
  )

const waitsFor = (id: string, expected: readonly string[]) =>
  expect.poll(async () => (await queueOf(id)).map(({ by }) => by)).toEqual(expected)

const detailsOf = async (id: string) => (await shown(id)) as OrderDetails

const deliveriesOf = async (id: string) =>
  (await detailsOf(id)).history.flatMap(({ deliveries = [] }) => deliveries)

describe('several endpoints', () => {
  it('all receive an outcome, under one id', async () => {
    const id = await paidOrder(gateway)

    for (const endpoint of [SHOP, BOOKS]) await receives(endpoint, ['order.approved'])
    expect(got.get(SHOP.url)).toEqual(got.get(BOOKS.url))
    await waitsFor(id, [])
  })

  it('cost no row more than one endpoint, where all take the message', async () => {
    const rowsOf = async () => {
      const id = await paidOrder(gateway)
      await waitsFor(id, [])
      return figuresOf(id).rows.order
    }
    const several = await rowsOf()
    withEndpoints(SHOP)
    const one = await rowsOf()
    setWith({ ...RECEIVER, ...TIMES })

    expect([several, await rowsOf()]).toEqual([one, one])
  })

  it('do not wait for one that hangs, nor for one that is dead', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    for (const broken of [() => promise, fails]) {
      got.clear()
      answers.set(BOOKS.url, broken)
      const id = await paidOrder(gateway)
      await callBack(id, '77')

      await receives(SHOP, ['order.approved', 'transaction.foreign'])
      expect(new Set(typesAt(BOOKS))).toContain('order.approved')
    }
    resolve(new Response())
  })

  it('each receive an order’s messages by its number', async () => {
    answers.set(BOOKS.url, fails)
    const id = await paidOrder(gateway)
    await callBack(id, '77')
    await orderOf(id).resend()
    await receives(SHOP, ['order.approved', 'transaction.foreign', 'order.resent'])
    got.delete(BOOKS.url)
    answers.delete(BOOKS.url)

    await receives(BOOKS, ['order.approved', 'transaction.foreign', 'order.resent'])
    for (const { url } of [SHOP, BOOKS]) {
      const numbers = (got.get(url) ?? []).map(({ seq }) => seq)
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    }
  })

  it('receive only the types that they take', async () => {
    withEndpoints(SHOP, { ...BOOKS, events: ['transaction.foreign'] })
    const id = await paidOrder(gateway)
    await callBack(id, '77')

    await receives(SHOP, ['order.approved', 'transaction.foreign'])
    await receives(BOOKS, ['transaction.foreign'])
    await waitsFor(id, [])
  })

  it('that are new receive what happens from then on', async () => {
    withEndpoints(SHOP)
    const id = await paidOrder(gateway)
    await receives(SHOP, ['order.approved'])
    await waitsFor(id, [])

    withEndpoints(SHOP, BOOKS)
    await kill(id)
    await callBack(id, '77')

    await receives(BOOKS, ['transaction.foreign'])
    await receives(SHOP, ['order.approved', 'transaction.foreign'])
  })

  it('that are taken out receive nothing more, lose their queue, and a log line says so without the address', async () => {
    answers.set(BOOKS.url, fails)
    const id = await paidOrder(gateway)
    await waitsFor(id, [`webhook ${BOOKS_ID}`])
    const lines: string[] = []
    const spy = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(String(line)))

    withEndpoints(SHOP)
    await kill(id)
    const { length } = got.get(BOOKS.url) ?? []
    await callBack(id, '77')
    await receives(SHOP, ['order.approved', 'transaction.foreign'])
    await waitsFor(id, [])
    spy.mockRestore()

    expect(got.get(BOOKS.url)).toHaveLength(length)
    const gone = lines.filter((line) => line.includes('endpoint-gone'))
    expect(gone).toHaveLength(1)
    expect(JSON.parse(gone[0] ?? '')).toMatchObject({ order: id, by: `webhook ${BOOKS_ID}`, left: 1 })
    expect(withoutChance(lines.join('\n'))).not.toContain('k3y')
  })

  it('keep their queue where their secret changes', async () => {
    answers.set(BOOKS.url, fails)
    const id = await paidOrder(gateway)
    await waitsFor(id, [`webhook ${BOOKS_ID}`])

    answers.delete(BOOKS.url)
    withEndpoints(SHOP, { ...BOOKS, secret: `${BOOKS.secret} whsec_${btoa('n'.repeat(32))}` })
    await kill(id)
    await callBack(id)

    await waitsFor(id, [])
    expect(typesAt(BOOKS)).toEqual(['order.approved'])
  })

  it('that are the merchant’s first go on with what waited for WEBHOOK_URL', async () => {
    setWith({ ...RECEIVER, ...TIMES })
    answers.set(RECEIVER.WEBHOOK_URL, fails)
    const id = await paidOrder(gateway)
    await waitsFor(id, ['webhook'])

    setWith({ ...RECEIVER, ...TIMES, WEBHOOKS: JSON.stringify([BOOKS, SHOP]) })
    await kill(id)
    await callBack(id, '77')

    await receives(BOOKS, ['order.approved', 'transaction.foreign'])
    await receives(SHOP, ['transaction.foreign'])
    await waitsFor(id, [])
  })

  it('receive at most one repeat where the object dies between two deliveries, and none is lost', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.set(BOOKS.url, () => promise)
    const id = await paidOrder(gateway)
    for (const endpoint of [SHOP, BOOKS]) await receives(endpoint, ['order.approved'])

    await kill(id)
    resolve(new Response())
    answers.delete(BOOKS.url)
    await callBack(id, '77')

    for (const endpoint of [SHOP, BOOKS]) {
      await receives(endpoint, ['order.approved', 'transaction.foreign'])
      expect(got.get(endpoint.url)?.length).toBeLessThanOrEqual(3)
    }
    await waitsFor(id, [])
  })

  it('are shown to the merchant with what came back, without their whole address or any body', async () => {
    answers.set(BOOKS.url, fails)
    const id = await paidOrder(gateway)
    await receives(SHOP, ['order.approved'])

    await expect
      .poll(() => deliveriesOf(id))
      .toEqual([
        expect.objectContaining({ endpoint: SHOP_ID, status: 'delivered', httpStatus: 200 }),
        expect.objectContaining({ endpoint: BOOKS_ID, status: 'pending', httpStatus: 503 }),
      ])
    const details = await detailsOf(id)
    expect(details.webhookEndpoints).toEqual([SHOP_ID, BOOKS_ID])
    expect(JSON.stringify(details)).not.toMatch(/k3y|nobody may read/)
  })
})

describe('a resend to one endpoint', () => {
  it('reaches that one alone, whatever types it takes', async () => {
    withEndpoints(SHOP, { ...BOOKS, events: ['order.approved'] })
    const id = await paidOrder(gateway)
    await waitsFor(id, [])

    await orderOf(id).resend('shop server', BOOKS_ID)
    await receives(BOOKS, ['order.approved', 'order.resent'])
    await waitsFor(id, [])

    expect(typesAt(SHOP)).toEqual(['order.approved'])
  })

  it('is refused where the settings have lost it, and retries nothing elsewhere', async () => {
    withEndpoints(SHOP, BOOKS)
    const id = await paidOrder(gateway)
    await waitsFor(id, [])
    withEndpoints(SHOP)
    await kill(id)

    const answer = await orderOf(id).resend('shop server', BOOKS_ID)

    expect(answer).toEqual({ ok: false, reason: { code: 'endpoint-gone' } })
    await waitsFor(id, [])
    expect(typesAt(SHOP)).toEqual(['order.approved'])
  })

  it('retries what was given up there, and leaves the order in need of a person while another has given up', async () => {
    setWith({
      ...lasting({ webhookRetryFirst: 50, webhookRetryLast: 100, webhookRetriesFor: 150, webhookHold: 1 }),
      WEBHOOKS: JSON.stringify([SHOP, BOOKS]),
    })
    for (const { url } of [SHOP, BOOKS]) answers.set(url, fails)
    const id = await paidOrder(gateway)
    await expect.poll(async () => (await queueOf(id)).map(({ isGivenUp }) => isGivenUp)).toEqual([true, true])
    answers.clear()

    await orderOf(id).resend('shop server', SHOP_ID)
    await receives(SHOP, ['order.approved', 'order.resent'])
    await waitsFor(id, [`webhook ${BOOKS_ID}`])
    expect((await shown(id)).needsAttention).toBe(true)

    await orderOf(id).resend('shop server')
    await receives(BOOKS, ['order.approved', 'order.resent'])
    await waitsFor(id, [])
    expect((await shown(id)).needsAttention).toBe(false)
  })
})
