/** Whether a report is about what was asked for. */
import type { StatusField } from '../../config/gateway-profile.ts'
import type { OrderTerms } from '../../domain/terms.ts'
import type { Report } from './events.ts'
import type { Attempt, OrderState } from './state.ts'

/**
 * Tells whether a report counts for an attempt.
 *
 * An approval needs proof of everything: order, transaction, amount, currency and kind, as far as its gateway tells them. Anything else may leave the
 * money out, but must not contradict it. What does not count is never an outcome, neither a good nor a bad one: a
 * wrong decline would let the shopper pay twice.
 */
export function matchesAttempt(terms: OrderTerms, attempt: Attempt, report: Report): boolean {
  if (report.clientOrderId !== attempt.clientOrderId) return false
  if (attempt.gatewayId && report.gatewayId && report.gatewayId !== attempt.gatewayId) return false
  if (report.status === 'approved') return isProven(terms, report)
  if (terms.intent === 'verify') return true
  return !contradicts(report.amountMinor, terms.amountMinor) && !contradicts(report.currency, terms.currency)
}

/** A verification moves nothing, so gateways tell no amount of it; one above zero would be a charge. */
function isProven({ intent, amountMinor, currency }: OrderTerms, report: Report): boolean {
  if (!report.gatewayId) return false
  if (intent === 'verify') return !report.amountMinor
  const isUntold = (field: StatusField) => report.untold?.includes(field) === true
  return (
    (report.amountMinor === amountMinor || isUntold('amount')) &&
    (report.currency === currency || isUntold('currency'))
  )
}

const contradicts = <Value>(told: Value | undefined, asked: Value) => told !== undefined && told !== asked

/** The sum of a payment that its gateway never tells is what was asked for. */
export const withSum = ({ terms }: OrderState, report: Report): Report =>
  report.kind === 'payment' && report.untold?.includes('amount')
    ? { ...report, amountMinor: terms.amountMinor }
    : report

/** Whether the gateway never tells the kind of a transaction, and did not here. */
export const isUntyped = ({ untold }: Report): boolean => untold?.includes('type') === true

/**
 * Whether a report without a kind is about the payment. `status` tells of the newest stage, so it may be about a void:
 * not where it names the very request, nor where nothing was ever done with the payment.
 */
export function isOfPayment(state: OrderState, attempt: Attempt, report: Report): boolean {
  if (report.serialNumber !== undefined && report.serialNumber === attempt.serialNumber) return true
  return !report.reversedMinor && state.followUps.length === 0 && state.reversals.length === 0
}
