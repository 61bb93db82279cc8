/** Where a payout can go. Pure: no clock, no storage, no network. */

import { brandOf, isCardNumber, maskedCard } from '../cards/card-number.ts'
import type { PayoutDestination } from '../store/transaction.ts'

/** One kind of destination: its parameter and its format. */
export interface DestinationKind {
  readonly kind: PayoutDestination['kind']
  /** The parameter with its number. */
  readonly parameter: string
  readonly accepts: (number: string) => boolean
}

/** All kinds of destinations. A bank account also needs the name of its bank. */
export const DESTINATION_KINDS: readonly DestinationKind[] = [
  { kind: 'card', parameter: 'credit_card_number', accepts: isCardNumber },
  { kind: 'bank', parameter: 'account_number', accepts: (number) => /^[A-Z\d]{4,24}$/i.test(number) },
  { kind: 'ewallet', parameter: 'wallet_account', accepts: (number) => /^\S{4,128}$/.test(number) },
  { kind: 'phone', parameter: 'receiver_phone', accepts: (number) => /^\+?\d{7,14}$/.test(number) },
]

/** Converts a destination to what the order stores of it. */
export function toDestination(
  kind: PayoutDestination['kind'],
  number: string,
  bankName?: string,
): PayoutDestination {
  return {
    kind,
    masked: kind === 'card' ? maskedCard(number) : `***${number.slice(-4)}`,
    ...(kind === 'card' && { card: cardDigits(number) }),
    ...(kind === 'bank' && bankName && { bankName }),
  }
}

const cardDigits = (number: string) => ({
  brand: brandOf(number),
  bin: number.slice(0, 6),
  last4: number.slice(-4),
})
