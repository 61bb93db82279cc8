/**
 * The coarse layer of the limits: how many requests one caller may send, before anything is read or looked up for them.
 * The platform counts, in each of its locations by itself, so it is fast and not exact.
 *
 * @see https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit/
 */

/** What one caller may send within a span. The platform takes spans of 10 and of 60 seconds. */
interface RequestBudget {
  /** The binding that counts it. `wrangler.toml` repeats the two figures, because the platform reads them there. */
  readonly binding: string
  readonly requests: number
  readonly seconds: 10 | 60
}

/** Generous for people and for the gateway: exact limits, where they matter, are those of an order and an offer. */
export const REQUEST_BUDGETS = {
  /**
   * Opens orders or checks offers, from one network. Anybody can, who reads an offer in a page's source. A network may be
   * a whole company, or a street of a mobile provider.
   */
  open: { binding: 'RATE_OPEN', requests: 120, seconds: 60 },
  /** Reads or changes one order with one kind of token. A page polls every few seconds, in a few tabs. */
  order: { binding: 'RATE_ORDER', requests: 180, seconds: 60 },
  /** Reads products, from one network. A page may show dozens, and browsers keep each for a minute. */
  look: { binding: 'RATE_LOOK', requests: 600, seconds: 60 },
  /** Opens sockets to one order with one kind of token. */
  live: { binding: 'RATE_LIVE', requests: 30, seconds: 60 },
  /**
   * Calls one signed address: a callback, a return, a page of the bank. After a 429 the gateway calls again. Also asks for
   * keys of the desk, from one network.
   */
  address: { binding: 'RATE_ADDRESS', requests: 60, seconds: 60 },
  /** Calls with one merchant key. */
  merchant: { binding: 'RATE_MERCHANT', requests: 1000, seconds: 10 },
  /** Sends merchant keys that are wrong, from one network. A good key is checked first, and not counted here. */
  'wrong-key': { binding: 'RATE_WRONG_KEY', requests: 20, seconds: 60 },
} as const satisfies Readonly<Record<string, RequestBudget>>

/** The name of a budget. */
export type BudgetName = keyof typeof REQUEST_BUDGETS

/** The platform's counters. One that is not bound is counted in the isolate's memory. */
export type RateBindings = Partial<
  Readonly<Record<(typeof REQUEST_BUDGETS)[BudgetName]['binding'], RateLimit>>
>

/** A request that wants to be counted. */
interface Counted {
  readonly budget: BudgetName
  /** Who sends it: text without personal data, the same for all requests of one caller. */
  readonly subject: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Counts a request.
 *
 * @param windows Counts where the platform does not.
 * @returns `undefined` if the caller may go on; else the seconds after which to come again. A counter that fails lets
 *   everybody pass, because a limit must never be the reason that nobody can pay.
 */
export async function secondsToWait(
  bindings: RateBindings,
  windows: RequestWindows,
  { budget, subject, now }: Counted,
): Promise<number | undefined> {
  const { binding, requests, seconds } = REQUEST_BUDGETS[budget]
  const counter = bindings[binding]
  if (!counter) return windows.count(`${budget} ${subject}`, { requests, seconds }, now)
  const { success } = await counter.limit({ key: subject }).catch(() => ({ success: true }))
  return success ? undefined : seconds
}

/** Callers that an isolate remembers at a time. Beyond it all counts start over. */
const MAX_CALLERS = 10_000

interface Window {
  readonly until: number
  count: number
}

/** Counts requests in the memory of an isolate. A caller's window starts with their first request. */
export class RequestWindows {
  readonly #windows = new Map<string, Window>()

  /** @returns `undefined` within the budget; else the seconds until the window ends. */
  count(
    caller: string,
    { requests, seconds }: Pick<RequestBudget, 'requests' | 'seconds'>,
    now: number,
  ): number | undefined {
    const window = this.#windowOf(caller, now + seconds * 1000, now)
    window.count += 1
    return window.count > requests ? Math.ceil((window.until - now) / 1000) : undefined
  }

  #windowOf(caller: string, until: number, now: number): Window {
    const kept = this.#windows.get(caller)
    if (kept && kept.until > now) return kept
    if (this.#windows.size >= MAX_CALLERS) this.#windows.clear()
    const window = { until, count: 0 }
    this.#windows.set(caller, window)
    return window
  }
}
