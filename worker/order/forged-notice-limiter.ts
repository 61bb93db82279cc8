import type { Times } from '../config/times.ts'

/**
 * Callbacks and returns whose control is wrong. One may still mean something, since a gateway can be set up wrongly, so
 * it leads to asking, but seldom; the others are counted and cost no write. What is counted is lost with the object.
 */
export class Forgeries {
  #count = 0
  #tookAt = Number.NEGATIVE_INFINITY

  /** Counts one. Tells whether it comes too soon after the last that was seen to. */
  isNoise({ forgedWakeEvery }: Times): boolean {
    this.#count += 1
    return Date.now() - this.#tookAt < forgedWakeEvery
  }

  /** Gives the number since the last time, and begins anew. */
  take(): number {
    const count = this.#count
    this.#count = 0
    this.#tookAt = Date.now()
    return count
  }
}
