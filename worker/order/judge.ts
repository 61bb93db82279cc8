/** Whether a report is about what was asked for. Pure: no clock, no storage, no network. */
import type { Report } from './events.ts'
import type { Attempt, OrderTerms } from './state.ts'

/**
 * Tells whether a report counts for an attempt.
 *
 * An approval needs proof of everything: order, transaction, amount, currency and kind. Anything else may leave the
 * money out, but must not contradict it. What does not count is never an outcome, neither a good nor a bad one: a
 * wrong decline would let the shopper pay twice.
 */
export function counts(terms: OrderTerms, attempt: Attempt, report: Report): boolean {
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
  return report.amountMinor === amountMinor && report.currency === currency
}

const contradicts = <Value>(told: Value | undefined, asked: Value) => told !== undefined && told !== asked
