import { DurableObject } from 'cloudflare:workers'
import type { Hono } from 'hono'
import { app } from './app.ts'
import type { Backend } from './backend.ts'
import { deliver } from './callbacks/callback-delivery.ts'
import { CallbackQueue, type DueCallback } from './callbacks/callback-queue.ts'
import { ReorderedCallbacks } from './callbacks/reordered-callbacks.ts'
import { declineOverdue } from './cards/challenge-deadlines.ts'
import { chargeDuePayments } from './cards/scheduled-charges.ts'
import { FaultRules } from './faults/fault-rule-store.ts'
import { type Env, parseSettings } from './settings.ts'
import { Nonces } from './signing/nonces.ts'
import { Clock } from './store/clock.ts'
import { Deadlines } from './store/deadlines.ts'
import { OrderStore } from './store/order-store.ts'
import { Records } from './store/records.ts'
import { RecurringPayments } from './store/recurring-payments.ts'

/**
 * The gateway. It is one object, so all requests about an order meet in one place, and its storage outlives it.
 */
export class Gateway extends DurableObject<Env> {
  readonly backend: Backend
  readonly #app: Hono

  /** @throws {TypeError} If a setting is missing or malformed. */
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const { sql } = ctx.storage
    const settings = parseSettings(env)
    const callbacks = new CallbackQueue(sql, settings.callbackRetriesMs)
    const records = new Records(sql)
    const clock = new Clock(records)
    const now = () => clock.now()
    this.backend = {
      store: new OrderStore(sql),
      records,
      nonces: new Nonces(sql),
      recurringPayments: new RecurringPayments(sql),
      callbacks,
      deadlines: new Deadlines(sql),
      reordered: new ReorderedCallbacks(sql),
      faults: new FaultRules(sql),
      settings,
      clock,
      now,
    }
    this.#app = app(this.backend)
  }

  override async fetch(request: Request): Promise<Response> {
    // Before anything else, so no request finds an order that should have ended.
    declineOverdue(this.backend)
    const response = await this.#app.fetch(request)
    await this.#wake()
    return response
  }

  /** Declines, charges and sends what is due. Does not wait for answers: a slow merchant must not delay the others. */
  override async alarm(): Promise<void> {
    declineOverdue(this.backend)
    chargeDuePayments(this.backend)
    for (const callback of this.backend.callbacks.takeDue(this.backend.now()))
      this.ctx.waitUntil(this.#deliver(callback))
    await this.#wake()
  }

  /** When the next callback is due, in milliseconds since the epoch, or `undefined` if the queue is empty. */
  nextCallback(): number | undefined {
    return this.backend.callbacks.nextDue()
  }

  async #deliver(callback: DueCallback): Promise<void> {
    const isAnswered = await deliver(callback.url, fetch)
    const { callbacks, reordered, now } = this.backend
    if (isAnswered) callbacks.answered(callback)
    else callbacks.failed(callback, now())
    for (const heldBack of reordered.release(callback.id)) callbacks.hasten(heldBack, now())
    await this.#wake()
  }

  async #wake(): Promise<void> {
    const { callbacks, deadlines, recurringPayments } = this.backend
    const dueTimes = [callbacks.nextDue(), deadlines.next()?.at, recurringPayments.next()?.dueAt]
    const due = Math.min(...dueTimes.map((at) => at ?? Infinity))
    if (due === Infinity) return
    const alarm = await this.ctx.storage.getAlarm()
    // The runtime loses an alarm that is set to the millisecond of the alarm that has just run.
    const at = Math.max(due - this.backend.clock.aheadMs(), Date.now() + 1)
    if (alarm === null || at < alarm) await this.ctx.storage.setAlarm(at)
  }
}
