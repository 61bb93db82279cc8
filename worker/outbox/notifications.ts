/** What a merchant is told of an order, once, in the order in which it happened. */
import type { MerchantOrderView } from '../../shared/order-view.ts'

/** Everything that a merchant may be told. The names are in receivers' code, so they stay. */
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

/** One thing that happened, with the whole order as it stood then. */
export interface Notification {
  /** `<order id>.<seq>.<n>`: the same however often it is told, so that a receiver can drop repeats. */
  readonly id: string
  readonly type: NotificationType
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
  readonly order: MerchantOrderView
  /** For `follow-up.settled`: the number of the follow-up in the view that got its outcome, good or bad. */
  readonly followUp?: number
}

/** A way to the merchant. */
export type Channel = 'webhook' | 'mail'

/** What became of one try: taken, or why not, in a short code for the log. */
export type Delivery = 'delivered' | { readonly failed: string }
