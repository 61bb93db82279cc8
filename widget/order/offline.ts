/** What the tag does when the network, or the page itself, goes away and comes back. */
import type { BrowserEnv } from '../browser/browser-env.ts'
import { page } from '../browser/page.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import type { PayError } from '../element/events.ts'
import type { Refusal } from './api.ts'
import type { AttemptPresentation } from './attempt-presentation.ts'
import type { OrderSession } from './order-session.ts'
import { isPassing } from './problems.ts'

/** Key of a text beside the panel: the browser is offline, the edge did not answer, or it had no news. Empty: none. */
export type NetworkNotice = '' | 'offline' | 'error.network' | 'checked'

/** The tag's order, as far as its connection matters. */
export interface ConnectedOrder {
  readonly session: OrderSession | undefined
  readonly presentation: AttemptPresentation
  readonly error: PayError | undefined
  readonly isConnected: boolean
  /** Resolves once the tag knows whether there is an order to resume. */
  readonly started: Promise<unknown>
  show(change: { isBusy?: boolean; notice?: NetworkNotice; error?: undefined }): void
  /** The edge refuses to show the order. */
  lost(refusal: Refusal): void
}

/** Reads the order again when the network or the page comes back. */
export class Connection {
  readonly #order: ConnectedOrder
  readonly #env: BrowserEnv

  constructor(order: ConnectedOrder, env: BrowserEnv) {
    this.#order = order
    this.#env = env
  }

  /** Watches the network and the page until the signal aborts. */
  watch(signal: AbortSignal) {
    const order = this.#order
    page.addEventListener('offline', () => order.show({ notice: 'offline' }), { signal })
    page.addEventListener('online', () => this.#goOnline(), { signal })
    page.addEventListener('pageshow', ({ persisted }) => persisted && this.#comeBack(), { signal })
    // With an open socket, the browser could not freeze the page for Back and Forward.
    page.addEventListener('pagehide', () => order.session?.unfollow(), { signal })
    const isSeenAgain = () => !document.hidden && order.session?.isFollowed
    document.addEventListener('visibilitychange', () => isSeenAgain() && this.look(), { signal })
  }

  /** Reads the order for a shopper who waits for the answer, and says if none comes. */
  async check() {
    const order = this.#order
    const before = order.session?.view
    const isSilent = this.#env.pause(LOAD_LIMIT_MS).then(() => true)
    const isMissed = await Promise.race([isSilent, this.look()])
    const isOld = before && before === order.session?.view && !order.error
    order.show({
      isBusy: false,
      ...(isMissed ? { notice: 'error.network' } : isOld && { notice: 'checked' }),
    })
  }

  /** Reads the order. @returns Whether no answer came, so that another try may help. */
  async look(): Promise<boolean> {
    const order = this.#order
    await order.started
    const refusal = await order.session?.refresh()
    if (refusal) order.lost(refusal)
    else if (order.isConnected) order.session?.follow()
    return !!refusal && isPassing(refusal)
  }

  /** The browser shows the frozen page again, after Back from the payment page. */
  async #comeBack() {
    this.#order.presentation.stay()
    await this.look()
    this.#order.show({ isBusy: false })
  }

  /** Sockets of the former network may have died silently. */
  #goOnline() {
    const order = this.#order
    order.show({ notice: '', ...(order.error?.code === 'network' && { error: undefined }) })
    order.session?.unfollow()
    this.look()
  }
}
