import type { TransStatus } from './three-ds-messages.ts'

/** What proves to the test bank that the cardholder is the cardholder. */
export const OTP = 'hint'

/** How often a wrong word may be given before the bank gives up. */
const MAX_WRONG_OTPS = 3

/** What the bank says to a wrong word. */
export const WRONG_OTP = 'That is not the word. Please try again.'

/**
 * Judges the cardholder's answer.
 *
 * @param wrongWords How many were given before.
 * @returns Whether the cardholder is recognised, or `undefined` if there is another try.
 */
export function checkOtp(form: URLSearchParams, wrongWords: number): TransStatus | undefined {
  if (form.get('action') === 'refuse') return 'N'
  if (form.get('word')?.trim().toLowerCase() === OTP) return 'Y'
  return wrongWords + 1 < MAX_WRONG_OTPS ? undefined : 'N'
}
