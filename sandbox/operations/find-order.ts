import type { Call } from '../api/call.ts'
import { clientOrderIdOf } from '../api/params.ts'
import type { Backend } from '../backend.ts'
import type { Stages } from '../money/transaction.ts'

/**
 * Finds the order that a request names, with all its stages.
 *
 * Without an order id the newest order under the merchant's id is meant. Where both ids are given, they have to be of the
 * same order.
 */
export function findOrder({ fields }: Call, { store }: Backend): Stages | undefined {
  const [orderId, clientOrderId] = [fields.get('orderid'), clientOrderIdOf(fields)]
  const newest = orderId ? store.newest('orderId', orderId) : store.newest('clientOrderId', clientOrderId)
  if (!newest || (clientOrderId && newest.clientOrderId !== clientOrderId)) return undefined
  const [opened, ...later] = store.stages(newest.orderId)
  return opened && [opened, ...later]
}
