/** One sign-in: holds the merchant key in memory, sends it in `Authorization` alone, and ends by itself. */
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { DeskEnv } from './desk-env.ts'
import type { NoKey, PersonKeys } from './person-keys.ts'
import { StallLimit } from './stall-limit.ts'

/** Why a session ended. */
export type SessionEnd = 'signedOut' | 'idle' | 'left' | 'refused' | 'accessGone'

/** How long the person may leave the page alone before the session ends. */
export const IDLE_LIMIT_MS = 15 * 60_000

/** How long before its end the session says so. The clock is looked at a little late, so a whole minute is left. */
const WARN_BEFORE_MS = 60_000 + 10_000

/** How often the session looks at the clock. Timers stand still while a machine sleeps; the clock does not. */
export const IDLE_CHECK_MS = 10_000

/**
 * How long the edge may send nothing. Before it answers a refund, it waits for the gateway twice, up to 30 s each: for the
 * totals, then for the refund. A file takes as long as it takes, as long as it comes.
 */
export const STALL_LIMIT_MS = 75_000

/** Acts of a person. */
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Whom the session tells of itself. */
export interface SessionListener {
  /** Called once, when the session ends. */
  ended(why: SessionEnd): void
  /** Called when the session is about to end by itself, and when the person stays. */
  warned(isNearEnd: boolean): void
}

/** An answer of the edge, its body unread. */
export type Fetched = Promise<Result<Response, Refusal>>

/** A request of the desk. */
export interface DeskRequest {
  readonly body?: object
  /** Of a request with a body. Absent: `POST`. */
  readonly method?: 'PUT'
  /** The `Idempotency-Key` of something that must happen once. */
  readonly key?: string
  readonly signal?: AbortSignal
}

/**
 * Keeps the key in a private field that no other code can read. After {@link end} it is gone, no request is sent any more,
 * and those under way are aborted.
 */
export class DeskSession {
  #key: string
  #keys: PersonKeys | undefined
  readonly #env: DeskEnv
  readonly #listener: SessionListener
  readonly #ending = new AbortController()
  #activeAt: number
  #isNearEnd = false

  /** @param key The merchant key. */
  constructor(key: string, env: DeskEnv, listener: SessionListener) {
    this.#key = key
    this.#env = env
    this.#listener = listener
    this.#activeAt = env.now()
    const { signal } = this.#ending
    for (const type of ACTIVITY) addEventListener(type, () => this.#noteActivity(), { signal, passive: true })
    // A page in the back-forward cache would keep the key in memory, and show the orders to the next person.
    addEventListener('pagehide', () => this.end('left'), { signal })
    document.addEventListener('visibilitychange', () => this.#lookAtClock(), { signal })
    void this.#watchClock()
  }

  /** Aborts when the session ends. */
  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** Ends the session and forgets the key. Repeating it is harmless. */
  end(why: SessionEnd) {
    if (this.signal.aborted) return
    this.#key = ''
    this.#ending.abort()
    this.#listener.ended(why)
  }

  /** From now on takes each key from these, which renew it while the person works, and forgets them with the session. */
  renewBy(keys: PersonKeys) {
    this.#keys = keys
    this.signal.addEventListener('abort', () => {
      keys.forget()
      this.#keys = undefined
    })
  }

  /**
   * Sends a request to the edge. A body makes it a `POST`, or what the request says.
   *
   * @param path Begins with a slash.
   * @returns The answer if it succeeded, else a refusal; `network` where none came, so the edge may have acted. It never
   *   throws. A key that the edge no longer knows ends the session.
   */
  async fetch(path: string, { body, method, key, signal }: DeskRequest = {}): Fetched {
    const merchantKey = this.#keys ? await this.#currentKey(this.#keys) : this.#key
    if (this.signal.aborted || merchantKey === undefined) return refused({ code: 'network' })
    const limit = new StallLimit(this.#env, STALL_LIMIT_MS)
    try {
      const response = await this.#env.fetch(this.#env.edge + path, {
        ...(body && { method: method ?? 'POST', body: JSON.stringify(body) }),
        headers: {
          Authorization: `Bearer ${merchantKey}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(key && { 'Idempotency-Key': key }),
        },
        cache: 'no-store',
        // An access proxy in front of the edge knows the person by a cookie of its own.
        credentials: 'same-origin',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.any([this.signal, limit.signal, ...(signal ? [signal] : [])]),
      })
      const watched = limit.watching(response)
      return watched.ok ? accepted(watched) : refused(await this.#refusalOf(watched))
    } catch {
      limit.stop()
      return refused({ code: 'network' })
    }
  }

  /** @returns `undefined` where there is none for now, or the session has ended for that. */
  async #currentKey(keys: PersonKeys): Promise<string | undefined> {
    const current = await keys.current()
    if (current.ok) return current.value
    if (current.reason.code !== 'network') this.end(endOf(current.reason))
    return undefined
  }

  async #refusalOf(response: Response): Promise<Refusal> {
    const problem = await response.json()
    const seconds = response.headers.get('Retry-After')
    if (problem.code === 'token-invalid') this.end('refused')
    return { code: 'unavailable', ...problem, ...(seconds && { retryAfterSeconds: Number(seconds) }) }
  }

  /** The person stays although the session was about to end. */
  stay() {
    this.#endIfIdle()
    if (this.signal.aborted) return
    this.#activeAt = this.#env.now()
    this.#warn(false)
  }

  /** A warning stays until it is answered: one that goes at a touch lets the next click hit what is below it. */
  #noteActivity() {
    this.#endIfIdle()
    if (!this.#isNearEnd) this.#activeAt = this.#env.now()
  }

  #lookAtClock() {
    this.#endIfIdle()
    if (!this.signal.aborted && this.#idleMs >= IDLE_LIMIT_MS - WARN_BEFORE_MS) this.#warn(true)
  }

  #endIfIdle() {
    if (this.#idleMs >= IDLE_LIMIT_MS) this.end('idle')
  }

  get #idleMs() {
    return this.#env.now() - this.#activeAt
  }

  #warn(isNearEnd: boolean) {
    if (this.#isNearEnd === isNearEnd) return
    this.#isNearEnd = isNearEnd
    this.#listener.warned(isNearEnd)
  }

  async #watchClock() {
    while (!this.signal.aborted) {
      await this.#env.pause(IDLE_CHECK_MS, this.signal)
      this.#lookAtClock()
    }
  }
}

/** The edge no longer lets the person in, or Access no longer knows them. */
const endOf = ({ code }: NoKey): SessionEnd => (code === 'scope-missing' ? 'refused' : 'accessGone')
