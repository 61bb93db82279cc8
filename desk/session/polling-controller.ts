/** Keeps an answer of the edge fresh while somebody can see it. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Result } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { DeskEnv } from './desk-env.ts'

/** One question to the edge. */
export type Ask<Value> = (signal: AbortSignal) => Promise<Result<Value, Refusal>>

/** How often the desk asks for a list again. Each page of it reads a few rows. */
export const LIST_EVERY_MS = 10_000

/** Asks at once, and again after a time while the page is visible. A failed repeat keeps the last value. */
export class PollingController<Value> implements ReactiveController {
  /** The last answer; `undefined` until the first. */
  value: Value | undefined
  /** Why the last question failed; `undefined` after one that did not. */
  refusal: Refusal | undefined
  readonly #host: ReactiveControllerHost
  readonly #everyMs: number
  #asking = new AbortController()

  constructor(host: ReactiveControllerHost, everyMs = LIST_EVERY_MS) {
    this.#host = host
    this.#everyMs = everyMs
    host.addController(this)
  }

  /** Asks another question from now on; the value of the one before is gone. */
  start(ask: Ask<Value>, env: Pick<DeskEnv, 'pause' | 'isVisible'>) {
    this.hostDisconnected()
    this.value = this.refusal = undefined
    this.#asking = new AbortController()
    void this.#repeat(ask, env, this.#asking.signal)
  }

  hostDisconnected() {
    this.#asking.abort()
  }

  async #repeat(ask: Ask<Value>, env: Pick<DeskEnv, 'pause' | 'isVisible'>, signal: AbortSignal) {
    let isFirst = true
    while (!signal.aborted) {
      if (isFirst || env.isVisible()) {
        const answer = await ask(signal)
        if (signal.aborted) return
        if (answer.ok) this.value = answer.value
        this.refusal = answer.ok ? undefined : answer.reason
        this.#host.requestUpdate()
      }
      isFirst = false
      await env.pause(this.#everyMs, signal)
    }
  }
}
