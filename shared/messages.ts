/** What page and edge say to each other: bodies of the HTTP interface and of the live socket. */
import type { Collect, Customer } from './customer.ts'
import type { MerchantOrderView, Method, OrderView, ShopperWay } from './order-view.ts'
import type { ProblemCode } from './problem.ts'

/** Body of `POST /v1/checkout`. Sent with an `Idempotency-Key`; the same key opens the same order. */
export interface CheckoutRequest {
  readonly offer: string
  readonly quantity?: number
  /** Decimal text; only where the offer leaves the sum open. */
  readonly amount?: string
  readonly locale?: string
  readonly returnUrl?: string
  /** The page that asks, where its shopper can go back to. One that lies elsewhere than the offer allows is not kept. */
  readonly pageUrl?: string
  readonly customer?: Customer
}

/** Answer of `POST /v1/checkout`. */
export interface CheckoutReply {
  readonly order: OrderView
  /** Scope `pay`, for 31 days; signed again by any read, in the header `Order-Token`, with the same end. */
  readonly token: string
}

/** Header in which every read of an order with a `pay` token answers that token, under the key in force. */
export const TOKEN_HEADER = 'Order-Token'

/** Body of `POST /v1/orders/{id}/pay`. Sent with an `Idempotency-Key`; the same key starts one attempt. */
export interface PayRequest {
  readonly method: ShopperWay
  /** How the page shows what comes next: by leaving for it, in a pop-up, or in a frame of its own. */
  readonly presentation?: Presentation
  readonly customer?: Customer
  /** For sessions: the page that asks, where its shopper can go back to. Kept only within the session's origins. */
  readonly pageUrl?: string
  /** For `card`. From the edge's card frame to the edge alone: no shop's page ever holds it. */
  readonly card?: PresentCard
  /** For `card`: the shopper agrees that it is kept. Only where the view says `mayKeepCard`. */
  readonly keepCard?: true
  /** For `saved-card`: its handle, and the code that was typed with it in the edge's frame. */
  readonly savedCard?: string
  readonly cvv?: string
  /** For the payout methods but the hosted page: typed in the edge's frame, as a card is. */
  readonly destination?: PayoutDestination
  /** For `card` and `saved-card`: what 3-D Secure wants to know. Headers and address are taken from the request. */
  readonly browser?: BrowserFacts
}

/** A payment card as it is typed. `expiryMonth` has two digits, `expiryYear` four. */
export interface PresentCard {
  readonly number: string
  readonly holder: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly cvv: string
}

/** Where money is paid out to: exactly one of the four. Phone numbers are digits, perhaps after a `+`. */
export type PayoutDestination =
  | { readonly card: Pick<PresentCard, 'number'> & Partial<Omit<PresentCard, 'number' | 'cvv'>> }
  | { readonly bank: PayoutAccount }
  | { readonly ewallet: { readonly account: string } }
  | { readonly phone: { readonly number: string } }

/** A bank account that money is paid out to. */
export interface PayoutAccount {
  readonly accountNumber: string
  readonly bankName: string
  readonly bankBranch?: string
  readonly routingNumber?: string
  readonly bankProvince?: string
  readonly bankCity?: string
  readonly accountName?: string
}

/** How a page shows a hosted page. */
export type Presentation = 'redirect' | 'popup' | 'frame'

/** What a browser tells of itself. */
export interface BrowserFacts {
  readonly javaEnabled: boolean
  readonly javascriptEnabled: boolean
  readonly language: string
  /** One of EMVCo's depths. */
  readonly colorDepth: number
  readonly screenWidth: number
  readonly screenHeight: number
  /** Minutes, as `Date.prototype.getTimezoneOffset` says it. */
  readonly timeZone: number
}

/** Answer of `GET /v1/settings`. */
export interface Settings {
  readonly methods: readonly Method[]
  /** Currency (or `*`) → what its shoppers have to be asked for. */
  readonly collect: Readonly<Record<string, readonly Collect[]>>
  readonly test: boolean
}

/** Subprotocols of `GET /v1/orders/{id}/live`: the first is echoed, the second carries the token. */
export const LIVE_PROTOCOL = 'pay-checkout.v1'
export const LIVE_TOKEN_PREFIX = 'token.'

/**
 * What the live socket says: first a greeting, so that a listener knows that words come through, then the whole view
 * whenever it changes.
 */
export interface LiveMessage {
  /** The newest change of the order. */
  readonly seq: number
  /** Absent in a greeting that has nothing newer to tell than `?after=`. */
  readonly order?: OrderView | MerchantOrderView
}

/** A socket that another one took the place of is closed with this code (RFC 6455): look instead of listening. */
export const LIVE_CROWDED = 1013

/** All that the page may say on the live socket, to learn whether it still stands. The platform answers by itself. */
export const LIVE_PING = 'ping'
export const LIVE_PONG = 'pong'

/** RFC 9457 problem document. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  /** Paths such as `billing.city`, where the problem lies in fields. */
  readonly fields?: readonly string[]
  /** The order as it stands, where that explains the problem. */
  readonly order?: OrderView
  /** The gateway's own code of its refusal; for the merchant's servers alone. */
  readonly gatewayCode?: string
  /** To be quoted to support. */
  readonly supportId: string
}

/** Name of the parameter that a returning shopper's address carries after `#`: `<order id>.<view token>`. */
export const RETURN_PARAMETER = 'pay-order'
