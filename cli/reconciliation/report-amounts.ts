/** Amounts as reports write them: with a sign, with groups of thousands, with a point or a comma. Pure. */
import { toDecimal } from '../../shared/money.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { CommandError } from '../command.ts'

/** What stands before the decimals. The other one may group the digits. */
export const DECIMAL_MARKS = ['point', 'comma'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

/** Decimals of the units in which sums are compared; no currency has more. */
const SCALE = 4

/** The edge takes no amount with more of them, so a report has none. A sum of the edge may have more. */
const MAX_DIGITS = 12

const NUMBERS: Readonly<Record<DecimalMark, RegExp>> = {
  point: /^(\d+|\d{1,3}(?:[,'’\s]\d{3})+)(?:\.(\d+))?$/u,
  comma: /^(\d+|\d{1,3}(?:[.'’\s]\d{3})+)(?:,(\d+))?$/u,
}

/**
 * Reads an amount with its sign: a minus before or behind it, or brackets around it.
 *
 * @param exponent Decimals of the currency. More of them must be zeros.
 * @returns Ten-thousandths of the major unit; `undefined` where it is no amount.
 */
export function unitsOf(text: string, exponent: number, mark: DecimalMark): bigint | undefined {
  const { isNegative, number } = unsigned(text.trim())
  const [, groups, decimals = ''] = NUMBERS[mark].exec(number) ?? []
  if (groups === undefined) return undefined
  const whole = groups.replace(/\D/g, '')
  const kept = withoutZeros(decimals)
  if (kept.length > exponent || whole.length + exponent > MAX_DIGITS) return undefined
  const units = BigInt(whole + kept.padEnd(SCALE, '0'))
  return isNegative ? -units : units
}

/** Decimals without the zeros at their end. */
function withoutZeros(decimals: string): string {
  let end = decimals.length
  while (decimals[end - 1] === '0') end -= 1
  return decimals.slice(0, end)
}

const MINUS = ['-', '−', '–']

function unsigned(text: string): { readonly isNegative: boolean; readonly number: string } {
  if (text.startsWith('(') && text.endsWith(')'))
    return { isNegative: true, number: text.slice(1, -1).trim() }
  const [first = '', last = ''] = [text[0], text.at(-1)]
  if (first === '+') return { isNegative: false, number: text.slice(1).trim() }
  if (MINUS.includes(first)) return { isNegative: true, number: text.slice(1).trim() }
  if (MINUS.includes(last)) return { isNegative: true, number: text.slice(0, -1).trim() }
  return { isNegative: false, number: text }
}

/** The edge writes a point, no groups, and a minus at the beginning alone. */
const EDGE_AMOUNT = /^(-?)(\d+)(?:\.(\d{1,4}))?$/

/**
 * Reads decimal text of the edge, of any length.
 *
 * @throws {CommandError} `edge-refused` if it is no amount: a sum that counted as nothing would hide money.
 */
export function edgeUnits(text: string): bigint {
  const [, minus, whole, decimals = ''] = EDGE_AMOUNT.exec(text) ?? []
  if (whole === undefined)
    throw new CommandError('edge-refused', [`“${text}” stands where the edge should have an amount`])
  const units = BigInt(whole + decimals.padEnd(SCALE, '0'))
  return minus ? -units : units
}

/** Writes a sum with its sign and at least the decimals of its currency. */
export function textOfUnits(units: bigint, exponent: number): string {
  const positive = units < 0n ? -units : units
  const rest = 10n ** BigInt(SCALE - exponent)
  const text = positive % rest === 0n ? toDecimal(positive / rest, exponent) : toDecimal(positive, SCALE)
  return units < 0n ? `-${text}` : text
}

/** An amount of the report and the decimals of its currency. */
export interface WrittenAmount {
  readonly text: string
  readonly exponent: number
}

/**
 * Finds the decimal mark that amounts prove, such as a point by `12.50`. Where some prove each of them, or none does and one
 * matters, a person has to say: of `12.50` and `1,5` one is odd, and `1.000` may be one or a thousand.
 */
export function decimalMarkIn(amounts: readonly WrittenAmount[]): Result<DecimalMark, string> {
  const read = amounts.map(({ text, exponent }) => ({
    ...{ text, point: unitsOf(text, exponent, 'point'), comma: unitsOf(text, exponent, 'comma') },
  }))
  const point = read.find((one) => one.point !== undefined && one.comma === undefined)
  const comma = read.find((one) => one.comma !== undefined && one.point === undefined)
  if (point && comma)
    return refused(`“${point.text}” has a decimal point and “${comma.text}” a comma; ${SAY}`)
  if (point || comma) return accepted(point ? 'point' : 'comma')
  const unclear = read.find((one) => one.point !== one.comma)
  return unclear ? refused(`“${unclear.text}” may have a decimal point or comma; ${SAY}`) : accepted('point')
}

const SAY = 'say --decimal point or --decimal comma'
