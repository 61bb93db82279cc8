import { decimalsOf, majorUnits } from '../api/minor-units.ts'
import type { Transaction, TransactionType } from '../store/transaction.ts'

/** Formats an amount for people, with the currency's decimals: `€12.50`. Empty for a verification. */
export function formattedAmount({ amountMinor, currency }: Transaction): string {
  if (!currency) return ''
  const decimals = decimalsOf(currency) ?? 0
  const style = {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const
  return new Intl.NumberFormat('en', style).format(Number(majorUnits(amountMinor, currency)))
}

const VERBS: Readonly<Partial<Record<TransactionType, string>>> = {
  preauth: 'Authorise',
  'account-verification': 'Verify card',
  payout: 'Receive',
}

/** The label of the main button. */
export function callToAction(transaction: Transaction): string {
  return `${VERBS[transaction.type] ?? 'Pay'} ${formattedAmount(transaction)}`.trim()
}
