/** The parser of the payout form. Pure: no clock, no storage, no network. */

import type { Outcome } from '../api/outcome.ts'
import type { PayoutDestination } from '../store/transaction.ts'
import { DESTINATION_KINDS, toDestination } from './payout-destinations.ts'
import { outcomeByNumber } from './test-accounts-and-amounts.ts'

/** The fields of the form besides `kind`: one number for each kind of destination, and the name of the bank. */
const PAYOUT_FIELDS = ['card', 'bank', 'bankName', 'ewallet', 'phone'] as const
export type PayoutField = (typeof PAYOUT_FIELDS)[number]

/** Errors by field, in words for the customer. */
export type PayoutErrors = Readonly<Partial<Record<PayoutField, string>>>

/** Returns what the customer typed into a field. `kind` is the kind of destination. */
export type PayoutFormValues = (field: PayoutField | 'kind') => string

const PROBLEMS: Readonly<Record<PayoutDestination['kind'], string>> = {
  card: 'Check the card number',
  bank: 'Enter 4 to 24 letters and digits',
  ewallet: 'Enter the account of your wallet, without blanks',
  phone: 'Enter the number with its country code, such as +4479460955',
}

/** Returns the chosen kind of destination. Default: a card. */
export function chosenKind(typed: PayoutFormValues): PayoutDestination['kind'] {
  return DESTINATION_KINDS.find(({ kind }) => kind === typed('kind'))?.kind ?? 'card'
}

/**
 * Parses the payout form. Ignores the fields of other kinds of destinations.
 *
 * @returns The destination and the outcome of sending money there, or at least one error.
 */
export function parsePayout(
  typed: PayoutFormValues,
):
  | { readonly destination: PayoutDestination; readonly outcome: Outcome }
  | { readonly errors: PayoutErrors } {
  const kind = chosenKind(typed)
  const number = typed(kind).replace(/[\s-]/g, '')
  const bankName = typed('bankName').trim()
  const accepts = DESTINATION_KINDS.find((known) => known.kind === kind)?.accepts
  // In the order of the page, since the page focuses the first error.
  const errors = {
    ...(kind === 'bank' && bankNameProblem(bankName)),
    ...(!accepts?.(number) && { [kind]: PROBLEMS[kind] }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  return { destination: toDestination(kind, number, bankName), outcome: outcomeByNumber(number) }
}

function bankNameProblem(name: string): PayoutErrors {
  if (!name) return { bankName: 'Enter the name of your bank' }
  return name.length > 255 ? { bankName: 'Shorten the name to 255 characters' } : {}
}
