import { DurableObject } from 'cloudflare:workers'

/** Counts how many orders of one offer are paid or may be. One object per offer. */
export class OfferLimit extends DurableObject {
  /**
   * Holds a piece of the offer for an order. Repeating it is harmless.
   *
   * @returns Whether the order has a piece now.
   */
  hold(orderId: string, limit: number): boolean {
    const held = this.#held()
    if (held.includes(orderId)) return true
    if (held.length >= limit) return false
    this.ctx.storage.kv.put('held', [...held, orderId])
    return true
  }

  /** Gives a piece back. Repeating it is harmless. */
  release(orderId: string): void {
    const held = this.#held()
    if (!held.includes(orderId)) return
    this.ctx.storage.kv.put(
      'held',
      held.filter((id) => id !== orderId),
    )
  }

  #held(): readonly string[] {
    return this.ctx.storage.kv.get<string[]>('held') ?? []
  }
}
