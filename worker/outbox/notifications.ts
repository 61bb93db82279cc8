/** Notifications to the merchant: one per change of an order, sent in the order of the changes. */
import type { MerchantOrderView } from '../../shared/order-view.ts'

/** All types. Receivers' code contains the names, so they must not change. */
export const NOTIFICATION_TYPES = [
  'order.approved',
  'order.declined',
  'order.filtered',
  'order.error',
  'order.unknown',
  'order.cancelled',
  'order.expired',
  'order.captured',
  'order.voided',
  'order.returned',
  'order.partially-returned',
  'order.charged-back',
  'order.resent',
  'attempt.unknown',
  'follow-up.settled',
  'surplus.found',
  'surplus.reversed',
  'transaction.foreign',
  'card.kept',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** One change, with the whole order at that time. */
export interface Notification {
  /** `<order id>.<seq>.<n>`: the same for every try, so that a receiver can drop repeats. */
  readonly id: string
  readonly type: NotificationType
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
  readonly order: MerchantOrderView
  /** For `follow-up.settled`: the number of the follow-up that succeeded or failed. */
  readonly followUp?: number
}

/** How a notification reaches the merchant. */
export type Channel = 'webhook' | 'mail'

/** The result of one try; a failure has a short code for the log. */
export type Delivery = 'delivered' | { readonly failed: string }
