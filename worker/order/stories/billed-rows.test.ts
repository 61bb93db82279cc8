/** The rows that an order writes until its erasure, its object asleep between jobs: each row is billed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderTerms } from '../../domain/terms.ts'
import { answerWith, type Costs, costs, figuresOf, setWith } from '../../testing/edge.ts'
import {
  ABANDONED_REQUESTS,
  ACTIVE_SECONDS,
  CALLS,
  CPU_MS,
  PAID_REQUESTS,
  sumOf,
} from '../testing/counted-use.ts'
import { cartOf, offer } from '../testing/limited-offers.ts'
import { CHARGE, shown } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'
import { OBJECT_GIGABYTES, PRICES } from '../testing/price-list.ts'
import { acceptedReply, ScriptedGateway, statusReply } from '../testing/scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from '../testing/scripted-receiver.ts'
import { SleepingOrder, stopClock, written } from '../testing/sleeping-order.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** In seconds. */
const HOUR = 3600

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

/** Limited offers that no other test has. */
const several = (count: number) => Array.from({ length: count }, () => offer(9))

beforeEach(() => {
  stopClock()
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.inFrontOf(gateway.fetch))
  setWith({ ...RECEIVER, ORDER_TIMES: '{}' })
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

describe('a hosted order', () => {
  // One of the rows is the delivery of the webhook: an object that dies without it would send the webhook again. Another is
  // in the index by which the shopper's orders are found.
  it.each([
    [11, 5, 'callback'],
    [12, 20, 'callback'],
    [13, 32, 'callback'],
    [14, 75, 'callback'],
    [14, 75, 'return'],
  ] as const)(
    'writes at most %d rows where its shopper pays after %d s: the %s first',
    async (rows, after, first) => {
      const order = new SleepingOrder(gateway)
      await order.goesToHostedPage()
      await order.waits(after * SECOND)
      gateway.reports('approved')

      await order.isWoken(first)
      await order.isWoken(first === 'callback' ? 'return' : 'callback')
      await order.waits(31 * DAY)

      expect((await shown(order.id)).status).toBe('approved')
      expect(receiver.received.map(({ type }) => type)).toEqual(['order.approved'])
      expect(figuresOf(order.id).rows).toMatchObject({ personal: 1, index: 3 })
      expect(written(order.id)).toBeGreaterThan(7)
      expect(written(order.id)).toBeLessThanOrEqual(rows)
    },
  )

  /** The rows of an order whose shopper pays after 32 s. */
  const rowsOfPaid = async (sold: Partial<OrderTerms> = {}) => {
    gateway.reports('processing')
    const order = new SleepingOrder(gateway)
    await order.goesToHostedPage(sold)
    await order.waits(32 * SECOND)
    gateway.reports('approved')
    await order.isWoken('callback')
    await order.waits(31 * DAY)
    expect((await shown(order.id)).status).toBe('approved')
    return written(order.id)
  }

  it('writes a row less where no server receives webhooks', async () => {
    const received = await rowsOfPaid()

    setWith({ ORDER_TIMES: '{}' })

    expect(await rowsOfPaid()).toBe(received - 1)
  })

  it.each([
    ['a cart without limits', {}, () => cartOf(...several(5).map(({ offer }) => [{ offer }] as const))],
    ['a cart of limited offers', several(1)[0], () => cartOf(...several(5).map((one) => [one] as const))],
  ])('writes no more rows for %s than for one such offer', async (_, single, cart) => {
    const alone = await rowsOfPaid(single ?? {})
    const together = await rowsOfPaid(cart())

    expect(alone).toBeGreaterThan(7)
    expect(together).toBeLessThanOrEqual(alone)
  })

  it('writes at most 17 rows in 31 days where its shopper never comes back', async () => {
    const order = new SleepingOrder(gateway)
    await order.goesToHostedPage()

    await order.waits(31 * DAY)

    expect(order.askedAfter).toEqual([
      15,
      30,
      60,
      120,
      600,
      HOUR,
      6 * HOUR,
      24 * HOUR,
      168 * HOUR,
      720 * HOUR,
    ])
    expect(written(order.id)).toBeLessThanOrEqual(17)
  })

  it('writes no more where the shopper hesitated, so that it expires shortly before a status request is due', async () => {
    const order = new SleepingOrder(gateway)
    await order.hesitates(4 * MINUTE)

    await order.waits(31 * DAY)

    expect(order.askedAfter).toHaveLength(10)
    expect(figuresOf(order.id).rows).toEqual({ personal: 1, order: 4, index: 2, alarm: 12 })
    expect(written(order.id)).toBeLessThanOrEqual(19)
  })

  it('writes only the next alarm after a status request that changes nothing', async () => {
    const order = new SleepingOrder(gateway)
    await order.goesToHostedPage()
    const before = figuresOf(order.id).rows

    await order.waits(31 * SECOND)

    expect(order.askedAfter).toEqual([15, 30])
    expect(figuresOf(order.id).rows).toEqual({ ...before, alarm: (before.alarm ?? 0) + 2 })
  })

  it('is paid by a callback that comes long after the last status request', async () => {
    const order = new SleepingOrder(gateway)
    await order.goesToHostedPage()
    await order.waits(40 * DAY)
    gateway.reports('approved')

    await order.isWoken('callback')

    expect((await shown(order.id)).status).toBe('approved')
  })

  it('is notified once, though its object sleeps between later status requests', async () => {
    const order = new SleepingOrder(gateway)
    await order.goesToHostedPage()
    gateway.reports('unknown')

    await order.isWoken('callback')
    await order.waits(DAY)

    expect(order.askedAfter.length).toBeGreaterThan(20)
    expect(receiver.received.map(({ type }) => type)).toEqual(['order.unknown'])
  })
})

describe('a charge whose gateway answers right and about another order in turn', () => {
  it('writes only alarms for most answers, and a person learns of it', async () => {
    const order = new SleepingOrder(gateway)
    const other = { 'merchant-order-id': 'order-of-others', 'paynet-order-id': '9' }
    gateway.on('sale', acceptedReply('serial-1'))
    let polls = 0
    gateway.onStatus((question, deadline) => {
      // A look for a second charge asks without the gateway's identifier.
      if (question.has('orderid')) polls += 1
      const isWrong = polls % 2 === 0
      return statusReply(isWrong ? 'approved' : 'processing', isWrong ? other : {})(question, deadline)
    })
    await order.isCharged(CHARGE)
    const before = figuresOf(order.id).rows.order ?? 0

    await order.waits(DAY)

    expect(order.askedAfter.length).toBeGreaterThan(40)
    expect((figuresOf(order.id).rows.order ?? 0) - before).toBeLessThanOrEqual(8)
    expect(await shown(order.id)).toMatchObject({ status: 'processing', needsAttention: true })
    expect(receiver.received.map(({ type }) => type)).toEqual(['order.unknown'])
  })
})

/** What an order uses besides rows and alarms. */
interface Use {
  readonly requests: Readonly<Record<string, number>>
  readonly calls: number
  readonly cpuMs: number
}

const PAID: Use = { requests: PAID_REQUESTS, calls: CALLS.paid, cpuMs: CPU_MS.paid }

/** The cost of a million such orders in USD, with the rows of the limiter too. */
const costOf = (order: SleepingOrder, { requests, calls, cpuMs }: Use, limiterRows = 0) =>
  (written(order.id) + limiterRows) * PRICES.rowWritten +
  sumOf(requests) * PRICES.request +
  (calls + order.alarms) * PRICES.objectRequest +
  cpuMs * PRICES.cpuMs +
  ACTIVE_SECONDS * OBJECT_GIGABYTES * PRICES.gigabyteSecond

describe('a million hosted orders', () => {
  it('cost at most 20 USD where they are paid after 75 s', async () => {
    const order = new SleepingOrder(gateway)
    await order.goesToHostedPage()
    await order.waits(75 * SECOND)
    gateway.reports('approved')
    await order.isWoken('callback')
    await order.isWoken('return')
    await order.waits(31 * DAY)

    const cost = costOf(order, PAID)
    console.log(`a million paid orders: ${cost.toFixed(2)} USD`)
    expect(cost).toBeLessThanOrEqual(20)
  })

  it('cost at most 22.5 USD where no shopper comes back', async () => {
    const order = new SleepingOrder(gateway)
    await order.goesToHostedPage()
    await order.waits(31 * DAY)

    const cost = costOf(order, {
      requests: ABANDONED_REQUESTS,
      calls: CALLS.abandoned,
      cpuMs: CPU_MS.opened + order.askedAfter.length * CPU_MS.question,
    })
    console.log(`a million abandoned orders: ${cost.toFixed(2)} USD`)
    expect(cost).toBeLessThanOrEqual(22.5)
  })
})

describe('the limiter', () => {
  /** What its objects wrote and were called since, by kind of object. */
  const sinceThen = () => {
    const before = costs()
    return () => {
      const { rows, calls } = costs()
      const limiters = (now: Costs['rows'], then: Costs['rows']) =>
        Object.fromEntries(
          Object.entries(now)
            .map(([kind, count]) => [kind, count - (then[kind] ?? 0)] as const)
            .filter(([kind, count]) => kind !== 'order' && count > 0),
        )
      return { rows: limiters(rows, before.rows), calls: limiters(calls, before.calls) }
    }
  }

  const sum = (counts: Costs['rows']) => Object.values(counts).reduce((all, one) => all + one, 0)

  beforeEach(() => {
    setWith({ ...RECEIVER, LIMITS: '{}', ORDER_TIMES: '{"limiterDeadline":20000}' })
  })

  it('writes one row for a paid order, 15 in all, and a million cost at most 21 USD', async () => {
    const limiter = sinceThen()
    const order = new SleepingOrder(gateway)
    await order.goesToHostedPage()
    await order.waits(75 * SECOND)
    gateway.reports('approved')
    await order.isWoken('callback')
    await order.isWoken('return')
    await order.waits(31 * DAY)
    await expect.poll(() => limiter().calls).toEqual({ network: 1, email: 1, edge: 1 })

    expect(limiter().rows).toEqual({ network: 1 })
    expect(written(order.id) + sum(limiter().rows)).toBeLessThanOrEqual(15)
    // One more alarm erases the network's row.
    const use = { ...PAID, calls: CALLS.paidWithLimits + 1 }
    const cost = costOf(order, use, sum(limiter().rows))
    console.log(`a million paid orders under limits: ${cost.toFixed(2)} USD`)
    expect(cost).toBeLessThanOrEqual(21)
  })
})
