/** Whether a card is approved or declined, and how its bank authenticates the cardholder. Pure. */

import { APPROVED, type Outcome } from '../api/outcome.ts'
import type { TestBankName } from '../three-ds/test-banks.ts'
import type { ReportedIn } from '../three-ds/three-ds-state.ts'
import { TEST_CARDS } from './test-cards.ts'

/** What the bank decides about a payment, and how it authenticates the cardholder first. */
export interface CardDecision {
  readonly threeDs?: TestBankName
  /** Where the gateway reports 3-D Secure steps. Default: in `status` only. */
  readonly tells?: ReportedIn
  readonly outcome: Outcome
}

const UNKNOWN_OUTCOME: Outcome = {
  status: 'unknown',
  errorCode: '217',
  errorMessage: 'No answer from the bank',
}

const declined = (errorCode: string, errorMessage: string): CardDecision => ({
  outcome: { status: 'declined', errorCode, errorMessage },
})

/** An expired card is declined, whatever its number and code. */
export const EXPIRED_CARD = declined('101', 'Expired card')

/** What each security code decides. Codes of declines are the action codes of ISO 8583:1993. */
export const DECISION_BY_CODE: ReadonlyMap<string, CardDecision & { readonly title: string }> = new Map([
  ['123', { title: 'approved', outcome: APPROVED }],
  ['1234', { title: 'approved', outcome: APPROVED }],
  ['321', { title: 'approved after 3-D Secure', threeDs: 'redirect', outcome: APPROVED }],
  ['111', { title: 'approved, bank without 3-D Secure', threeDs: 'unsupported', outcome: APPROVED }],
  ['101', { title: 'declined, expired card', ...EXPIRED_CARD }],
  ['116', { title: 'declined, not enough funds', ...declined('116', 'Not sufficient funds') }],
  [
    '119',
    { title: 'declined, not permitted', ...declined('119', 'Transaction not permitted to cardholder') },
  ],
  ['209', { title: 'declined, stolen card', ...declined('209', 'Stolen card, pick up') }],
  ['217', { title: 'outcome unknown', outcome: UNKNOWN_OUTCOME }],
])

const ANY_OTHER_CODE = declined('100', 'Do not honour')

/** Decides whether a payment with this card is approved or declined. The test card's behaviour overrides its security code. */
export function decide(number: string, code: string): CardDecision {
  const byCode = DECISION_BY_CODE.get(code) ?? ANY_OTHER_CODE
  const card = TEST_CARDS[number]
  if (!card) return byCode
  const threeDs = card.threeDs ?? (card.outcome ? undefined : byCode.threeDs)
  const { tells, outcome = byCode.outcome } = card
  return { ...(threeDs && { threeDs }), ...(tells && { tells }), outcome }
}
