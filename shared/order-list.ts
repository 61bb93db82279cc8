/** The list of orders and the sums of a day, as the edge answers a merchant key. */
import type { MerchantScope } from './merchant-key.ts'
import type { AttentionReason } from './order-history.ts'
import { isInDoubt, isMoving, type OrderStatus } from './order-status.ts'
import type { Intent } from './order-view.ts'

/**
 * The status that the list shows of an order: its outcome, and `processing` until there is one. Each change of the list
 * costs a write.
 */
export const listedStatus = (status: OrderStatus): OrderStatus =>
  isMoving(status) && !isInDoubt(status) ? 'processing' : status

/** An order in the list. Amounts are decimal text, times ISO 8601. */
export interface ListedOrder {
  readonly id: string
  readonly reference: string
  readonly intent: Intent
  readonly amount: string
  readonly currency: string
  /** As in the order's view. Absent in an entry that an older version of the edge wrote. */
  readonly captured?: string
  readonly returned?: string
  /** What banks took back by chargebacks, besides `returned`. */
  readonly chargedBack?: string
  readonly description: string
  readonly status: OrderStatus
  /** Since when the list has shown this status: the date of a chargeback, say. */
  readonly statusSince: string
  readonly needsAttention: boolean
  /** Why it does; empty if it does not. Absent in an entry that an older version of the edge wrote. */
  readonly attention?: readonly AttentionReason[]
  readonly test: boolean
  /** The start of its first attempt. The list is sorted by it. */
  readonly startedAt: string
  readonly updatedAt: string
  readonly seq: number
  /** When the bank lets the money of a preauth go. Known only where `GATEWAY_PROFILE.holdDays` is set. */
  readonly holdEndsAt?: string
}

/** The sums of the orders of one day, in one currency, either of the sandbox or real. Amounts are decimal text. */
export interface OrderSum {
  readonly currency: string
  readonly test: boolean
  /** Orders that began on the day, whatever became of them. */
  readonly orders: number
  /** Orders of which money was taken. */
  readonly paid: number
  readonly needsAttention: number
  /** Taken from shoppers, and given back to them so far. */
  readonly taken: string
  readonly refunded: string
  /** Taken back by the shoppers' banks. */
  readonly chargedBack: string
  /** `taken` without `refunded` and `chargedBack`. */
  readonly net: string
  /** Reserved on cards, and not taken. */
  readonly held: string
  /** Sent to people. */
  readonly paidOut: string
  /** Status → orders that have it. */
  readonly statuses: Partial<Readonly<Record<OrderStatus, number>>>
}

/** Answer of `GET /v1/order-sums`. */
export interface OrderSums {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** The day's beginning and its end, ISO 8601. The end belongs to the next day. */
  readonly from: string
  readonly to: string
  readonly sums: readonly OrderSum[]
  /** Orders that the sums leave out, because an older version of the edge listed them. Rebuild the list. */
  readonly incomplete?: number
}

/** Answer of `GET /v1/merchant-key`. */
export interface MerchantKeyView {
  readonly name: string
  readonly scopes: readonly MerchantScope[]
}
