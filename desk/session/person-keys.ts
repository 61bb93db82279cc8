/** The short-lived keys of a person whom Cloudflare Access has signed in. Each is in memory alone, until the next one comes. */
import type { DeskSessionView } from '../../shared/order-list.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import type { DeskEnv } from './desk-env.ts'

/** A key is renewed so long before its end, with the next request. */
const RENEW_BEFORE_MS = 5 * 60_000

/** While a key is good, a renewal that failed is tried again no earlier than this. */
const RETRY_AFTER_MS = 30_000

/** The longest that a renewal may take: the edge waits two seconds for Access. */
const RENEWAL_LIMIT_MS = 10_000

/** Why there is no key. `access-gone`: Access no longer knows the person, and its own page signs them in. */
export type NoKey = Refusal | { readonly code: 'access-gone' }

/** Refusals that say nothing about the person. */
const PASSING: readonly NoKey['code'][] = ['network', 'unavailable', 'internal', 'too-many-requests']

/** The keys of one sign-in. */
export class PersonKeys {
  readonly #env: DeskEnv
  #key = ''
  #until = 0
  #retryAt = 0
  #renewing: Promise<NoKey | undefined> | undefined

  private constructor(env: DeskEnv) {
    this.#env = env
  }

  /** Asks for the first key. */
  static async signIn(env: DeskEnv): Promise<Result<PersonKeys, NoKey>> {
    const keys = new PersonKeys(env)
    const refusal = await keys.#renew()
    return refusal ? refused(refusal) : accepted(keys)
  }

  /**
   * The key for the next request. One that ends soon is renewed first.
   *
   * @returns Why there is none: `network` where it may come later, and any other where the person has to sign in again.
   */
  async current(): Promise<Result<string, NoKey>> {
    const now = this.#env.now()
    if (now < this.#until - RENEW_BEFORE_MS || (now < this.#until && now < this.#retryAt))
      return accepted(this.#key)
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined
    })
    const refusal = await this.#renewing
    if (!refusal) return accepted(this.#key)
    if (!PASSING.includes(refusal.code)) return refused(refusal)
    this.#retryAt = now + RETRY_AFTER_MS
    return now < this.#until ? accepted(this.#key) : refused({ code: 'network' })
  }

  /** Forgets the key. */
  forget() {
    this.#key = ''
    this.#until = 0
  }

  async #renew(): Promise<NoKey | undefined> {
    const answer = await askForKey(this.#env)
    if (!answer.ok) return answer.reason
    this.#key = answer.value.key
    this.#until = Date.parse(answer.value.expiresAt)
    return undefined
  }
}

/** Access answers a page that it does not know with a way to its own page, or with a 401 of its own. */
async function askForKey(env: DeskEnv): Promise<Result<DeskSessionView, NoKey>> {
  const limit = new AbortController()
  void env.pause(RENEWAL_LIMIT_MS, limit.signal).then(() => limit.abort())
  try {
    const response = await env.fetch(`${env.edge}/desk/session`, {
      method: 'POST',
      // By this Access knows that no person reads its answer.
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      signal: limit.signal,
    })
    if (response.ok) return accepted((await response.json()) as DeskSessionView)
    return refused(isOfEdge(response) ? await response.json() : { code: 'access-gone' })
  } catch {
    return refused({ code: 'network' })
  } finally {
    limit.abort()
  }
}

const isOfEdge = ({ headers }: Response) => headers.get('Content-Type') === 'application/problem+json'
