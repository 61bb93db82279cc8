/** Commands that ask nothing of the gateway: opening, cancelling, declaring not accepted, erasing. */
import type { Customer } from '../../shared/customer.ts'
import { isFinal, isUnderWay } from '../../shared/order-status.ts'
import type { MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { log } from '../config/log.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import { doubtOf } from './model/doubt.ts'
import { uncertainFollowUp } from './model/follow-ups.ts'
import { isCancellable, isCancellableByMerchant } from './model/payment-admission.ts'
import { statusOf } from './model/status.ts'
import { opened } from './model/transition.ts'
import { merchantResponse } from './queries.ts'

/** An order that is open, or was found so. */
export interface OpenedOrder {
  readonly order: OrderView
  /** When it was opened first, in milliseconds since the epoch. */
  readonly openedAt: number
}

/**
 * Opens an order, or finds it open. Repeating it with the same terms is harmless; other terms are refused.
 *
 * @param customer The shopper's data; joins what is known already.
 */
export function openOrder(
  { record }: OrderContext,
  terms: OrderTerms,
  customer?: Customer,
): Result<OpenedOrder, Refusal> {
  const known = record.state
  if (known && !areSameTerms(known.terms, terms))
    return refused({ code: reuseCode(terms), order: record.views.shopper(known) })
  const state = known ?? opened(terms)
  if (customer && !isFinal(statusOf(state))) record.storage.mergePayer({ customer })
  if (!known) record.save(state)
  return accepted({ order: record.views.shopper(state), openedAt: state.terms.openedAt })
}

/** A second tab, or a request whose answer was lost, opens the same order again; only the clock has moved on. */
function areSameTerms(known: OrderTerms, given: OrderTerms): boolean {
  const agreed = ({ id, amountMinor, currency, intent, offer, bodyDigest }: OrderTerms) =>
    JSON.stringify([id, amountMinor, currency, intent, offer, bodyDigest])
  return agreed(known) === agreed(given)
}

const reuseCode = ({ bodyDigest }: OrderTerms): ProblemCode =>
  bodyDigest ? 'reference-reused' : 'key-reused'

/** A shopper cancels the order. Repeating it is harmless. */
export function cancel({ record }: OrderContext): Result<OrderView, Refusal> {
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  if (state.cancelled) return accepted(views.shopper(state))
  if (!isCancellable(state)) return refused({ code: 'attempt-in-flight', order: views.shopper(state) })
  return accepted(views.shopper(record.apply({ type: 'cancelled' })))
}

type MerchantResult = Result<MerchantOrderView, Refusal>

/**
 * A merchant cancels an order that no shopper is paying just now. Repeating it is harmless.
 *
 * @param by Name of the merchant key.
 */
export function cancelForMerchant(context: OrderContext, by: string): MerchantResult {
  const { record } = context
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  if (state.cancelled) return merchantResponse(context)
  if (!isCancellableByMerchant(state))
    return refused({ code: 'attempt-in-flight', order: views.merchant(state) })
  log('cancelled-by-merchant', { order: state.terms.id, by })
  record.apply({ type: 'cancelled', by })
  return merchantResponse(context)
}

/**
 * A merchant declares that the gateway never took the attempt or follow-up in doubt.
 *
 * @param by Name of the merchant key.
 */
export function declareNotAccepted(context: OrderContext, by: string): MerchantResult {
  const { record } = context
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  if (!doubtOf(state)) return refused({ code: 'attempt-accepted', order: views.merchant(state) })
  log('declared-not-accepted', { order: state.terms.id, by })
  record.apply({ type: 'declared-not-accepted', by })
  return merchantResponse(context)
}

/**
 * A merchant erases the shopper's data, once nothing is under way. Repeating it is harmless. A card reference that is
 * being created is waited for, so that none comes after.
 */
export const eraseShopper = (context: OrderContext): Promise<MerchantResult> =>
  context.mutexes.cardTokens.runExclusive(async () => erase(context))

function erase(context: OrderContext): MerchantResult {
  const { record } = context
  const { state, views } = record
  if (!state) return refused({ code: 'not-found' })
  // A step of 3-D Secure that may still come needs the shopper's address.
  if (isUnderWay(statusOf(state))) return refused({ code: 'attempt-in-flight', order: views.merchant(state) })
  if (uncertainFollowUp(state)) return refused({ code: 'follow-up-in-flight', order: views.merchant(state) })
  record.storage.erasePayer()
  record.apply({ type: 'erased' })
  return merchantResponse(context)
}
