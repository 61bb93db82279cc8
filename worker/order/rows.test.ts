/** What an order writes while it lives, its object asleep whenever nothing is done: each row is billed. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, figuresOf, setWith } from '../testing.ts'
import { terms as exampleTerms } from './examples.ts'
import type { Order } from './order.ts'
import { ScriptedGateway } from './scripted-gateway.ts'
import { RECEIVER, ScriptedReceiver } from './scripted-receiver.ts'
import { becomes, CHARGE, notice, orderOf, shown } from './test-orders.ts'
import { startOver } from './test-platform.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** In seconds. */
const HOUR = 3600

const CUSTOMER = CHARGE.customer ?? {}

let gateway: ScriptedGateway
let receiver: ScriptedReceiver

/**
 * An order in time that passes only here: its alarms lie far in the future of the machine, so that none goes off by
 * itself.
 */
class Sleeper {
  readonly id = crypto.randomUUID()
  readonly #opened = Date.now() + 365 * DAY
  #ran = 0

  constructor() {
    vi.setSystemTime(this.#opened)
  }

  /** As `POST /v1/checkout` and `…/pay` do. */
  async goesToHostedPage(): Promise<void> {
    const terms = { ...exampleTerms, id: this.id, reference: this.id, openedAt: Date.now() }
    await orderOf(this.id).open({ ...terms, expiresAt: Date.now() + DAY }, CUSTOMER)
    await orderOf(this.id).pay({ key: 'key-1', method: 'hosted', ip: CHARGE.ip, customer: CUSTOMER })
    await becomes(this.id, 'redirect')
    await expect.poll(() => figuresOf(this.id).rows.index).toBe(2)
  }

  /** Lets time pass since the order was opened; its object wakes for each alarm alone. */
  async waits(ms: number): Promise<void> {
    const until = this.#opened + ms
    for (let at = await this.#alarm(); at !== null && at <= until; at = await this.#alarm()) {
      await evictDurableObject(orderOf(this.id))
      const { length } = gateway.questions
      await this.#rings(at)
      if (gateway.questions.length > length) this.askedAfter.push((at - this.#opened) / SECOND)
    }
    vi.setSystemTime(until)
    await evictDurableObject(orderOf(this.id))
  }

  /** The gateway calls back, or the shopper comes back, and the platform runs the alarm that this sets. */
  async isWoken(by: 'callback' | 'return'): Promise<void> {
    await orderOf(this.id).wake({ by, attempt: 1, fields: notice(this.id) })
    const at = await this.#alarm()
    if (at !== null && at <= Date.now() + SECOND) await this.#rings(at)
  }

  async #rings(at: number): Promise<void> {
    vi.setSystemTime(at)
    this.#ran = at
    await runInDurableObject(orderOf(this.id), (order: Order) => order.alarm())
  }

  /** When the gateway was asked, in seconds since the order was opened. */
  readonly askedAfter: number[] = []

  /** When the next alarm is due; one that ran the platform would have forgotten. */
  async #alarm(): Promise<number | null> {
    const at = await runInDurableObject(orderOf(this.id), (_: Order, { storage }) => storage.getAlarm())
    return at !== null && at > this.#ran ? at : null
  }
}

const written = (id: string) => Object.values(figuresOf(id).rows).reduce((sum, rows) => sum + rows, 0)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  gateway = new ScriptedGateway()
  receiver = new ScriptedReceiver()
  answerWith(receiver.beside(gateway.fetch))
  setWith({ ...RECEIVER, ORDER_TIMES: '{}' })
})

afterEach(async () => {
  vi.useRealTimers()
  await startOver()
})

describe('a hosted order', () => {
  it.each([
    [5, 'callback'],
    [32, 'callback'],
    [75, 'callback'],
    [75, 'return'],
  ] as const)(
    'writes at most 14 rows where its shopper pays after %d s: the %s first',
    async (after, first) => {
      const order = new Sleeper()
      await order.goesToHostedPage()
      await order.waits(after * SECOND)
      gateway.settles('approved')

      await order.isWoken(first)
      await order.isWoken(first === 'callback' ? 'return' : 'callback')
      await order.waits(31 * DAY)

      expect((await shown(order.id)).status).toBe('approved')
      expect(receiver.heard.map(({ type }) => type)).toEqual(['order.approved'])
      expect(figuresOf(order.id).rows).toMatchObject({ personal: 1, index: 3 })
      expect(written(order.id)).toBeGreaterThan(8)
      expect(written(order.id)).toBeLessThanOrEqual(14)
    },
  )

  it('writes at most 20 rows in 31 days where its shopper never comes back', async () => {
    const order = new Sleeper()
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
    expect(written(order.id)).toBeLessThanOrEqual(20)
  })

  it('writes nothing but the next alarm for a question that changes nothing', async () => {
    const order = new Sleeper()
    await order.goesToHostedPage()
    const before = figuresOf(order.id).rows

    await order.waits(31 * SECOND)

    expect(order.askedAfter).toEqual([15, 30])
    expect(figuresOf(order.id).rows).toEqual({ ...before, alarm: (before.alarm ?? 0) + 2 })
  })

  it('is paid by a callback that comes long after the last question', async () => {
    const order = new Sleeper()
    await order.goesToHostedPage()
    await order.waits(40 * DAY)
    gateway.settles('approved')

    await order.isWoken('callback')

    expect((await shown(order.id)).status).toBe('approved')
  })

  it('is told of once, though its object sleeps between the questions that follow', async () => {
    const order = new Sleeper()
    await order.goesToHostedPage()
    gateway.settles('unknown')

    await order.isWoken('callback')
    await order.waits(DAY)

    expect(order.askedAfter.length).toBeGreaterThan(20)
    expect(receiver.heard.map(({ type }) => type)).toEqual(['order.unknown'])
  })
})
