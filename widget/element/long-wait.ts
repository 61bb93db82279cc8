import type { BrowserEnv } from '../browser-env.ts'
import { LONG_WAIT_MS } from '../durations.ts'

/** Notices when the shopper has waited for one thing for long, so that the tag explains it and offers help. */
export class LongWait {
  readonly #host: { requestUpdate(): void }
  readonly #env: BrowserEnv
  #waitingFor: string | undefined
  #wait = new AbortController()
  #isLong = false

  constructor(host: { requestUpdate(): void }, env: BrowserEnv) {
    this.#host = host
    this.#env = env
  }

  /** Whether the shopper has waited for long. */
  get isLong() {
    return this.#isLong
  }

  /** Notes what the shopper waits for, if for anything. The same thing again changes nothing. */
  waitFor(thing: string | undefined) {
    if (thing === this.#waitingFor) return
    this.#waitingFor = thing
    this.#isLong = false
    this.#wait.abort()
    this.#wait = new AbortController()
    const { signal } = this.#wait
    if (!thing) return
    this.#env.pause(LONG_WAIT_MS, signal).then(() => {
      if (signal.aborted) return
      this.#isLong = true
      this.#host.requestUpdate()
    })
  }
}
