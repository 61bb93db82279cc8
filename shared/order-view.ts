/** The order as the page and the merchant see it. */
import type { OrderStatus, Status } from './order-status.ts'

/** The purpose of an order. */
export type Intent = 'sale' | 'preauth' | 'verify' | 'payout'

/** The methods by which a shopper may pay. */
export const METHODS = ['hosted', 'payment-page', 'card', 'saved-card'] as const
export type Method = (typeof METHODS)[number]

/** The methods by which money may be paid out. */
export const PAYOUT_METHODS = [
  'payout-card',
  'payout-bank',
  'payout-ewallet',
  'payout-phone',
  'payout-page',
] as const
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]

/** Methods that only a merchant's server starts. */
type ServerMethod = 'rebill' | 'payout-check' | 'transfer' | 'pan-eligibility' | 'recurring-payment'

/** A method that a shopper starts. */
export type ShopperWay = Method | PayoutMethod

/** Every method of an attempt. */
export type Way = ShopperWay | ServerMethod

/** The page's next step. */
export interface OrderAction {
  readonly type: 'redirect' | 'method' | 'challenge' | 'page'
  /** A full page. It always works. */
  readonly url: string
  /** A page of the edge to show in a frame of the shop's page instead. Absent where that cannot be done. */
  readonly frame?: string
  /** Whole seconds until the order goes on without it, by the order's own clock. Absent where it has no limit. */
  readonly secondsLeft?: number
}

/** One request to charge or verify, as pages see it. */
export interface AttemptView {
  readonly number: number
  readonly method: Way
  readonly status: Status
  /** ISO 8601. */
  readonly startedAt: string
}

/** One transaction that the gateway reported. */
export interface TransactionView {
  /** The gateway's identifier of it. */
  readonly id: string
  readonly type: string
  readonly status: OrderStatus
  readonly amount: string
  /** A duplicate charge: an approval besides the payment. The order gives it back. */
  readonly surplus?: true
  /** The order gave it back. */
  readonly reversed?: true
}

/** Why a bank declined a payment, where the shopper can do something about it. */
export const DECLINE_REASONS = ['expired-card', 'funds', 'security-code'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** `cancelled`: the shopper cancelled on the gateway's own page, so no bank declined anything. */
export type FailureReason = DeclineReason | 'cancelled'

/**
 * Why an attempt failed, as a stable code. The page has its own words for it. Where the bank's reason helps the shopper
 * and no thief, `declined-` and the {@link DeclineReason}; any other decline is `declined`. `cancelled-at-gateway`: the
 * shopper cancelled on the gateway's page.
 */
export interface OrderError {
  readonly code: string
  readonly recoverable: boolean
  /** Shoppers quote it to the merchant's support. */
  readonly supportId: string
}

/** A saved card that the merchant lets this shopper use, as pages may show it. */
export interface SavedCard {
  /** Its place in the session's list, from `1`. Pages know a saved card by nothing else. */
  readonly handle: string
  readonly brand: string
  /** At most the first six and the last four digits. */
  readonly masked: string
  /** `MM/YY`; empty where the gateway does not report it. */
  readonly expires: string
}

/** The order as the shopper's page and the merchant's server see it. Amounts have the decimals that are charged. */
export interface OrderView {
  readonly id: string
  readonly reference: string
  readonly intent: Intent
  readonly amount: string
  readonly currency: string
  readonly description: string
  /**
   * What an offer or a cart sells, in the order in which the page listed it; each amount is of all pieces. Absent for a
   * session, which has a description alone.
   */
  readonly lines?: readonly {
    readonly item: string
    readonly description: string
    readonly quantity: number
    readonly amount: string
  }[]
  readonly status: OrderStatus
  readonly action?: OrderAction
  readonly methods: readonly Way[]
  readonly attempts: readonly AttemptView[]
  readonly transactions: readonly TransactionView[]
  readonly captured: string
  readonly returned: string
  /** The card that paid. `expires` is `MM/YY` for the merchant, and empty for a page, which does not need it. */
  readonly card?: { readonly brand: string; readonly masked: string; readonly expires: string }
  /** For `saved-card`, as far as the gateway reported them. Absent where there are none. */
  readonly savedCards?: readonly SavedCard[]
  /** The shopper may have a newly typed card kept, since the session is that of a customer. */
  readonly mayKeepCard?: true
  /** The shopper may remove a saved card from the session; the merchant's server then learns of it. */
  readonly mayRemoveCards?: true
  readonly error?: OrderError
  /** Until when a hosted form keeps units of a limited offer. Then others may have them. ISO 8601. */
  readonly reservedUntil?: string
  /** Who cancelled it, if not the shopper. */
  readonly cancelledBy?: 'shop'
  /** The shop's page on which the order was opened or last paid, if it is known. For the shopper alone. */
  readonly pageUrl?: string
  /** Digest of the offer that the order was opened with; of a cart, the digest of `cartInput` (`shared/offer.ts`). */
  readonly offer?: string
  /** The gateway is a sandbox: no money moves. */
  readonly test?: true
  /** Grows with every change. A view with a smaller one is older. */
  readonly seq: number
  /** ISO 8601. */
  readonly updatedAt: string
}

/** The kinds of follow-up: what a merchant may do with a payment. */
export const FOLLOW_UPS = ['capture', 'void', 'return', 'payout-pay'] as const
export type FollowUpKind = (typeof FOLLOW_UPS)[number]

/** One follow-up of a payment. */
export interface FollowUpView {
  readonly number: number
  readonly kind: FollowUpKind
  readonly amount: string
  readonly status: OrderStatus
  readonly error?: Failure
  /** ISO 8601. */
  readonly startedAt: string
}

/**
 * Why something failed, in full. For the merchant alone, since the bank's words on a stolen card would help a thief.
 */
export interface Failure {
  readonly code: string
  /** The gateway's own code and words. */
  readonly gatewayCode?: string
  readonly gatewayMessage?: string
  /** What the gateway's code means, where the setting `GATEWAY_PROFILE` lists it. */
  readonly reason?: FailureReason
  /** For `not-accepted`: the name of the merchant key that declared it. */
  readonly declaredBy?: string
}

/** An attempt with everything that the gateway reported of it. */
export interface MerchantAttemptView extends AttemptView {
  /** `client_orderid` and the gateway's identifier of the transaction. */
  readonly clientOrderId: string
  readonly gatewayId?: string
  readonly failure?: Failure
  readonly keepCard?: KeepCardView
}

/** The shopper agreed that the card is kept. The order's `cardRefs` hold the reference itself. */
export interface KeepCardView {
  /** ISO 8601. */
  readonly consentedAt: string
  readonly version: CardReference['version']
  /** Why there is no reference, once that is certain. */
  readonly failure?: Failure
}

/** A card reference that the gateway made from a payment. */
export interface CardReference {
  readonly version: 'v2' | 'v4'
  readonly cardRef: string
  /** One per card number, even if the card has several references. */
  readonly uniqueCardRef?: string
  readonly recurringPaymentId?: string
}

/** The order as its merchant's own server sees it. */
export interface MerchantOrderView extends Omit<OrderView, 'attempts' | 'pageUrl'> {
  readonly attempts: readonly MerchantAttemptView[]
  readonly followUps: readonly FollowUpView[]
  readonly cardRefs: readonly CardReference[]
  /** Saved cards of the session that the shopper removed, so that the merchant forgets them. */
  readonly removedCardRefs?: readonly string[]
  readonly recurringPaymentId?: string
  /** A person has to decide something: an uncertain outcome, a duplicate charge, an unmatched transaction. */
  readonly needsAttention: boolean
}

/** The order as a refresh leaves it. */
export interface RefreshedOrderView extends MerchantOrderView {
  /** The gateway answered about the order just now. `false`: nothing of the order could be asked about. */
  readonly gatewayAnswered: boolean
}
