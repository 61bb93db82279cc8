/** What the keys of the keypad make of a sum: digits move in from the right, as at a till. Pure. */
import { toDecimal } from '../../shared/money.ts'

/** The keys, in the order in which they stand. */
export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', 'back'] as const
export type Key = (typeof KEYS)[number]

/** The edge takes sums of so many digits; a finger that stays on a key types no more. */
const MAX_DIGITS = 9

/** @param digits Minor units without leading zeros; empty for nothing. */
export function pressed(digits: string, key: Key): string {
  if (key === 'back') return digits.slice(0, -1)
  const next = (digits + key).replace(/^0+/, '')
  return next.length > MAX_DIGITS ? digits : next
}

/** The key of a keyboard that means one of ours. */
export const keyOf = (name: string): Key | undefined =>
  name === 'Backspace' ? 'back' : KEYS.find((key) => key === name)

/** The sum as decimal text. @param decimals Those of the currency. */
export const entryAmount = (digits: string, decimals: number): string => toDecimal(Number(digits), decimals)

/** How many decimals a currency has (ISO 4217), by the browser's own table. @param currency Three letters. */
export const currencyDecimals = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Whether a text has the shape of a currency's code. */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)
