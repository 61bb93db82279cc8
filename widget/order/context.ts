import type { BrowserEnv } from '../browser-env.ts'
import type { AmountChoice } from '../forms/amount.ts'
import type { Api } from './api.ts'
import type { RememberedOrders } from './remembered-orders.ts'

/** What the page asked for with the tag's attributes. */
export interface Terms {
  /** Origin of the edge; empty if unknown, or if what the page named is none. */
  readonly edge: string
  readonly offer: string
  /** `<order id>.<token>`. */
  readonly session: string
  readonly returnUrl: string
  /** The page itself, without the order that its address may name. */
  readonly pageUrl: string
  readonly locale: string
  /** How a page of the gateway's is to be shown; anything else than `popup` and `frame` stands for leaving. */
  readonly presentation: string
  /** What the shopper chose of what the offer leaves open. */
  readonly choice: AmountChoice
  /** What the order must come to, where the shopper chooses the sum. */
  readonly sum: string | undefined
}

/** The element that shows the order. */
export interface OrderHost extends EventTarget {
  readonly terms: Terms
  readonly isConnected: boolean
  /** Draws what has changed. */
  requestUpdate(): void
}

/** What the work on one offer or session shares. Made anew when the attributes name another. */
export interface Context {
  readonly host: OrderHost
  readonly edge: string
  readonly offer: string
  readonly session: string
  readonly api: Api
  readonly orders: RememberedOrders
  readonly env: BrowserEnv
  /** Digest of the tag's offer, under which its order is remembered; `NO_OFFER` for sessions and result tags. */
  digest: string
  /** Aborts when the attributes name something else. */
  readonly signal: AbortSignal
}

/** What gives access to an order. */
export interface OrderAccess {
  readonly id: string
  readonly token: string
  /** Keys of attempts begin with it. */
  readonly key: string
  /** Whether the token may pay; one from an address may only look. */
  readonly mayPay: boolean
}
