/** What people decide about an order, on their word alone: nothing here asks the gateway. */
import { isUnderWay } from '../../shared/order-status.ts'
import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { log } from '../config/log.ts'
import { merchantAnswer } from './merchant-response.ts'
import { doubtOf } from './model/doubt.ts'
import { uncertainFollowUp } from './model/follow-ups.ts'
import { isCancellable, isCancellableByMerchant } from './model/payment-admission.ts'
import { statusOf } from './model/status.ts'
import type { OrderRecord } from './record.ts'
import type { Refusal } from './refusal.ts'

/** A shopper gives the order up. Repeating it is harmless. */
export function cancel(record: OrderRecord): Result<OrderView, Refusal> {
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  if (state.cancelled) return accepted(record.view(state))
  if (!isCancellable(state)) return refused({ code: 'attempt-in-flight', order: record.view(state) })
  return accepted(record.view(record.note({ type: 'cancelled' })))
}

/**
 * A merchant takes an order back that nobody is paying. Repeating it is harmless.
 *
 * @param by Name of the merchant key.
 */
export function cancelForMerchant(record: OrderRecord, by: string): Result<MerchantOrderView, Refusal> {
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  if (state.cancelled) return merchantAnswer(record)
  if (!isCancellableByMerchant(state))
    return refused({ code: 'attempt-in-flight', order: record.merchantView(state) })
  log('cancelled-by-merchant', { order: state.terms.id, by })
  record.note({ type: 'cancelled', by })
  return merchantAnswer(record)
}

/**
 * A merchant says that the gateway never took what is in doubt.
 *
 * @param by Name of the merchant key.
 */
export function declareNotAccepted(record: OrderRecord, by: string): Result<MerchantOrderView, Refusal> {
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  if (!doubtOf(state)) return refused({ code: 'attempt-accepted', order: record.merchantView(state) })
  log('declared-not-accepted', { order: state.terms.id, by })
  record.note({ type: 'declared-not-accepted', by })
  return merchantAnswer(record)
}

/** A merchant has the shopper forgotten, once nothing is under way. Repeating it is harmless. */
export function erase(record: OrderRecord): Result<MerchantOrderView, Refusal> {
  const { state } = record
  if (!state) return refused({ code: 'not-found' })
  // A step of 3-D Secure that may still come needs the shopper's address.
  if (isUnderWay(statusOf(state)))
    return refused({ code: 'attempt-in-flight', order: record.merchantView(state) })
  if (uncertainFollowUp(state))
    return refused({ code: 'follow-up-in-flight', order: record.merchantView(state) })
  record.memory.erasePayer()
  record.note({ type: 'erased' })
  return merchantAnswer(record)
}
