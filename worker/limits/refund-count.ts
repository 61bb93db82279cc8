/** The object of one merchant key that counts what the key gives back in a day. Its name is the key's. */
import { DurableObject } from 'cloudflare:workers'
import { keepAlarm } from '../lasting-alarm.ts'
import { type CountedSum, RefundLedger } from './refund-ledger.ts'

/** What counts is written before it is answered, so that no crash lets a key give back more than its limit. */
export class RefundCount extends DurableObject {
  readonly #ledger = new RefundLedger(this.ctx.storage.kv)

  /**
   * Counts a refund before it is sent, if the key's day has room for it. Repeating it is harmless.
   *
   * @param perDayMinor The most of the day, in minor units of the refund's own decimals.
   */
  async reserve(sum: CountedSum, perDayMinor: number): Promise<boolean> {
    const isCounted = this.#ledger.reserve(sum, perDayMinor)
    if (isCounted) await this.#arm()
    return isCounted
  }

  /** Counts a refund that the gateway carried out after all. Repeating it is harmless. */
  async count(sum: CountedSum): Promise<void> {
    this.#ledger.count(sum)
    await this.#arm()
  }

  /** Takes a refund out that moved nothing. Repeating it is harmless. */
  release(ticket: string): void {
    this.#ledger.release(ticket)
  }

  /** Erases what no longer counts. */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await keepAlarm(this.ctx.storage, info)
    const next = this.#ledger.forget()
    await (next === undefined ? this.ctx.storage.deleteAll() : this.ctx.storage.setAlarm(next))
  }

  /** Sets the alarm, unless there is one: each is a billed row. */
  async #arm(): Promise<void> {
    const { storage } = this.ctx
    if ((await storage.getAlarm()) === null) await storage.setAlarm(this.#ledger.endOfDay)
  }
}
