/** Numbers and amounts that decide an outcome, for tests of payouts, transfers and follow-ups. Pure. */

import { majorUnits } from '../api/minor-units.ts'
import { APPROVED, type Outcome } from '../api/outcome.ts'
import { TEST_CARDS } from '../cards/test-cards.ts'

/** The outcome of sending money to a card, account, wallet or phone number, by its last four characters. */
export const OUTCOME_BY_ENDING: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['9100', { status: 'declined', errorCode: '100', errorMessage: 'Do not honour' }],
  ['9102', { status: 'filtered', errorCode: '102', errorMessage: 'Suspected fraud' }],
  ['9217', { status: 'unknown', errorCode: '217', errorMessage: 'No answer from the bank' }],
  ['9909', { status: 'error', errorCode: '909', errorMessage: 'System malfunction' }],
])

/** The outcome of sending an amount, in major units, wherever it goes. A check of the recipient ignores the amount. */
export const OUTCOME_BY_AMOUNT: ReadonlyMap<number, Outcome> = new Map<number, Outcome>([
  [116, { status: 'declined', errorCode: '116', errorMessage: 'Not sufficient funds' }],
  [217, { status: 'unknown', errorCode: '217', errorMessage: 'No answer from the bank' }],
  [909, { status: 'error', errorCode: '909', errorMessage: 'System malfunction' }],
])

/** The outcome of checking a recipient. */
export const outcomeByNumber = (number: string): Outcome =>
  OUTCOME_BY_ENDING.get(number.slice(-4)) ?? TEST_CARDS[number]?.outcome ?? APPROVED

/** The outcome of sending an amount to a recipient that passed the check. */
export const outcomeBySum = (amountMinor: number, currency: string): Outcome =>
  OUTCOME_BY_AMOUNT.get(Number(majorUnits(amountMinor, currency))) ?? APPROVED

/**
 * The outcome of capturing or returning an amount, by the same numbers in minor units: 1.16, 2.17 and 9.09 of a currency
 * with two decimals.
 */
export const outcomeByMinorUnits = (amountMinor: number): Outcome =>
  OUTCOME_BY_AMOUNT.get(amountMinor) ?? APPROVED

/** Returns the first outcome that is not an approval, or an approval. */
export const worstOf = (...outcomes: readonly Outcome[]): Outcome =>
  outcomes.find(({ status }) => status !== 'approved') ?? APPROVED
