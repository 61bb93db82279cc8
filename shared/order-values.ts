/** The values that members of an order's views may have. Schemas and pages read the same lists. */

/** What shoppers do by paying, what binds them most first. Some laws prescribe the words of a button that orders. */
export const ACTS = ['order', 'invoice', 'donation'] as const

/** The methods by which a shopper may pay. */
export const METHODS = ['hosted', 'payment-page', 'card', 'saved-card'] as const

/** The methods by which money may be paid out. */
export const PAYOUT_METHODS = [
  'payout-card',
  'payout-bank',
  'payout-ewallet',
  'payout-phone',
  'payout-page',
] as const

/** Why a bank declined a payment, where the shopper can do something about it. */
export const DECLINE_REASONS = ['expired-card', 'funds', 'security-code'] as const

/** The kinds of follow-up: what a merchant may do with a payment. */
export const FOLLOW_UPS = ['capture', 'void', 'return', 'payout-pay'] as const

/** The limits of a merchant key. */
export const REFUND_LIMITS = ['refundUpTo', 'refundPerDay'] as const

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
  'approval-asked',
  'approval-granted',
  'approval-refused',
  'approval-lapsed',
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
  'expiry-changed',
  'order-followed',
  'link-opened',
  'link-renewed',
  'attempt-cancelled',
  'tokens-revoked',
  'personal-data-read',
  'personal-data-erased',
  'merchant-notified',
  'notification-given-up',
  'notifications-resent',
  'order-sent',
  'note-written',
  'events-omitted',
] as const

/** The stages of a payment that the gateway reports on. The second step of a payout counts as a capture. */
export const PAYMENT_STAGES = ['payment', 'capture', 'void', 'reversal', 'chargeback', 'other'] as const

/** The steps of 3-D Secure. */
export const BANK_STEPS = ['method', 'challenge', 'pareq', 'redirect', 'page'] as const

/** How far a notification got: each channel delivers it on its own. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'given-up'] as const

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
  /** A refund waits for another key, since it is above the limits of the one that asked for it. */
  'follow-up-waiting',
  /** A payment waits for the counter of a limited offer. */
  'units-unconfirmed',
  /** The edge tried for days to notify the merchant. */
  'merchant-not-notified',
] as const

/** Why the edge writes to a shopper. */
export const MAIL_KINDS = ['receipt', 'request', 'reminder', 'refund', 'payout', 'sent'] as const

/** A mail by its kind. */
export type MailKind = (typeof MAIL_KINDS)[number]

/** What became of a mail to a shopper. */
export const MAIL_STATUSES = ['pending', 'delivered', 'unsure', 'given-up'] as const
