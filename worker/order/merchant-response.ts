import type { Failure, MerchantOrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { OrderState } from './model/state.ts'
import type { OrderRecord } from './record.ts'
import type { Refusal } from './refusal.ts'

/**
 * Answers a merchant's server: how the order stands now, or that the gateway said no.
 *
 * @param errorOf Finds the gateway's answer to what was asked for. Default: nothing was asked of the gateway.
 */
export function merchantAnswer(
  record: OrderRecord,
  errorOf: (state: OrderState) => Failure | undefined = () => undefined,
): Result<MerchantOrderView, Refusal> {
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  const order = record.merchantView(state)
  const error = errorOf(state)
  if (error?.code !== 'refused') return accepted(order)
  const { gatewayCode } = error
  return refused({ code: 'gateway-refused', order, ...(gatewayCode && { gatewayCode }) })
}
