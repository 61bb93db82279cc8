/** Charges by mistake, and the sum that went back. Pure. */
import type { Intent, OrderView, TransactionView } from '../../shared/order-view.ts'

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
