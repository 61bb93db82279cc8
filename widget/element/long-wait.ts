import type { Surroundings } from '../browser-env.ts'
import { LONG_WAIT_MS } from '../durations.ts'

/** Notices when the shopper has waited for one thing for long, so that the tag says why and what can be done. */
export class Patience {
  readonly #host: { requestUpdate(): void }
  readonly #around: Surroundings
  #waitingFor: string | undefined
  #wait = new AbortController()
  #isLong = false

  constructor(host: { requestUpdate(): void }, around: Surroundings) {
    this.#host = host
    this.#around = around
  }

  /** Whether it takes long. */
  get isLong() {
    return this.#isLong
  }

  /** Notes what the shopper waits for, if for anything. Naming the same thing again changes nothing. */
  waitFor(thing: string | undefined) {
    if (thing === this.#waitingFor) return
    this.#waitingFor = thing
    this.#isLong = false
    this.#wait.abort()
    this.#wait = new AbortController()
    const { signal } = this.#wait
    if (!thing) return
    this.#around.pause(LONG_WAIT_MS, signal).then(() => {
      if (signal.aborted) return
      this.#isLong = true
      this.#host.requestUpdate()
    })
  }
}
