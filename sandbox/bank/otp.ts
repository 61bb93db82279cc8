import type { TransStatus } from './three-ds-messages.ts'

/** The code word that authenticates the cardholder. */
const OTP = 'hint'

/** The number of wrong code words that ends a challenge. */
const MAX_WRONG_OTPS = 3

/** The message after a wrong code word. */
export const WRONG_OTP = 'Wrong code word. Please try again.'

/**
 * Checks the cardholder's answer.
 *
 * @param wrongWords How many wrong code words came before.
 * @returns Whether the cardholder is authenticated, or `undefined` if there is another try.
 */
export function checkOtp(form: URLSearchParams, wrongWords: number): TransStatus | undefined {
  if (form.get('action') === 'refuse') return 'N'
  if (form.get('word')?.trim().toLowerCase() === OTP) return 'Y'
  return wrongWords + 1 < MAX_WRONG_OTPS ? undefined : 'N'
}
