/** For tests inside workerd: an order whose object is asleep whenever nothing happens, as the platform lets it be. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { expect, vi } from 'vitest'
import type { OrderTerms } from '../../domain/terms.ts'
import { figuresOf } from '../../testing/edge.ts'
import type { Order } from '../order.ts'
import type { Charge } from '../payments.ts'
import { terms as exampleTerms } from './examples.ts'
import { becomes, CHARGE, notice, orderOf, serverTerms } from './orders.ts'
import { formReply, type ScriptedGateway } from './scripted-gateway.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND

const CUSTOMER = CHARGE.customer ?? {}

/** So long a gateway takes for a form. Jobs that follow the intent and those that follow the reply differ by it. */
const REPLY_MS = 200

const HOSTED = { key: 'key.1', method: 'hosted', ip: CHARGE.ip, customer: CUSTOMER } as const

/**
 * The rows that an order wrote so far: its entries in the index and every alarm, also the one for its erasure, which its outcome
 * sets.
 */
export const written = (id: string) => Object.values(figuresOf(id).rows).reduce((sum, rows) => sum + rows, 0)

/** Past every alarm that the machine's own clock could set off, and far from the ends of an hour, a day and a month. */
const NOW = Date.UTC(2100, 0, 12, 12, 5)

/** Stops the clock at the same time in every run, so that nothing depends on when the tests run. */
export const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: NOW })

/**
 * An order under a clock of its own: its alarms lie far in the machine's future, so that none goes off by itself.
 */
export class SleepingOrder {
  readonly id = crypto.randomUUID()
  readonly #opened = Date.now() + 365 * DAY
  readonly #gateway: ScriptedGateway
  #ran = 0

  /** @param gateway Counts the status requests. */
  constructor(gateway: ScriptedGateway) {
    this.#gateway = gateway
    vi.setSystemTime(this.#opened)
  }

  /** As `POST /v1/checkout` with `pay`. */
  async goesToHostedPage(sold: Partial<OrderTerms> = {}): Promise<void> {
    this.#gateway.onForm(() => {
      vi.setSystemTime(Date.now() + REPLY_MS)
      return formReply('42')()
    })
    await orderOf(this.id).checkOut(this.#terms(sold), { ...HOSTED, waitMs: 5 * SECOND })
    await becomes(this.id, 'redirect')
  }

  /** As `POST /v1/checkout` and `…/pay` apart, with a pause between them. */
  async hesitates(ms: number): Promise<void> {
    await orderOf(this.id).open(this.#terms(), CUSTOMER)
    vi.setSystemTime(this.#opened + ms)
    await orderOf(this.id).pay(HOSTED)
    await becomes(this.id, 'redirect')
  }

  #terms(sold: Partial<OrderTerms> = {}): OrderTerms {
    const own = { id: this.id, reference: this.id, openedAt: Date.now(), expiresAt: Date.now() + DAY }
    return { ...exampleTerms, ...sold, ...own }
  }

  /** A merchant's server charges a card, pays out or transfers: one call. */
  async isCharged(charge: Charge, sold: Partial<OrderTerms> = {}): Promise<void> {
    const now = Date.now()
    const terms = { id: this.id, reference: this.id, openedAt: now, expiresAt: now + DAY, ...sold }
    const { ok } = await orderOf(this.id).charge(serverTerms(terms), charge)
    expect(ok).toBe(true)
    await expect.poll(() => figuresOf(this.id).rows.index).toBe(2)
  }

  /** How often its object was made, by what a deployed one meets: the test looks only at one that is there. */
  get constructions(): number {
    return figuresOf(this.id).awakenings
  }

  /** Lets time pass since the order was opened; only alarms wake its object. */
  async waits(ms: number): Promise<void> {
    const until = this.#opened + ms
    for (let at = await this.#alarm(); at !== null && at <= until; at = await this.#alarm()) {
      await evictDurableObject(orderOf(this.id))
      const { length } = this.#gateway.statusRequests
      await this.#rings(at)
      if (this.#gateway.statusRequests.length > length) this.askedAfter.push((at - this.#opened) / SECOND)
    }
    vi.setSystemTime(until)
    await evictDurableObject(orderOf(this.id))
  }

  /** The gateway calls back, or the shopper comes back, and the platform runs the alarm that this sets. */
  async isWoken(by: 'callback' | 'return'): Promise<void> {
    await orderOf(this.id).receiveNotice({ by, attempt: 1, fields: await notice(this.id) })
    const at = await this.#alarm()
    if (at !== null && at <= Date.now() + SECOND) await this.#rings(at)
  }

  async #rings(at: number): Promise<void> {
    vi.setSystemTime(at)
    this.#ran = at
    this.alarms += 1
    await runInDurableObject(orderOf(this.id), (order: Order) => order.alarm())
  }

  /** How many alarms went off. */
  alarms = 0

  /** When the gateway was asked, in seconds since the order was opened. */
  readonly askedAfter: number[] = []

  /** When the next alarm is due. The platform would have forgotten one that ran. */
  async #alarm(): Promise<number | null> {
    const at = await runInDurableObject(orderOf(this.id), (_: Order, { storage }) => storage.getAlarm())
    return at !== null && at > this.#ran ? at : null
  }
}
