/** An order with its history, as `GET /v1/orders/{id}` answers a merchant key. */
import type { OrderStatus } from './order-status.ts'
import type { FollowUpKind, MerchantOrderView, Way } from './order-view.ts'

/**
 * Kinds of events in an order's history. Pages have words for each, so a kind is never renamed; new ones may be added.
 * `attempt-…`, `follow-up-…` and `refund-…` are about one request: `sent` is written before it goes out.
 */
export const HISTORY_KINDS = [
  'order-opened',
  'attempt-sent',
  'attempt-accepted',
  'attempt-refused',
  'attempt-reply-lost',
  'attempt-not-accepted',
  'follow-up-sent',
  'follow-up-accepted',
  'follow-up-refused',
  'follow-up-reply-lost',
  'follow-up-not-accepted',
  'refund-sent',
  'refund-accepted',
  'refund-refused',
  'refund-reply-lost',
  'gateway-reported',
  'gateway-misnamed',
  'polling-ended',
  'callback-received',
  'shopper-returned',
  'bank-step-opened',
  'bank-step-answered',
  'bank-step-accepted',
  'bank-step-refused',
  'bank-step-overdue',
  'card-kept',
  'card-not-kept',
  'card-removed',
  'recurring-payment-created',
  'unmatched-transaction',
  'units-reserved',
  'units-refused',
  'units-released',
  'order-cancelled',
  'order-expired',
  'tokens-revoked',
  'personal-data-erased',
  'merchant-notified',
  'notification-given-up',
  'notifications-resent',
  'events-omitted',
] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** The stages of a payment that the gateway reports on. The second step of a payout counts as a capture. */
export const PAYMENT_STAGES = ['payment', 'capture', 'void', 'reversal', 'chargeback', 'other'] as const
export type PaymentStage = (typeof PAYMENT_STAGES)[number]

/** The steps of 3-D Secure. */
export const BANK_STEPS = ['method', 'challenge', 'pareq', 'redirect', 'page'] as const
export type BankStep = (typeof BANK_STEPS)[number]

/** How far a notification got: each channel delivers it on its own. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'given-up'] as const

/** A notification on one channel. */
export interface NotificationDelivery {
  readonly channel: 'webhook' | 'mail'
  readonly status: (typeof DELIVERY_STATUSES)[number]
  /** When it was delivered, ISO 8601; absent where the order no longer knows. */
  readonly at?: string
}

/** One event in an order's history. Members other than the first two depend on the kind, and are absent where unknown. */
export interface HistoryEvent {
  /** ISO 8601. */
  readonly at: string
  readonly kind: HistoryKind
  /** Number of the attempt that it is about. */
  readonly attempt?: number
  /** Number of the follow-up that it is about. */
  readonly followUp?: number
  /** Number of the refund of a duplicate charge that it is about. */
  readonly refund?: number
  /** Number of the unmatched transaction that it is about. */
  readonly unmatched?: number
  readonly method?: Way
  /** What the follow-up does. */
  readonly operation?: FollowUpKind
  /** Decimal text, in the order's currency. */
  readonly amount?: string
  /** The status that the gateway reported, and the stage that it reported on. */
  readonly status?: OrderStatus
  readonly stage?: PaymentStage
  /** The gateway's identifier of the transaction. */
  readonly transaction?: string
  /** Why something failed, and the gateway's own code for it. */
  readonly code?: string
  readonly gatewayCode?: string
  readonly step?: BankStep
  /** Name of the merchant key that asked for it. */
  readonly by?: string
  /** Type of the notification, as webhooks have it. */
  readonly notification?: string
  readonly deliveries?: readonly NotificationDelivery[]
  /** The order's status after the event. */
  readonly orderStatus?: OrderStatus
}

/** Why a person has to look at an order. */
export const ATTENTION_REASONS = [
  /** Nobody can tell whether money moved, or the gateway contradicted itself. */
  'outcome-unknown',
  /** The shopper was charged twice, and the order has not given it back yet. */
  'duplicate-charge',
  /** The gateway named a transaction that the order did not start. */
  'unmatched-transaction',
  /** A capture, void, return or payout may have happened. */
  'follow-up-unknown',
  /** A payment waits for the counter of a limited offer. */
  'units-unconfirmed',
  /** The edge tried for days to notify the merchant. */
  'merchant-not-notified',
] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/** Money that a preauth holds on the shopper's card. */
export interface Hold {
  readonly amount: string
  /** When it was approved, ISO 8601. */
  readonly since: string
  /** When the bank lets it go, ISO 8601. Known only where `GATEWAY_PROFILE.holdDays` is set. */
  readonly endsAt?: string
}

/** Money that the shopper's bank took back. */
export interface Chargeback {
  /** When the order learned of it, ISO 8601. */
  readonly at: string
  /** Decimal text, in the order's currency. */
  readonly amount: string
}

/** One order with its whole history, for its merchant. */
export interface OrderDetails extends MerchantOrderView {
  readonly attention: readonly AttentionReason[]
  readonly hold?: Hold
  readonly chargebacks: readonly Chargeback[]
  /** Oldest first. Empty once the order was erased. */
  readonly history: readonly HistoryEvent[]
}
