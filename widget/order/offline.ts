/** What the tag does when the network, or the page itself, goes away and comes back. */
import type { BrowserEnv } from '../browser-env.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import type { PayError } from '../element/events.ts'
import type { Refusal } from './api.ts'
import type { AttemptPresentation } from './attempt-presentation.ts'
import type { OrderSession } from './order-session.ts'
import { isPassing } from './problems.ts'

/** Key of the text beside the payment: the browser is offline, or the edge did not answer. Empty: neither. */
export type NetworkNotice = '' | 'offline' | 'error.network'

/** The tag's order, as far as its connection matters. */
export interface ConnectedOrder {
  readonly session: OrderSession | undefined
  readonly presentation: AttemptPresentation
  readonly error: PayError | undefined
  readonly isConnected: boolean
  /** Resolves once it is known whether there is an order to resume. */
  readonly started: Promise<void>
  show(change: { isBusy?: boolean; notice?: NetworkNotice; error?: undefined }): void
  /** The order could not be read. */
  lost(refusal: Refusal): void
}

/** Reads the shown order again whenever that is due. */
export class Connection {
  readonly #order: ConnectedOrder
  readonly #env: BrowserEnv

  constructor(order: ConnectedOrder, env: BrowserEnv) {
    this.#order = order
    this.#env = env
  }

  /** Follows the network and the page until the signal aborts. */
  watch(signal: AbortSignal) {
    const order = this.#order
    addEventListener('offline', () => order.show({ notice: 'offline' }), { signal })
    addEventListener('online', () => this.#goOnline(), { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && this.#comeBack(), { signal })
    // An open socket would keep the page from being frozen and shown again as it was.
    addEventListener('pagehide', () => order.session?.unfollow(), { signal })
    const isSeenAgain = () => !document.hidden && order.session?.isFollowed
    document.addEventListener('visibilitychange', () => isSeenAgain() && this.look(), { signal })
  }

  /** Asks the edge where the order stands, for a shopper who waits for the answer, and says if none comes. */
  async check() {
    const isSilent = this.#env.pause(LOAD_LIMIT_MS).then(() => true)
    const isMissed = await Promise.race([isSilent, this.look()])
    this.#order.show({ isBusy: false, ...(isMissed && { notice: 'error.network' }) })
  }

  /** Asks the edge where the order stands. @returns Whether no answer came, which may be mended by looking again. */
  async look(): Promise<boolean> {
    const order = this.#order
    await order.started
    const refusal = await order.session?.refresh()
    if (refusal) order.lost(refusal)
    else if (order.isConnected) order.session?.follow()
    return !!refusal && isPassing(refusal)
  }

  /** The page was frozen and is shown again as it was, after Back from the hosted page. */
  async #comeBack() {
    this.#order.presentation.stay()
    await this.look()
    this.#order.show({ isBusy: false })
  }

  /** Sockets of the former network may have died without a word. */
  #goOnline() {
    const order = this.#order
    order.show({ notice: '', ...(order.error?.code === 'network' && { error: undefined }) })
    order.session?.unfollow()
    this.look()
  }
}
