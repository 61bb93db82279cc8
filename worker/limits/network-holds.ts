/** The object of one network that holds units of limited offers unpaid. Its name is a keyed digest. */
import { DurableObject } from 'cloudflare:workers'
import {
  current,
  ended,
  forgottenAt,
  type HoldState,
  type HoldVerdict,
  type HoldWish,
  held,
  NO_HOLDS,
} from './hold-ledger.ts'

const ROW = 'holds'

/**
 * Counts what a network holds, across all offers and orders. What counts is written before it is answered, so an order
 * that was let in is known after a sleep.
 */
export class NetworkHolds extends DurableObject {
  #state = this.ctx.storage.kv.get<HoldState>(ROW) ?? NO_HOLDS

  /** Lets an order hold units. Repeating it is harmless. @returns Whether it may, or could after a bot check. */
  async hold(wish: HoldWish): Promise<HoldVerdict['type']> {
    const verdict = held(this.#state, wish, Date.now())
    if (verdict.type !== 'granted') return verdict.type
    this.#keep(verdict.state)
    await this.#arm()
    return 'granted'
  }

  /** Notes that an order holds nothing any more. Repeating it is harmless. */
  end(order: string, isPaid: boolean): void {
    this.#keep(ended(this.#state, order, isPaid, Date.now()))
  }

  /** Erases what no longer counts. */
  override async alarm(): Promise<void> {
    const state = current(this.#state, Date.now())
    if (forgottenAt(state) === undefined) {
      this.#state = NO_HOLDS
      return this.ctx.storage.deleteAll()
    }
    this.#keep(state)
    await this.#arm()
  }

  #keep(state: HoldState): void {
    if (state === this.#state) return
    this.#state = state
    this.ctx.storage.kv.put(ROW, state)
  }

  /** Sets the alarm, unless there is one: each is a billed row. */
  async #arm(): Promise<void> {
    const { storage } = this.ctx
    const at = forgottenAt(this.#state)
    if (at !== undefined && (await storage.getAlarm()) === null) await storage.setAlarm(at)
  }
}
