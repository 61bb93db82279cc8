import type { Collect } from '../../shared/customer.ts'
import type { Intent, Way } from '../../shared/order-view.ts'

/** What merchant and shopper agreed on when the order was opened. Never changes afterwards. */
export interface OrderTerms {
  /** Also the name of the order's object. */
  readonly id: string
  /** `client_orderid` of the first attempt. */
  readonly reference: string
  readonly intent: Intent
  /** Minor units of `currency`; 0 for `verify`. */
  readonly amountMinor: number
  readonly currency: string
  /** Decimals of the currency at the endpoint that serves it. */
  readonly exponent: number
  readonly description: string
  readonly methods: readonly Way[]
  readonly collect: readonly Collect[]
  /** Where the shopper is sent after a hosted page. */
  readonly returnUrl: string
  /** The shop's page on which it was opened, where the shopper can go back to. */
  readonly pageUrl?: string
  /** Where a session may be paid. Absent: wherever the settings say. */
  readonly origins?: readonly string[]
  /** Digest of the offer that it was opened with. */
  readonly offer?: string
  /** What that offer sells and when it was signed, by which it may be withdrawn. An older version kept neither. */
  readonly item?: string
  readonly offeredAt?: number
  /** How many units of that offer may be sold, and how many this order is for. Absent: one. */
  readonly limit?: number
  readonly units?: number
  readonly locale?: string
  /** Saved cards that the merchant lets this shopper choose from, as the gateway names them. */
  readonly cardRefs?: readonly string[]
  /** What a merchant's server asked for, so that the same reference with another body is found out. No card data. */
  readonly bodyDigest?: string
  /** Milliseconds since the epoch, as are all times of an order. */
  readonly openedAt: number
  /** From then on no attempt starts. */
  readonly expiresAt: number
}
