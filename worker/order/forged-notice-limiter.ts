import type { Times } from '../config/durations.ts'

/**
 * Counts callbacks and returns whose control is wrong. The gateway may be set up wrongly, so a forged notice still leads
 * to a status request, but seldom; the others cost no write. The count is lost with the object.
 */
export class ForgedNoticeLimiter {
  #count = 0
  #tookAt = Number.NEGATIVE_INFINITY

  /** Counts one notice. @returns Whether it comes too soon after the last one that was acted on. */
  isNoise({ forgedWakeEvery }: Times): boolean {
    this.#count += 1
    return Date.now() - this.#tookAt < forgedWakeEvery
  }

  /** @returns The number since the last call, and starts counting again. */
  take(): number {
    const count = this.#count
    this.#count = 0
    this.#tookAt = Date.now()
    return count
  }
}
