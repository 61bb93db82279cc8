/** What is known of the money of an order. Pure. */
import { isMoving, isSettled } from '../../shared/order-status.ts'
import type { Intent, OrderView, TransactionView } from '../../shared/order-view.ts'

/**
 * `unmoved`: for certain none was taken or sent; it may be reserved. `may-move`: a form or a bank may still bring it.
 * `moved`: it was taken or sent, also where it went back afterwards.
 */
export const MONEY = ['unmoved', 'may-move', 'moved'] as const
export type Money = (typeof MONEY)[number]

/** What is known of the money of an order, apart from charges by mistake. */
export function moneyOf({ status, captured, attempts }: OrderView): Money {
  if (isSettled(status)) return Number(captured) ? 'moved' : 'unmoved'
  const statuses = [status, ...attempts.map((attempt) => attempt.status)]
  if (statuses.includes('approved')) return 'moved'
  return statuses.some(isMoving) ? 'may-move' : 'unmoved'
}

/** Whether an intent takes money. A verification and a payout charge nothing. */
export const isCharge = (intent: Intent): boolean => /sale|preauth/.test(intent)

/** Charges beyond the payment, or after the shopper cancelled. Without an order there are none. */
export const chargesByMistake = (
  view: Pick<OrderView, 'intent' | 'transactions'> | undefined,
): readonly TransactionView[] =>
  view && isCharge(view.intent) ? view.transactions.filter(({ surplus }) => surplus) : []

/** Whether a charge by mistake is still to go back. */
export const isOwed = ({ reversed }: TransactionView): boolean => !reversed

/** The sum that goes back, where the words name that. It may be a part. */
export const movedSum = ({ status, returned }: OrderView): string | undefined =>
  status.endsWith('returned') ? returned : undefined
