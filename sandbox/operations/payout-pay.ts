import { type Refusal, refusal } from '../api/error-codes.ts'
import { refused } from '../api/reply.ts'
import { outcomeOfSending } from '../money/payout-destinations.ts'
import { settleWith } from '../money/settlement.ts'
import type { Transaction } from '../money/transaction.ts'
import type { Handler } from './handler.ts'
import { accepted } from './new-order.ts'

/**
 * Carries out a payout that was checked, as a new stage of its order.
 *
 * Once only, whatever it comes to: after a decline the merchant has a new one checked.
 */
export const payoutPay: Handler = (call, backend) => {
  const check = backend.store.newest('orderId', call.fields.get('orderid') ?? '')
  if (!check || check.clientOrderId !== call.fields.get('client_orderid'))
    return refused(call, refusal('UNKNOWN_ORDER', 'there is no such order'))
  const problem = problemOf(check)
  if (problem) return refused(call, problem)
  const { serialNumber, endpoint, fate } = call
  const transaction: Transaction = {
    ...withoutOutcome(check),
    ...(fate && { fate }),
    ...{ serialNumber, endpoint, type: 'payout', status: 'processing', createdAt: backend.now() },
  }
  backend.store.add(transaction)
  settleWith(outcomeOfSending(check.amountMinor, check.currency ?? ''), transaction, backend)
  return accepted(call, transaction)
}

function withoutOutcome(check: Transaction): Transaction {
  const {
    outcome: _outcome,
    settledAt: _settledAt,
    fate: _fate,
    withheld: _withheld,
    twin: _twin,
    ...order
  } = check
  return order
}

/** @param newest The newest stage of the order. */
function problemOf({ type, status }: Transaction): Refusal | undefined {
  if (type === 'payout') return refusal('PAYOUT_ALREADY_PAID', 'the payout was carried out before')
  if (type === 'payout-check' && status === 'approved') return undefined
  return refusal('PAYOUT_NOT_CHECKED', 'the order is no payout whose check was approved')
}
