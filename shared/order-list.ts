/** The list of orders and the sums of a day, as the edge answers a merchant key. */
import type { dailySums, listedOrder, orderSum, orderSums } from './contract/order-list-schemas.ts'
import type { Output } from './contract/output.ts'
import type { deskSession, merchantKey } from './contract/response-schemas.ts'
import { isInDoubt, isMoving, type OrderStatus, type StatusIn } from './order-status.ts'

/**
 * The status that the list shows of an order: its outcome, and `processing` until there is one. Each change of the list
 * costs a write.
 */
export const listedStatus = (status: OrderStatus): OrderStatus =>
  isMoving(status) && !isInDoubt(status) ? 'processing' : status

/** The statuses that the list shows. Only payment requests are in it while they are open. */
export type ListedStatus = Exclude<OrderStatus, StatusIn<'sending' | 'at-form' | 'at-bank'>>

/** An order in the list. Amounts are decimal text, times ISO 8601. */
export interface ListedOrder extends Output<typeof listedOrder> {}

/** The sums of the orders of one day, in one currency, either of the sandbox or real. Amounts are decimal text. */
export interface OrderSum extends Output<typeof orderSum> {}

/** Answer of `GET /v1/order-sums`. */
export interface OrderSums extends Output<typeof orderSums> {}

/** Answer of `GET /v1/order-sums/days`. */
export interface DailySums extends Output<typeof dailySums> {}

/** Answer of `POST /desk/session`. */
export interface DeskSessionView extends Output<typeof deskSession> {}

/** Answer of `GET /v1/merchant-key`. */
export interface MerchantKeyView extends Output<typeof merchantKey> {}
