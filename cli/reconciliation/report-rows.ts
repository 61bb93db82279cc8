/** What each line of a report says of money. Pure. What it does not understand, it names and never guesses. */
import { EXPONENTS } from '../../shared/currencies.ts'
import { ownMember } from '../own-member.ts'
import { type DecimalMark, unitsOf, type WrittenAmount } from './report-amounts.ts'
import { plain } from './report-columns.ts'
import type { ReportLine } from './report-file.ts'

/**
 * What a transaction does: takes money, takes held money, gives some back, undoes a sale or a hold, holds money, sends
 * money out, or moves none.
 */
type MovementKind = 'take' | 'capture' | 'back' | 'undo' | 'hold' | 'out' | 'none'

/** The types of transactions, as the gateway's specification, its libraries and the sandbox spell them. */
const KINDS: Readonly<Record<string, MovementKind>> = {
  ...{ sale: 'take', rebill: 'take', recurring: 'take', payment: 'take', purchase: 'take' },
  ...{ capture: 'capture' },
  ...{ reversal: 'back', return: 'back', refund: 'back', chargeback: 'back' },
  ...{ void: 'undo', cancel: 'undo' },
  ...{ preauth: 'hold', auth: 'hold' },
  ...{ payout: 'out', transfer: 'out' },
  ...{ verification: 'none', verify: 'none', accountverification: 'none' },
  ...{ payoutcheck: 'none', paneligibility: 'none' },
}

/** Whether a transaction of this status moved money. */
const MOVES: Readonly<Record<string, boolean>> = {
  approved: true,
  ...{ declined: false, filtered: false, error: false, cancelled: false, expired: false },
  ...{ processing: false, pending: false, unknown: false },
}

/** A transaction that is understood. */
export interface ReportRow {
  readonly line: number
  /** The merchant's order id at the gateway. */
  readonly name: string
  readonly kind: MovementKind
  readonly currency: string
  /** What the merchant has more by it, in ten-thousandths, negative where it has less. Of a hold: what is held. */
  readonly units: bigint
  /** It was approved. Any other moved nothing. */
  readonly isMoved: boolean
}

/** A line that is not understood. */
export interface UnreadLine {
  readonly line: number
  readonly why: string
  /** The order, where the line names one. */
  readonly name?: string
}

/** The lines, in the order of the report. */
export interface ReadLines {
  readonly rows: readonly ReportRow[]
  readonly unread: readonly UnreadLine[]
}

/** The amounts whose currency is known, by which the decimal mark is found. */
export const writtenAmounts = (lines: readonly ReportLine[]): readonly WrittenAmount[] =>
  lines.flatMap(({ fields: { amount = '', currency = '' } }) => {
    const exponent = EXPONENTS.get(currency.toUpperCase())
    return exponent === undefined || amount === '' ? [] : [{ text: amount, exponent }]
  })

/** Reads every line. */
export function readLines(lines: readonly ReportLine[], mark: DecimalMark): ReadLines {
  const read = lines.map((line) => rowOf(line, mark))
  const signed = read.map((row) => ('why' in row ? row : withSign(row, minusKinds(read))))
  return {
    rows: signed.flatMap((row) => ('why' in row ? [] : [row])),
    unread: signed.flatMap((row) => ('why' in row ? [row] : [])),
  }
}

function rowOf({ line, fields, isRagged }: ReportLine, mark: DecimalMark): ReportRow | UnreadLine {
  const { clientOrderId: name = '', amount = '', currency: code = '', type, status } = fields
  const unread = (why: string) => ({ line, why, ...(name && { name }) })
  const currency = code.toUpperCase()
  const exponent = EXPONENTS.get(currency)
  const kind = type === undefined ? 'take' : ownMember(KINDS, plain(type))
  const isMoved = status === undefined ? true : ownMember(MOVES, plain(status))
  const units = exponent === undefined ? undefined : unitsOf(amount, exponent, mark)
  if (isRagged) return unread('it has more or fewer fields than there are names')
  if (!name) return unread('it names no order')
  if (exponent === undefined) return unread(`“${code}” is no currency`)
  if (kind === undefined) return unread(`the command does not know what “${type}” does with money`)
  if (isMoved === undefined) return unread(`whether “${status}” moved money is not known`)
  if (units === undefined) return unread(`“${amount}” is no amount in ${currency}`)
  return { line, name, kind, currency, units, isMoved }
}

/** Reports write what leaves the merchant with a minus or without. */
const LEAVES: readonly MovementKind[] = ['back', 'undo', 'out']

/** Kinds that this report writes with a minus. */
const minusKinds = (rows: readonly (ReportRow | UnreadLine)[]): ReadonlySet<MovementKind> =>
  new Set(rows.flatMap((row) => ('why' in row || row.units >= 0n ? [] : [row.kind])))

/** A sum below zero is money back, or cannot be. */
function withSign(row: ReportRow, minus: ReadonlySet<MovementKind>): ReportRow | UnreadLine {
  const { line, name, kind, units } = row
  if (LEAVES.includes(kind)) {
    if (units > 0n && minus.has(kind))
      return { line, name, why: 'it has no minus, and others of its type have one' }
    return { ...row, units: units > 0n ? -units : units }
  }
  if (units >= 0n || kind === 'take' || kind === 'capture') return row
  return { line, name, why: 'a sum below zero cannot be of a type that moves no money' }
}
