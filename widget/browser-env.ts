import { tryTo } from './try-to.ts'

/** Large enough for a hosted page on a desktop; phones open a tab. */
const POP_UP = 'popup,width=520,height=760'

/** Everything of the browser that a payment reaches for, in one place, so that tests script it and patch nothing. */
export interface BrowserEnv {
  readonly fetch: typeof fetch
  /** @throws Where the page's security policy forbids the socket, in two engines of three. */
  openSocket(url: string, protocols: string[]): WebSocket
  /** Leaves the page. */
  navigate(url: string): void
  /** Opens an empty window beside the page; `null` where the browser forbids it, as without a click of the shopper's. */
  openPopUp(): Window | null
  print(): void
  /** @throws Where storage is refused, such as in a foreign frame. */
  storage(): Storage
  /** What ends with this tab of the browser. @throws Where storage is refused. */
  tabStorage(): Storage
  readonly history: Pick<History, 'state' | 'replaceState'>
  /** The page's whole address, fragment included. */
  address(): string
  /** A cross-origin isolated page, in which no frame of a bank's runs. */
  readonly isIsolated: boolean
  /** A page in a frame of another site's page. */
  readonly isForeign: boolean
  /** A text that nobody can guess, fit for an `Idempotency-Key`. */
  randomKey(): string
  /** This browser's clock, which may be wrong, in milliseconds since the epoch. */
  now(): number
  /** Resolves after a time, or at once when the signal aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

/** The page that the script runs in. */
export const browserEnv: BrowserEnv = {
  fetch: (input, init) => fetch(input, init),
  openSocket: (url, protocols) => new WebSocket(url, protocols),
  navigate: (url) => location.assign(url),
  openPopUp: () => open('', '', POP_UP),
  print: () => print(),
  storage: () => localStorage,
  tabStorage: () => sessionStorage,
  get history() {
    return history
  },
  address: () => location.href,
  isIsolated: !!globalThis.crossOriginIsolated,
  get isForeign() {
    return !tryTo(() => top?.location.href)
  },
  randomKey: () => crypto.randomUUID(),
  now: () => Date.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      // Left running after an abort: what it ends has ended.
      setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => resolve())
      if (signal?.aborted) resolve()
    }),
}
