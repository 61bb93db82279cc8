import { page } from './page.ts'
import { tryTo } from './try-to.ts'

/** Large enough for a payment page on a desktop; phones open a tab. */
const POP_UP = 'popup,width=520,height=760'

/** 24 days: browsers end a longer timer at once. */
const LONGEST_PAUSE_MS = 2 ** 31 - 1

/** Everything of the browser that the tag uses, in one place, so that tests replace it and patch nothing. */
export interface BrowserEnv {
  readonly fetch: typeof fetch
  /** @throws Where the page's security policy forbids the socket, in two of three engines. */
  openSocket(url: string, protocols: string[]): WebSocket
  /** Leaves the page. */
  navigate(url: string): void
  /** Opens an empty window beside the page; `null` where the browser forbids it, as without a click. */
  openPopUp(): Window | null
  print(): void
  /** Shows in the console what nothing has caught. */
  report(cause: unknown): void
  /** @throws Where the browser refuses storage, such as in a foreign frame. */
  storage(): Storage
  /** Storage that ends with this browser tab. @throws Where the browser refuses storage. */
  tabStorage(): Storage
  readonly history: Pick<History, 'state' | 'replaceState'>
  /** The name of the page's entry in the tab's history, which a reload keeps. */
  entry(): string
  /** The page's whole address, fragment included. */
  address(): string
  /** The page is cross-origin isolated, so no bank's frame runs in it. */
  readonly isIsolated: boolean
  /** The page is in a frame of another site. */
  readonly isForeign: boolean
  /** An unguessable text, fit for an `Idempotency-Key`. */
  randomKey(): string
  /** This browser's clock, which may be wrong, in milliseconds since the epoch. */
  now(): number
  /** Resolves after a time, 24 days at most, or at once when the signal aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

/** The real browser. */
export const browserEnv: BrowserEnv = {
  // Browsers refuse a call of their own `fetch` as a method of another object, such as this one.
  fetch: (input, init) => fetch(input, init),
  openSocket: (url, protocols) => new page.WebSocket(url, protocols),
  navigate: (url) => location.assign(url),
  openPopUp: () => open('', '', POP_UP),
  print: () => page.print(),
  report: (cause) => page.reportError(cause),
  storage: () => page.localStorage,
  tabStorage: () => page.sessionStorage,
  get history() {
    return page.history
  },
  // Older browsers have no name for it. The place in the history and the path come close.
  entry: () => page.navigation?.currentEntry?.key ?? page.history.length + location.pathname,
  address: () => location.href,
  isIsolated: !!page.crossOriginIsolated,
  get isForeign() {
    return !tryTo(() => page.top?.location.href)
  },
  randomKey: () => crypto.randomUUID(),
  now: () => Date.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      // The timer keeps running after an abort, when it has nothing left to end.
      setTimeout(resolve, Math.min(ms, LONGEST_PAUSE_MS))
      signal?.addEventListener('abort', () => resolve())
      if (signal?.aborted) resolve()
    }),
}
