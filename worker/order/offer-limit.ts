import { DurableObject } from 'cloudflare:workers'
import { OfferCount, type Scarcity, type Wanted } from './offer-counter.ts'

/** Counts the units of one offer that are sold or reserved. One object per offer. */
export class OfferLimit extends DurableObject {
  readonly #count = new OfferCount(this.ctx.storage.kv)

  /**
   * Reserves units for an order. Repeating it is harmless.
   *
   * @returns Why it cannot have them; `undefined` if it has them now.
   */
  reserve(wanted: Wanted): Scarcity | undefined {
    return this.#count.reserve(wanted)
  }

  /** Gives an order's units back. Repeating it is harmless. */
  release(order: string): void {
    this.#count.release(order)
  }

  /** Notes that an order was paid: its units are sold for good. Repeating it is harmless. */
  settle(order: string): void {
    this.#count.settle(order)
  }
}
