import type { OrderAction, OrderView } from '../../shared/order-view.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import type { AmountChoice } from './amount.ts'
import type { Api } from './api.ts'
import type { Goods } from './goods.ts'
import type { RememberedOrders } from './remembered-orders.ts'

/** What the page requests with the tag's attributes. */
export interface Terms {
  /** Origin of the edge; empty if the page names none, or no valid one. */
  readonly edge: string
  readonly goods: Goods | undefined
  /** `<order id>.<token>`. */
  readonly session: string
  readonly returnUrl: string
  /** The same where the page names one; empty where it does not, so that a session keeps its own. */
  readonly namedReturnUrl: string
  /** The page itself, without the order that its address may name. */
  readonly pageUrl: string
  /** The page itself again, prepared so that a token can be joined to its fragment. */
  readonly checkUrl: string
  readonly locale: string
  /** BCP 47 tag of the words that the tag draws. */
  readonly language: string
  /** How to show a payment page; anything but `popup` and `frame` means leaving for it. */
  readonly presentation: string
  /** The shopper's choice, where the offer leaves something open. */
  readonly choice: AmountChoice
  /** A form of the page submits the order's id, or cannot be submitted without it. */
  readonly isField: boolean
}

/** The element that shows the order. */
export interface OrderHost extends EventTarget {
  readonly terms: Terms
  readonly isConnected: boolean
  /** Draws the element soon. */
  requestUpdate(): void
}

/** A step that the tag shows in a frame: one of the order's, or the bot check before an attempt. */
export interface FramedStep extends Omit<OrderAction, 'type'> {
  readonly type: OrderAction['type'] | 'check'
}

/** What all work on the same goods or session shares. Other attributes make a new one. */
export interface Context {
  readonly host: OrderHost
  readonly edge: string
  readonly goods: Goods | undefined
  readonly session: string
  readonly api: Api
  readonly orders: RememberedOrders
  readonly env: BrowserEnv
  /** Digest of the goods, under which the browser remembers their order; `NO_OFFER` for sessions and result tags. */
  readonly digest: string
  /** Aborts when the attributes change to something else. */
  readonly signal: AbortSignal
}

/** The access to an order. */
export interface OrderAccess {
  readonly id: string
  readonly token: string
  /** The keys of attempts begin with it. */
  readonly key: string
  /** Whether the token may pay; a token from an address may only look. */
  readonly mayPay: boolean
  /** Digest of the cart that it is the order of, where the page has changed the cart since. */
  readonly formerCart?: string
  /** This browser saw on an earlier visit that it is paid. */
  readonly isEarlier?: boolean
  /** That order is the value of the page's form. */
  readonly isField?: boolean
  /** Its view, where the tag has read it already. */
  readonly order?: OrderView
}

/** An order as the edge has just shown it. */
export interface ReadOrder extends OrderAccess {
  readonly order: OrderView
}
