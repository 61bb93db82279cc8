/** Bodies of the HTTP interface and of the live socket, between page and edge. */
import type { Output } from './contract/output.ts'
import type {
  cardInfo,
  checkedOffer,
  exchangedLink,
  merchant,
  opened,
  openedSession,
  problemMembers,
  settings,
} from './contract/response-schemas.ts'
import type { Customer } from './customer.ts'
import type { MerchantOrderView, OrderView, ShopperWay } from './order-view.ts'

/**
 * Body of `POST /v1/checkout`: one offer or product, or a cart of several. Sent with an `Idempotency-Key`; the same key
 * opens the same order.
 */
export type CheckoutRequest = SingleCheckout | CartCheckout

type SingleCheckout = CheckoutDetails &
  CheckoutPayment &
  CheckoutGoods & {
    readonly quantity?: number
    /** Decimal text. Only where the offer or product leaves the sum open. */
    readonly amount?: string
    readonly lines?: never
  }

interface CartCheckout extends CheckoutDetails, CheckoutPayment {
  /** 1 to {@link MAX_LINES}, each with another offer or product. */
  readonly lines: readonly CheckoutLine[]
  readonly offer?: never
  readonly product?: never
  readonly quantity?: never
  readonly amount?: never
}

/** What is sold: a signed offer, or a product of the edge's catalogue by its id. */
export type CheckoutGoods =
  | { readonly offer: string; readonly product?: never }
  | { readonly product: string; readonly offer?: never }

/** One line of a cart. */
export type CheckoutLine = CheckoutGoods & {
  /** Absent: the least that is sold. */
  readonly quantity?: number
}

/** The most lines of a cart. */
export const MAX_LINES = 20

/** The part of a checkout that says nothing about the price. */
export interface CheckoutDetails {
  readonly locale?: string
  readonly returnUrl?: string
  /**
   * The page that asks, which the shopper can go back to. The edge drops one outside the origins that the offer allows.
   */
  readonly pageUrl?: string
  readonly customer?: Customer
  /**
   * The sum of the whole order that the shopper saw. Compared, never charged: where the catalogue's prices make another one,
   * the answer is `price-changed`.
   */
  readonly expect?: ExpectedSum
}

/** A sum that a shopper saw. */
export interface ExpectedSum {
  /** Decimal text. */
  readonly amount: string
  readonly currency: string
}

/** The part of a checkout that pays at once. */
interface CheckoutPayment {
  /**
   * Starts the order's first attempt, and the order is opened with it. Without it the order is opened only. The same goods
   * and key join the order and the attempt that it has; what this says does not count.
   */
  readonly pay?: PayRequest
  /** With `pay` from the edge's own frame: the origin of the page around it, as the browser told it to the frame. */
  readonly origin?: string
}

/** Answer of `POST /v1/checkout`. */
export interface CheckoutReply extends Output<typeof opened> {}

/** Answer of `POST /v1/orders`. */
export interface SessionReply extends Output<typeof openedSession> {}

/** Answer of `POST /v1/orders/{id}/link`. */
export interface LinkReply extends Output<typeof exchangedLink> {}

/** Every read of an order with a `pay` token returns that token in this header, signed with the current key. */
export const TOKEN_HEADER = 'Order-Token'

/** The answer to a follow-up's request has, in this header, the number of the follow-up that its key made. */
export const FOLLOW_UP_HEADER = 'Follow-Up'

/** The most seconds that the edge waits for the gateway's reply before it answers a page that pays. */
export const MAX_WAIT_SECONDS = 5

/** Body of `POST /v1/orders/{id}/pay`. Sent with an `Idempotency-Key`; the same key starts one attempt. */
export interface PayRequest {
  readonly method: ShopperWay
  /** How the page shows the next step: by leaving for it, in a pop-up, or in a frame. */
  readonly presentation?: Presentation
  readonly customer?: Customer
  /** For sessions: the page that asks, which the shopper can go back to. Kept only within the session's origins. */
  readonly pageUrl?: string
  /** For sessions: where the shopper comes back to, within the session's origins. Default: the session's own address. */
  readonly returnUrl?: string
  /** For `card`. The edge's card frame sends it to the edge alone; no shop's page ever holds it. */
  readonly card?: PresentCard
  /** For `card`: the shopper agrees that the card is kept. Only where the view says `mayKeepCard`. */
  readonly keepCard?: true
  /** For `saved-card`: its handle, and the code that the shopper typed into the edge's frame. */
  readonly savedCard?: string
  readonly cvv?: string
  /** For the payout methods except the hosted page: typed into the edge's frame, as a card is. */
  readonly destination?: PayoutDestination
  /** For `card` and `saved-card`: what 3-D Secure needs. The edge takes headers and address from the request. */
  readonly browser?: BrowserFacts
  /** After `check-needed`: what the bot check of this order gave. */
  readonly check?: string
  /**
   * For how many seconds from the attempt's start on the answer waits for the gateway's reply, 1 to
   * {@link MAX_WAIT_SECONDS}. Absent: the edge answers at once.
   */
  readonly wait?: number
}

/** A payment card as the shopper types it. `expiryMonth` has two digits, `expiryYear` four. */
interface PresentCard {
  readonly number: string
  readonly holder: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly cvv: string
}

/** Where a payout goes: exactly one of the four. Phone numbers are digits, perhaps after a `+`. */
type PayoutDestination =
  | { readonly card: Pick<PresentCard, 'number'> & Partial<Omit<PresentCard, 'number' | 'cvv'>> }
  | { readonly bank: PayoutAccount }
  | { readonly ewallet: { readonly account: string } }
  | { readonly phone: { readonly number: string } }

/** A bank account that a payout goes to. */
export interface PayoutAccount {
  readonly accountNumber: string
  readonly bankName: string
  readonly bankBranch?: string
  readonly routingNumber?: string
  readonly bankProvince?: string
  readonly bankCity?: string
  readonly accountName?: string
}

/** How a page presents a hosted page. */
export type Presentation = 'redirect' | 'popup' | 'frame'

/** Body of `POST /v1/orders/{id}/remove-card`: the handle of a saved card. */
export interface RemoveCardRequest {
  readonly savedCard: string
}

/** What a browser reports of itself. */
export interface BrowserFacts {
  readonly javaEnabled: boolean
  readonly javascriptEnabled: boolean
  readonly language: string
  /** One of EMVCo's depths. */
  readonly colorDepth: number
  readonly screenWidth: number
  readonly screenHeight: number
  /** Minutes, as `Date.prototype.getTimezoneOffset` gives them. */
  readonly timeZone: number
}

/** The seller, as the merchant's setting `MERCHANT` describes it. Addresses are absolute. */
export interface Merchant extends Output<typeof merchant> {}

/** Answer of `GET /v1/settings`. */
export interface Settings extends Output<typeof settings> {}

/** Answer of `POST /v1/offers/check`. */
export interface CheckedOffer extends Output<typeof checkedOffer> {}

/** A card that the gateway stores, as it may be shown. */
export interface CardInfo extends Output<typeof cardInfo> {}

/** Subprotocols of `GET /v1/orders/{id}/live`: the first is echoed, the second carries the token. */
export const LIVE_PROTOCOL = 'pay-checkout.v1'
export const LIVE_TOKEN_PREFIX = 'token.'

/**
 * A message of the live socket: first a greeting, so that the tag knows that messages arrive, then the whole view at
 * each change.
 */
export interface LiveMessage {
  /** The newest change of the order. */
  readonly seq: number
  /** Absent in a greeting that has nothing newer than `?after=`. */
  readonly order?: OrderView | MerchantOrderView
}

/** Close code of a socket whose place another one took (RFC 6455). The tag then polls. */
export const LIVE_CROWDED = 1013

/** The one message that the page may send on the live socket, to check that it is alive. The platform answers it. */
export const LIVE_PING = 'ping'
export const LIVE_PONG = 'pong'

/** RFC 9457 problem document. */
export interface Problem extends Output<typeof problemMembers> {
  /** The current order, where that explains the problem. */
  readonly order?: OrderView
}

/** Name of the parameter after `#` in the address of the edge's own page of an order: `<order id>.<link token>`. */
export const LINK_PARAMETER = 'order'

/** Name of the parameter after `#` in a returning shopper's address: `<order id>.<view token>`. */
export const RETURN_PARAMETER = 'pay-order'

/** The same for a passed bot check that was a full page: `<order id>.<token of the verifier>`. */
export const CHECK_PARAMETER = 'pay-check'

/** The name of the bot check. The verifier signs it, so that a token of another page's check proves nothing here. */
export const CHECK_ACTION = 'pay'
