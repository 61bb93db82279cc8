/** Everything that the tag knows when it decides what the shopper's screen says. One record, and all of it is data. */
import type { Intent, OrderView } from '../../shared/order-view.ts'

/** Why the shopper's last action failed, or why the tag cannot go on. */
interface Failure {
  readonly code: string
  /** Whether the shopper can go on in the same tag. */
  readonly recoverable: boolean
  /** Path such as `lines.1.offer`, where one field is the reason. */
  readonly field?: string
  /** The shopper quotes it to the shop's support; empty if the edge never answered. */
  readonly supportId: string
}

/** Which panel it is, depends on this alone. */
export interface PanelState {
  readonly view: OrderView | undefined
  /** The tag sells something, so that it may make a new order. */
  readonly isSelling: boolean
  /** The edge has yet to say what that is. */
  readonly isUnread: boolean
  readonly error: Failure | undefined
  /** Whether the tag may start attempts of the order. */
  readonly mayPay: boolean
  /** There is an order whose status the tag does not know yet. */
  readonly isResuming: boolean
  /** This tab is on its way to the payment page. */
  readonly isLeaving: boolean
  /** Start time of the attempt that the shopper left to choose another method. Empty: the shopper left none. */
  readonly leftAttempt: string | undefined
}

/** Everything that a screen depends on. Amounts are decimal texts. */
export interface Situation extends PanelState {
  readonly intent: Intent
  /** What is sold is a cart of the page, which may be empty. */
  readonly isCart: boolean
  /** What the shopper pays or gets; absent while the field for it is not valid, and where nothing is charged. */
  readonly sum: string | undefined
  /** The shown order has taken all that the tag can ever sell. */
  readonly isUsedUp: boolean
  /** What an earlier visit paid, as a decimal text, and on which day, as people say it. */
  readonly earlier: { readonly amount: string; readonly date: string } | undefined
  /** The shopper orders by paying: laws on orders name the button. Not of an invoice or a donation. */
  readonly isOrdered: boolean
  /** The chosen way is a page of the gateway, which asks once more before it charges. */
  readonly isHosted: boolean
  /** The card form says at one of its fields why the last attempt was declined. */
  readonly isSaidAtField: boolean
  /** The shopper's language has words of its own for a click that orders, as the law of a country asks. */
  readonly hasOrderWords: boolean
  /** From the click until the edge has answered: buttons are locked. */
  readonly isBusy: boolean
  /** The shopper has waited for long. */
  readonly isLong: boolean
  readonly notice: '' | 'offline' | 'error.network' | 'checked'
  /** When the chosen way to pay may be tried again, as people say it; empty if it may now. */
  readonly pausedUntil: string
  /** A dialog shows the bank's page or the payment page, with controls of its own. */
  readonly isBeside: boolean
  /** The shopper pays in another window. */
  readonly isInPopUp: boolean
  /** Whether the order has a payment method that the last attempt did not use. */
  readonly hasAnotherMethod: boolean
  /** The tag has neither an offer nor a session: it shows an order that another page opened. */
  readonly isResult: boolean
  /** The shop's page to which the shopper can go back; empty where the tag knows none. */
  readonly wayBack: string
  /** The page is in a frame of another site. */
  readonly isForeign: boolean
  /** Address of the page that the order waits for, or of the bot check; empty where it cannot be opened by itself. */
  readonly fullPage: string
  /** Address of the shop's support; empty where it has named none to which the tag may lead. */
  readonly support: string
  /** The item of the cart that the edge refused, in the shop's words, where it is one. */
  readonly refusedItem: string | undefined
}
