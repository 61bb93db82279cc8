/** Whether a report is about what the attempt requested. */
import { isMarkedName } from '../../../shared/order-names.ts'
import type { StatusField } from '../../config/gateway-profile.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { Report } from './events.ts'
import type { Attempt, OrderState, UnmatchedTransaction } from './state.ts'

/**
 * Whether a transaction under the attempt's name is its own. A marked name proves it, since only this edge can have made
 * it. Under a bare name another shop of the gateway account may have a transaction too, so the reply to our own request or
 * a callback at our own address has to have named the attempt's first. Until then no report under it is an outcome.
 */
export const isNameProof = ({ clientOrderId, gatewayId }: Attempt): boolean =>
  isMarkedName(clientOrderId) || gatewayId !== undefined

/**
 * Whether a second transaction under the attempt's name is the order's as well. Under a bare name our reply or callback
 * has to have named that very transaction: another shop's money is never given back.
 */
export const isSecondProof = ({ clientOrderId }: Attempt, { isVouched }: UnmatchedTransaction): boolean =>
  isMarkedName(clientOrderId) || isVouched === true

/**
 * Tells whether a report counts for an attempt.
 *
 * An approval needs proof of everything: order, transaction, amount, currency and kind, as far as its gateway reports
 * them. Any other report may leave the money out but must not contradict it. A report that does not count is never an
 * outcome, good or bad: a wrong decline would let the shopper pay twice.
 */
export function matchesAttempt(terms: OrderTerms, attempt: Attempt, report: Report): boolean {
  if (report.clientOrderId !== attempt.clientOrderId) return false
  if (attempt.gatewayId && report.gatewayId && report.gatewayId !== attempt.gatewayId) return false
  if (report.status === 'approved') return provesApproval(terms, report)
  if (terms.intent === 'verify') return true
  return !contradicts(report.amountMinor, terms.amountMinor) && !contradicts(report.currency, terms.currency)
}

/** A verification moves nothing, so gateways report no amount of it. One above zero would be a charge. */
function provesApproval({ intent, amountMinor, currency }: OrderTerms, report: Report): boolean {
  if (!report.gatewayId) return false
  if (intent === 'verify') return !report.amountMinor
  const isUntold = (field: StatusField) => report.untold?.includes(field) === true
  return (
    (report.amountMinor === amountMinor || isUntold('amount')) &&
    (report.currency === currency || isUntold('currency'))
  )
}

const contradicts = <Value>(told: Value | undefined, asked: Value) => told !== undefined && told !== asked

/** If the gateway never reports the sum of a payment, it is the requested one. */
export const withSum = ({ terms }: OrderState, report: Report): Report =>
  report.kind === 'payment' && report.untold?.includes('amount')
    ? { ...report, amountMinor: terms.amountMinor }
    : report

/** Whether the report lacks the kind because the gateway never sends it. */
export const isUntyped = ({ untold }: Report): boolean => untold?.includes('type') === true

/**
 * Whether a report without a kind is about the payment. `status` reports the newest stage, which may be a void. It is
 * the payment if it names that very request, or if there was never a follow-up.
 */
export function isOfPayment(state: OrderState, attempt: Attempt, report: Report): boolean {
  if (report.serialNumber !== undefined && report.serialNumber === attempt.serialNumber) return true
  return !report.reversedMinor && state.followUps.length === 0 && state.duplicateRefunds.length === 0
}
