/** Amounts: decimal text at the edges, integers of minor units inside. Text is shifted, never multiplied. */
import { accepted, type Result, refused } from './result.ts'

/** Digits an amount may have in all, decimals included; such integers are exact in a double. */
const MAX_DIGITS = 12

/** Why a text is no amount in a currency. */
export type AmountProblem = 'amount-malformed' | 'amount-decimals' | 'amount-too-long'

/**
 * Reads decimal text as an integer of minor units.
 *
 * @param text Plain digits with an optional `.` part, such as `12.5`; no sign, no exponent, no separators.
 * @param exponent Decimals of the currency: 2 for EUR, 0 for JPY.
 * @returns Minor units: `12.5` at exponent 2 is 1250. More decimals than the exponent are refused, even zeros,
 *   since the sender then believes in another currency than we do.
 */
export function toMinor(text: string, exponent: number): Result<number, AmountProblem> {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) return refused('amount-malformed')
  const [, whole = '', decimals = ''] = match
  if (decimals.length > exponent) return refused('amount-decimals')
  const digits = (whole + decimals.padEnd(exponent, '0')).replace(/^0+(?=\d)/, '')
  return digits.length > MAX_DIGITS ? refused('amount-too-long') : accepted(Number(digits))
}

/**
 * Writes minor units as decimal text with exactly the currency's number of decimals.
 *
 * @param minor A non-negative integer.
 * @returns `1250` at exponent 2 is `12.50`.
 */
export function toDecimal(minor: number | bigint, exponent: number): string {
  const digits = String(minor).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  return exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`
}
