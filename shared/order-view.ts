/** The order as the page and the merchant see it. */
import type { OrderStatus, Status } from './order-status.ts'

/** What an order is for. */
export type Intent = 'sale' | 'preauth' | 'verify' | 'payout'

/** How a shopper may pay. */
export const METHODS = ['hosted', 'payment-page', 'card', 'saved-card'] as const
export type Method = (typeof METHODS)[number]

/** Where money may be paid out to. */
export const PAYOUT_METHODS = [
  'payout-card',
  'payout-bank',
  'payout-ewallet',
  'payout-phone',
  'payout-page',
] as const
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]

/** What only a merchant's server starts. */
export type ServerMethod = 'rebill' | 'payout-check' | 'transfer' | 'pan-eligibility' | 'recurring-payment'

/** A way that a shopper starts. */
export type ShopperWay = Method | PayoutMethod

/** Every way in which an attempt may be made. */
export type Way = ShopperWay | ServerMethod

/** What the page has to do next. */
export interface OrderAction {
  readonly type: 'redirect' | 'method' | 'challenge' | 'page'
  /** As a full page; works always. */
  readonly url: string
  /** A page of the edge that is to be put in a frame of the shop's page instead; absent where that cannot be. */
  readonly frame?: string
  /** Whole seconds until the order goes on without it, by the order's own clock; absent where nothing limits it. */
  readonly secondsLeft?: number
}

/** One request to charge or verify, as it is shown. */
export interface AttemptView {
  readonly number: number
  readonly method: Way
  readonly status: Status
  /** ISO 8601. */
  readonly startedAt: string
}

/** One transaction that the gateway told of. */
export interface TransactionView {
  /** The gateway's identifier of it. */
  readonly id: string
  readonly type: string
  readonly status: OrderStatus
  readonly amount: string
  /** An approval beyond the one that was kept: it needs to be given back. */
  readonly surplus?: true
  /** It was given back. */
  readonly reversed?: true
}

/** Why an attempt failed, in a stable code; texts are the page's own. */
export interface OrderError {
  readonly code: string
  readonly recoverable: boolean
  /** To be quoted to the merchant's support. */
  readonly supportId: string
}

/** A card that the merchant lets this shopper pay with, as it may be shown. */
export interface SavedCard {
  /** Its place in the session's list, from `1`: pages know a saved card by nothing else. */
  readonly handle: string
  readonly brand: string
  /** At most the first six and the last four digits. */
  readonly masked: string
  /** `MM/YY`, empty where the gateway does not tell. */
  readonly expires: string
}

/** What the shopper's page and the merchant's server are shown. Amounts have the decimals that are charged. */
export interface OrderView {
  readonly id: string
  readonly reference: string
  readonly intent: Intent
  readonly amount: string
  readonly currency: string
  readonly description: string
  readonly status: OrderStatus
  readonly action?: OrderAction
  readonly methods: readonly Way[]
  readonly attempts: readonly AttemptView[]
  readonly transactions: readonly TransactionView[]
  readonly captured: string
  readonly returned: string
  /** What paid. `expires` is `MM/YY` for the merchant, and empty for a page, which has no use for it. */
  readonly card?: { readonly brand: string; readonly masked: string; readonly expires: string }
  /** For `saved-card`, as far as the gateway has told of them; absent where there are none. */
  readonly savedCards?: readonly SavedCard[]
  /** The shopper may have the card that is typed here kept: the session is that of a customer. */
  readonly mayKeepCard?: true
  readonly error?: OrderError
  /** Until when units of a limited offer are kept for a hosted form; then others may have them. ISO 8601. */
  readonly reservedUntil?: string
  /** Who cancelled it, where that was not the shopper. */
  readonly cancelledBy?: 'shop'
  /** The shop's page on which the order was opened or last paid; for the shopper alone. Not every page's is known. */
  readonly pageUrl?: string
  /** Digest of the offer that the order was opened with. */
  readonly offer?: string
  /** The gateway is a sandbox: no money moves. */
  readonly test?: true
  /** Grows with every change; a view with a smaller one is older. */
  readonly seq: number
  /** ISO 8601. */
  readonly updatedAt: string
}

/** What may be done with a payment after it was made. */
export const FOLLOW_UPS = ['capture', 'void', 'return', 'payout-pay'] as const
export type FollowUpKind = (typeof FOLLOW_UPS)[number]

/** One thing done with a payment afterwards. */
export interface FollowUpView {
  readonly number: number
  readonly kind: FollowUpKind
  readonly amount: string
  readonly status: OrderStatus
  readonly error?: Failure
  /** ISO 8601. */
  readonly startedAt: string
}

/** Why something failed, in full: for the merchant alone, since what a bank says of a stolen card helps a thief. */
export interface Failure {
  readonly code: string
  /** The gateway's own code and words. */
  readonly gatewayCode?: string
  readonly gatewayMessage?: string
  /** For `not-accepted`: the name of the merchant key that declared it. */
  readonly declaredBy?: string
}

/** An attempt with all that the gateway said of it. */
export interface MerchantAttemptView extends AttemptView {
  /** `client_orderid` and the gateway's identifier of the transaction. */
  readonly clientOrderId: string
  readonly gatewayId?: string
  readonly failure?: Failure
  readonly keepCard?: KeepCardView
}

/** The shopper agreed that the card is kept. The reference itself is among the order's `cardRefs`. */
export interface KeepCardView {
  /** ISO 8601. */
  readonly consentedAt: string
  readonly version: CardReference['version']
  /** Why there is none, once that is certain. */
  readonly failure?: Failure
}

/** A card reference that was made from a payment. */
export interface CardReference {
  readonly version: 'v2' | 'v4'
  readonly cardRef: string
  /** One per card number, however many references it has. */
  readonly uniqueCardRef?: string
  readonly recurringPaymentId?: string
}

/** The order as its merchant's own server sees it. */
export interface MerchantOrderView extends Omit<OrderView, 'attempts' | 'pageUrl'> {
  readonly attempts: readonly MerchantAttemptView[]
  readonly followUps: readonly FollowUpView[]
  readonly cardRefs: readonly CardReference[]
  readonly recurringPaymentId?: string
  /** Something cannot be settled without a person: an uncertain outcome, a surplus charge, a stranger's transaction. */
  readonly needsAttention: boolean
}
