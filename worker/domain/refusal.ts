import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import type { Product, ProductLook } from '../../shared/product.ts'

/** Why the edge refuses a request: a code for the caller, and more for the operator's log. */
export interface Refusal {
  readonly code: ProblemCode
  /** Paths of the invalid fields, such as `billing.city`. */
  readonly fields?: readonly string[]
  /** The order, where its state is the reason. */
  readonly order?: OrderView | MerchantOrderView
  /** The products of the sale as they are now, where the price is another one. */
  readonly products?: readonly ProductLook[]
  /** The product as it is now, where another editor made or changed it. */
  readonly product?: Product
  /** For merchants only: the gateway's reason would help the holder of a stolen card. */
  readonly gatewayCode?: string
  /** When the caller may try again, in seconds. */
  readonly retryAfterSeconds?: number
  /** What to do, in words, where the code does not say it. */
  readonly detail?: string
  /** The check that failed, for the log only: callers do not learn which one it was. */
  readonly why?: string
}
