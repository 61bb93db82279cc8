import { decimalsOf, majorUnits } from '../money/minor-units.ts'
import type { Transaction, TransactionType } from '../money/transaction.ts'

/** A sum as people write it, with the decimals that are charged: `€12.50`. Nothing for a verification. */
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

/** What the main button of the card page says. */
export function callToAction(transaction: Transaction): string {
  return `${VERBS[transaction.type] ?? 'Pay'} ${formattedAmount(transaction)}`.trim()
}
