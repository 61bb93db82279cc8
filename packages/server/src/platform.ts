/** What the package needs of its platform. Node, Deno, Bun and workers have it; a test brings its own. */

/** A `fetch`, such as the one of the platform. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** Time and chance. */
export interface Clock {
  /** Milliseconds, on any scale. */
  readonly now: () => number
  /** From 0 to 1. */
  readonly random: () => number
  /** Ends early where the signal does. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** The platform's own clock. */
export const CLOCK: Clock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(end, ms)
      function end() {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      signal?.addEventListener('abort', end)
    }),
}

/** The platform's own. Some want it called as theirs. */
export const platformFetch: Fetch = (address, init) => globalThis.fetch(address, init)
