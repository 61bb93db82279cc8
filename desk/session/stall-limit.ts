/** Ends a request that brings nothing for too long, however long all of it takes. */
import type { DeskEnv } from './desk-env.ts'

export class StallLimit {
  readonly #env: Pick<DeskEnv, 'pause'>
  readonly #limitMs: number
  readonly #ending = new AbortController()
  #waiting = new AbortController()

  /** @param limitMs How long nothing may come, from now on and after each piece. */
  constructor(env: Pick<DeskEnv, 'pause'>, limitMs: number) {
    this.#env = env
    this.#limitMs = limitMs
    void this.#wait()
  }

  /** Aborts once nothing came for too long. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** The time begins again with each piece of the body, and ends with the last. */
  watching(response: Response): Response {
    if (!response.body) {
      this.stop()
      return response
    }
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, body) => {
        this.stop()
        void this.#wait()
        body.enqueue(piece)
      },
      flush: () => this.stop(),
    })
    return new Response(response.body.pipeThrough(watch), response)
  }

  /** Nothing more is waited for. Repeating it is harmless. */
  stop() {
    this.#waiting.abort()
  }

  async #wait() {
    this.#waiting = new AbortController()
    const { signal } = this.#waiting
    await this.#env.pause(this.#limitMs, signal)
    if (!signal.aborted) this.#ending.abort(new DOMException('nothing came', 'TimeoutError'))
  }
}
