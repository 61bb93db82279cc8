/** Amounts: Vendure's integers, and the decimal text of the edge. */

/**
 * Writes an amount of Vendure's as the edge reads it. Vendure counts in the same small unit for every currency (`precision`
 * decimals, 2 by default): it keeps 1,000 yen as 100000. Zeros at the end are left out, so that the edge, which knows the
 * decimals of each currency, refuses only what the currency does not have: half a yen.
 *
 * @returns `1250` at precision 2 is `12.5`; `100000` is `1000`; `1250` at precision 0 is `1250`.
 */
export function toAmount(value: number, precision: number): string {
  const digits = String(value).padStart(precision + 1, '0')
  const split = digits.length - precision
  return trimmed(`${digits.slice(0, split)}.${digits.slice(split)}`)
}

/** Whether two decimal texts are the same amount: the edge writes `12.50` and `1.250`. */
export const isSameAmount = (one: string, other: string): boolean => trimmed(one) === trimmed(other)

const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0*$/, '') : text)
