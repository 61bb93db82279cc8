/** Answers to `status` that are about another order than the merchant asked about, or older than what was done. */
import type { Call } from '../api/call.ts'
import { clientOrderIdOf } from '../api/params.ts'
import type { Reply } from '../api/reply.ts'
import { findOrder } from '../store/order-store.ts'
import type { Transaction } from '../store/transaction.ts'
import type { FaultRule } from './fault-rule.ts'
import { bareName, openAsOtherShop } from './other-shop.ts'
import type { Execute, FaultContext, FaultStores } from './reply-changes.ts'

/** Answers about another order of the account, as if two answers had been swapped on their way. */
export function aboutAnother(call: Call, execute: Execute, { rule, stores }: FaultContext): Reply {
  const name = clientOrderIdOf(call.params)
  const other =
    rule.whose === 'other' ? ofOtherShop(call, rule, stores) : stores.store.newestUnderOtherName(name)
  if (!other) return execute(call)
  const { clientOrderId, orderId } = other
  const swapped = [...call.params].filter(([key]) => key !== 'by-request-sn')
  const params = new Map([...swapped, ['client_orderid', clientOrderId], ['orderid', orderId]])
  return execute({ ...call, params })
}

/** An order of another shop, as like the requested one as can be. Its name begins with the reference, and has no mark. */
function ofOtherShop(call: Call, rule: FaultRule, stores: FaultStores): Transaction {
  const name = `${bareName(clientOrderIdOf(call.params))}.of-another-shop`
  const [known] = stores.store.stages(stores.store.newest('clientOrderId', name)?.orderId ?? '')
  const [own] = findOrder(call, stores) ?? []
  const unknown = { type: 'sale', amountMinor: 100, currency: 'EUR' } as const
  const { type, amountMinor, currency } = own ?? unknown
  const like = { endpoint: call.endpoint, type, amountMinor, ...(currency && { currency }) }
  return known ?? openAsOtherShop(like, name, rule, stores)
}

/**
 * A replica answers that does not have the newest captures, returns and voids: for `delayMs` after each, or for the next
 * `readings` status requests.
 */
export function fromStaleReplica(call: Call, execute: Execute, { rule, stores, fires }: FaultContext): Reply {
  const [, ...later] = findOrder(call, stores) ?? []
  const unseen = later
    .filter((stage) => isUnseen(stage, rule, stores))
    .map(({ serialNumber }) => serialNumber)
  if (unseen.length === 0) return execute(call)
  fires()
  return execute({ ...call, unseen })
}

function isUnseen(
  stage: Transaction,
  { delayMs, readings }: FaultRule,
  { store, now }: FaultStores,
): boolean {
  const isEarly = delayMs !== undefined && stage.createdAt + delayMs > now()
  return isEarly || (readings !== undefined && readingsSince(stage, store) < readings)
}

/** How many status requests the gateway logged after the request that started the stage. */
function readingsSince({ clientOrderId, serialNumber }: Transaction, store: FaultStores['store']): number {
  const requests = store.requests(clientOrderId).filter((one) => one.clientOrderId === clientOrderId)
  const start = requests.findIndex((one) => one.serialNumber === serialNumber)
  return requests.slice(start + 1).filter(({ operation }) => operation === 'status').length
}
