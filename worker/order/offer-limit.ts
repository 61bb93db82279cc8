/** The object that counts the units of one offer or product. */
import { DurableObject } from 'cloudflare:workers'
import { configOf } from '../config/config.ts'
import { keepAlarm } from '../lasting-alarm.ts'
import { EdgeNotices } from '../outbox/edge-notices.ts'
import type { MailBinding } from '../outbox/mail.ts'
import type { StockNotification } from '../outbox/notifications.ts'
import type { LowMark } from './model/low-stock.ts'
import { type Scarcity, UnitCounter, type UnitsRefusal, type UnitsRequest } from './unit-counter.ts'

/** Counts the units of one offer that are sold or reserved. One object per offer. */
export class OfferLimit extends DurableObject<MailBinding> {
  readonly #counter: UnitCounter
  readonly #notices: EdgeNotices

  /** @param fetcher Sends webhooks. Tests pass their own. */
  constructor(
    ctx: DurableObjectState,
    env: MailBinding,
    fetcher: typeof fetch = (...sent) => fetch(...sent),
  ) {
    super(ctx, env)
    this.#notices = new EdgeNotices(ctx, { config: () => configOf(env), fetcher, NOTIFY: env.NOTIFY })
    this.#counter = new UnitCounter(ctx.storage.kv, Date.now, (notice) => this.#tell(notice))
  }

  /**
   * Reserves units for an order, or says whether it may keep them for longer. Repeating it is harmless.
   *
   * @returns Why it cannot have them; `undefined` if it has them now. A Worker of an older version, which says nothing of
   *   checks, gets the code alone.
   */
  async reserve(request: UnitsRequest): Promise<UnitsRefusal | Scarcity | undefined> {
    const refusal = this.#counter.reserve(request)
    return request.check === undefined ? refusal?.code : refusal
  }

  /** Whether all units are sold for good. @param revision Of a product, as in {@link UnitsRequest}. */
  isSoldOut(limit: number, revision?: number): boolean {
    return this.#counter.isSoldOut({ limit, ...(revision !== undefined && { revision }) })
  }

  /** The units that are sold for good. */
  sold(): number {
    return this.#counter.sold
  }

  /**
   * Notes that a product has other units now, or another bound: also orders that were opened before count by them. Repeating
   * it is harmless.
   */
  keepLimit(limit: number, revision: number, low?: LowMark): void {
    this.#counter.keepLimit({ limit, revision, ...(low && { low }) })
  }

  /**
   * Gives an order's units back. Repeating it is harmless.
   *
   * @param isUnused The order could not be paid meanwhile, since another offer of its cart refused.
   * @param shopperMs For how long the shopper alone can have kept them, at most. Absent from a Worker of an older version.
   */
  async release(order: string, isUnused = false, shopperMs?: number): Promise<void> {
    this.#counter.release(order, isUnused, shopperMs)
    await this.#arm(this.#counter.forgottenAt)
  }

  /** Notes that an order was paid: its units are sold for good. Repeating it is harmless. */
  settle(order: string): void {
    this.#counter.settle(order)
  }

  /** Erases what networks wasted, once it has faded, and tells the merchant again what did not arrive. */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await keepAlarm(this.ctx.storage, info)
    this.#counter.forget()
    await this.#notices.send()
    const times = [this.#counter.forgottenAt, this.#notices.dueAt].filter((time) => time !== undefined)
    await this.#arm(times.length > 0 ? Math.min(...times) : undefined)
  }

  /** Stores a notice together with its alarm: in between nothing is awaited, so that no crash parts them. */
  #tell(notice: StockNotification): void {
    this.#notices.tell(notice)
    const { dueAt } = this.#notices
    if (dueAt !== undefined) this.ctx.waitUntil(this.ctx.storage.setAlarm(dueAt))
  }

  /** Sets the alarm, unless there is one: each is a billed row. That of a notice may be hours away, and comes earlier. */
  async #arm(at: number | undefined): Promise<void> {
    if (at === undefined) return
    const { storage } = this.ctx
    const set = await storage.getAlarm()
    if (set === null || (this.#notices.dueAt !== undefined && set > at)) await storage.setAlarm(at)
  }
}
