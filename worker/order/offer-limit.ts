import { DurableObject } from 'cloudflare:workers'

/** Counts how many orders of one offer are paid or may be. One object per offer. */
export class OfferLimit extends DurableObject {
  /**
   * Holds a piece of the offer for an order. Repeating it is harmless.
   *
   * @returns Whether the order has a piece now.
   */
  hold(orderId: string, limit: number): boolean {
    if (this.#isHeldBy(orderId)) return true
    if (this.#count >= limit) return false
    this.#write(this.#count + 1, () => this.ctx.storage.kv.put(rowOf(orderId), true))
    return true
  }

  /** Gives a piece back. Repeating it is harmless. */
  release(orderId: string): void {
    if (!this.#isHeldBy(orderId)) return
    this.#write(this.#count - 1, () => this.ctx.storage.kv.delete(rowOf(orderId)))
  }

  #isHeldBy(orderId: string): boolean {
    return this.ctx.storage.kv.get(rowOf(orderId)) === true
  }

  get #count(): number {
    return this.ctx.storage.kv.get<number>('count') ?? 0
  }

  /** Both writes in one turn: they last or fail together. */
  #write(count: number, holder: () => void): void {
    this.ctx.storage.kv.put('count', count)
    holder()
  }
}

/** One row a holder, so that no row grows with the number of orders. */
const rowOf = (orderId: string) => `held:${orderId}`
