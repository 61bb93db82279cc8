/** Where money can be sent, and what becomes of it there. Pure: no clock, no storage, no network. */

import { brandOf, passesLuhn, TEST_CARDS } from '../cards/approve-or-decline.ts'
import { majorUnits } from './minor-units.ts'
import type { Outcome } from './outcome.ts'
import type { PayoutDestination } from './transaction.ts'

/** How one kind of destination is named and recognised. */
export interface DestinationKind {
  readonly kind: PayoutDestination['kind']
  /** The parameter that holds its number. */
  readonly parameter: string
  readonly accepts: (number: string) => boolean
}

/** A card number: 12 to 19 digits with a right check digit. */
export const isCardNumber = (text: string) => /^\d{12,19}$/.test(text) && passesLuhn(text)

/** Every kind of destination. A bank account needs the name of its bank as well. */
export const DESTINATION_KINDS: readonly DestinationKind[] = [
  { kind: 'card', parameter: 'credit_card_number', accepts: isCardNumber },
  { kind: 'bank', parameter: 'account_number', accepts: (number) => /^[A-Z\d]{4,24}$/i.test(number) },
  { kind: 'ewallet', parameter: 'wallet_account', accepts: (number) => /^\S{4,128}$/.test(number) },
  { kind: 'phone', parameter: 'receiver_phone', accepts: (number) => /^\+?\d{7,14}$/.test(number) },
]

/** What is kept of a destination. */
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

/** First and last digits of a card, as replies show it: `444455******1111`. */
export const maskedCard = (number: string) =>
  `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`

const APPROVED: Outcome = { status: 'approved' }

/** Last four characters of a card, account, wallet or phone number → what becomes of money sent there. */
export const OUTCOME_BY_ENDING: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['9100', { status: 'declined', errorCode: '100', errorMessage: 'Do not honour' }],
  ['9102', { status: 'filtered', errorCode: '102', errorMessage: 'Suspected fraud' }],
  ['9217', { status: 'unknown', errorCode: '217', errorMessage: 'No answer from the bank' }],
  ['9909', { status: 'error', errorCode: '909', errorMessage: 'System malfunction' }],
])

/** Amount in major units → what becomes of sending it, wherever it goes; a check of the recipient passes. */
export const OUTCOME_BY_AMOUNT: ReadonlyMap<number, Outcome> = new Map<number, Outcome>([
  [116, { status: 'declined', errorCode: '116', errorMessage: 'Not sufficient funds' }],
  [217, { status: 'unknown', errorCode: '217', errorMessage: 'No answer from the bank' }],
  [909, { status: 'error', errorCode: '909', errorMessage: 'System malfunction' }],
])

/** What a check of a recipient comes to. */
export const outcomeByNumber = (number: string): Outcome =>
  OUTCOME_BY_ENDING.get(number.slice(-4)) ?? TEST_CARDS[number]?.outcome ?? APPROVED

/** What sending an amount comes to, once the recipient is known to be right. */
export const outcomeBySum = (amountMinor: number, currency: string): Outcome =>
  OUTCOME_BY_AMOUNT.get(Number(majorUnits(amountMinor, currency))) ?? APPROVED

/**
 * What taking or giving back a part of an order comes to, by the same numbers in minor units: 1.16, 2.17 and 9.09 of a
 * currency with two decimals.
 */
export const outcomeByMinorUnits = (amountMinor: number): Outcome =>
  OUTCOME_BY_AMOUNT.get(amountMinor) ?? APPROVED

/** The first of several outcomes that is no approval, or an approval. */
export const worstOf = (...outcomes: readonly Outcome[]): Outcome =>
  outcomes.find(({ status }) => status !== 'approved') ?? APPROVED
