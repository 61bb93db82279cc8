import type { BrowserEnv } from '../browser/browser-env.ts'
import { LONG_WAIT_MS } from '../durations.ts'

/** Notices when the shopper has waited for one thing for long, so that the tag explains it and offers help. */
export class LongWait {
  readonly #host: { requestUpdate(): void }
  readonly #env: BrowserEnv
  /** Whether the shopper has waited for long. */
  isLong = false
  #waitingFor: string | undefined
  #begin: object | undefined

  constructor(host: { requestUpdate(): void }, env: BrowserEnv) {
    this.#host = host
    this.#env = env
  }

  /** Notes what the shopper waits for, if for anything. The same thing again changes nothing. */
  async waitFor(thing: string | undefined) {
    if (thing === this.#waitingFor) return
    this.#waitingFor = thing
    this.isLong = false
    const begin = {}
    this.#begin = begin
    if (!thing) return
    await this.#env.pause(LONG_WAIT_MS)
    // The shopper may have begun to wait for something else, and for the same thing again.
    if (begin !== this.#begin) return
    this.isLong = true
    this.#host.requestUpdate()
  }
}
