import { type Refusal, refusal } from '../api/error-codes.ts'
import type { Fields } from '../api/params.ts'
import { refused } from '../api/reply.ts'
import { minorUnits } from '../money/minor-units.ts'
import type { Outcome } from '../money/outcome.ts'
import {
  DESTINATION_KINDS,
  outcomeAt,
  outcomeOfSending,
  toDestination,
  worstOf,
} from '../money/payout-destinations.ts'
import type { Destination } from '../money/transaction.ts'
import type { Handler } from './handler.ts'
import { createSettled } from './new-order.ts'

/** Sends money at once. It never needs a security code: nobody is charged. */
export const payout: Handler = (call, backend) => {
  const found = findDestination(call.fields)
  if ('problem' in found) return refused(call, found.problem)
  const { destination, outcome } = found
  const currency = call.fields.get('currency') ?? ''
  const amountMinor = minorUnits(call.fields.get('amount') ?? '', currency) ?? 0
  const sent = worstOf(outcome, outcomeOfSending(amountMinor, currency))
  return createSettled(call, { type: 'payout', destination }, sent, backend)
}

/** Looks whether a recipient can be paid and keeps the payout ready. No money moves until `payout-pay`. */
export const payoutCheck: Handler = (call, backend) => {
  const found = findDestination(call.fields)
  if ('problem' in found) return refused(call, found.problem)
  const { destination, outcome } = found
  return createSettled(call, { type: 'payout-check', destination }, outcome, backend)
}

type Found = { readonly destination: Destination; readonly outcome: Outcome }

function findDestination(fields: Fields): Found | { readonly problem: Refusal } {
  const named = DESTINATION_KINDS.filter(({ parameter }) => fields.get(parameter))
  const [first, second] = named
  if (!first || second) return malformed('exactly one destination is needed')
  const number = fields.get(first.parameter) ?? ''
  const bankName = fields.get('bank_name')
  if (!first.accepts(number)) return malformed(`${first.parameter} is malformed`)
  if (first.kind === 'bank' && !bankName) return malformed('bank_name is missing')
  return { destination: toDestination(first.kind, number, bankName), outcome: outcomeAt(number) }
}

const malformed = (detail: string) => ({ problem: refusal('INVALID_PARAMETER', detail) })
