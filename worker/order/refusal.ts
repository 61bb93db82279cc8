import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'

/** Why an order did not do what it was asked. `gatewayCode` is for merchants. */
export interface Refusal {
  readonly code: ProblemCode
  readonly fields?: readonly string[]
  readonly order?: OrderView | MerchantOrderView
  readonly gatewayCode?: string
}
