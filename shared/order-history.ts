/** An order with its history, as `GET /v1/orders/{id}` answers a merchant key. */
import type {
  chargeback,
  delivery,
  event,
  hold,
  mailDelivery,
  orderDetails,
} from './contract/history-schemas.ts'
import type { Output } from './contract/output.ts'
import type { ATTENTION_REASONS, BANK_STEPS, HISTORY_KINDS, PAYMENT_STAGES } from './order-values.ts'

/** A kind of event in an order's history. */
export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** A stage of a payment that the gateway reports on. */
export type PaymentStage = (typeof PAYMENT_STAGES)[number]

/** A step of 3-D Secure. */
export type BankStep = (typeof BANK_STEPS)[number]

/** A reason why a person has to look at an order. */
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/** A notification on one channel. */
export interface NotificationDelivery extends Output<typeof delivery> {}

/** A mail to the shopper. */
export interface MailDelivery extends Output<typeof mailDelivery> {}

/** One event in an order's history. Members other than the first two depend on the kind, and are absent where unknown. */
export interface HistoryEvent extends Output<typeof event> {}

/** Money that a preauth holds on the shopper's card. */
export interface Hold extends Output<typeof hold> {}

/** Money that the shopper's bank took back. */
export interface Chargeback extends Output<typeof chargeback> {}

/** One order with its whole history, for its merchant. */
export interface OrderDetails extends Output<typeof orderDetails> {}
