/** Compares the rows of a report with the orders of the edge, in sums that moved. Pure. */

import { EXPONENTS } from '../../shared/currencies.ts'
import { referenceIn } from '../../shared/order-names.ts'
import type { Intent } from '../../shared/order-view.ts'
import { isMarked, spelledAs } from './edge-names.ts'
import { edgeUnits, textOfUnits } from './report-amounts.ts'
import type { ReadLines, ReportRow, UnreadLine } from './report-rows.ts'

/** What the edge knows of an order. Amounts are decimal text. */
export interface KnownOrder {
  readonly reference: string
  readonly intent: Intent
  readonly amount: string
  readonly currency: string
  readonly captured: string
  readonly returned: string
  /** What banks took back besides. */
  readonly chargedBack: string
  /** The money never left: what was captured counts for nothing. */
  readonly isVoided: boolean
  /** The gateway charges by a schedule, and does not report those charges to the edge. */
  readonly isScheduled: boolean
  /** The names of its attempts at the gateway. Empty where they were not read, since the report names none of them. */
  readonly names: readonly string[]
}

/** One disagreement. */
export interface Difference {
  readonly code: 'not-in-report' | 'not-at-edge' | 'amount' | 'currency'
  readonly reference: string
  readonly report?: string
  readonly edge?: string
}

/** An order that cannot be compared. */
export interface Uncompared {
  readonly reference: string
  readonly why: string
}

/** Transactions of the gateway account whose names no order of the edge has. */
export interface Stranger {
  readonly name: string
  /** What moved by them. Absent: nothing did. */
  readonly report?: string
  /** It begins like an order of the edge. */
  readonly isSimilar: boolean
}

/** What the comparison found. */
export interface Comparison {
  readonly differences: readonly Difference[]
  readonly uncompared: readonly Uncompared[]
  readonly strangers: readonly Stranger[]
}

/**
 * Compares what the merchant has of each order by the report and by the edge. A row is of an order if one of the order's
 * attempts has its name: another shop of the gateway account may use the same references.
 *
 * @param orders Every order that the report may name, and those of its time.
 */
export function compare(lines: ReadLines, orders: readonly KnownOrder[]): Comparison {
  const spelled = spelledAs(orders.flatMap(({ names }) => names))
  const rows = lines.rows.map((row) => ({ ...row, name: spelled(row.name) }))
  const unread = lines.unread.map((line) => ({ ...line, ...(line.name && { name: spelled(line.name) }) }))
  const owners = new Map(orders.flatMap((order) => order.names.map((name) => [name, order])))
  const results = orders.map((order) =>
    resultOf(order, {
      rows: rows.filter(({ name }) => owners.get(name) === order),
      unread: unread.filter(({ name }) => name !== undefined && owners.get(name) === order),
    }),
  )
  return {
    differences: results.flatMap((one) => (one && 'code' in one ? [one] : [])),
    uncompared: results.flatMap((one) => (one && 'why' in one ? [one] : [])),
    strangers: strangersIn(
      rows.filter(({ name }) => !owners.has(name)),
      new Set(orders.map(({ reference }) => reference)),
    ),
  }
}

/** The strangers whose money moved as differences, for a gateway account that only this edge uses. */
export const asDifferences = (strangers: readonly Stranger[]): readonly Difference[] =>
  strangers.flatMap(({ name, report }) => (report ? [{ code: 'not-at-edge', reference: name, report }] : []))

/**
 * The strangers that may be orders all the same: the edge cuts long references for a gateway that takes short names, and
 * its list finds none of these by the name.
 */
export const mayBeOurs = (strangers: readonly Stranger[]): readonly Uncompared[] =>
  strangers
    .filter(({ name, report }) => report !== undefined && isMarked(name))
    .map(({ name, report }) => ({
      reference: name,
      why: `its ${report} may be of an order whose name was cut; give --from and --to`,
    }))

function resultOf(order: KnownOrder, { rows, unread }: ReadLines): Difference | Uncompared | undefined {
  const { reference, currency } = order
  const [first] = unread
  if (first) return { reference, why: whyOf(first) }
  if (order.isScheduled) return { reference, why: 'the edge does not know what its schedule charged' }
  const moved = rows.filter(({ isMoved }) => isMoved)
  const kept = keptOf(order)
  const edge = `${textOfUnits(kept, EXPONENTS.get(currency) ?? 2)} ${currency}`
  if (moved.length === 0) return kept === 0n ? undefined : { code: 'not-in-report', reference, edge }
  if (moved.some((row) => row.currency !== currency))
    return { code: 'currency', reference, report: sumsText(moved), edge }
  const sum = sumOf(order, moved)
  if (sum === undefined) return { reference, why: 'what a void of it undoes is not clear' }
  const report = `${textOfUnits(sum, EXPONENTS.get(currency) ?? 2)} ${currency}`
  return sum === kept ? undefined : { code: 'amount', reference, report, edge }
}

const whyOf = ({ line, why }: UnreadLine) => `cannot read line ${line}: ${why}`

/** What the merchant has of an order by the edge. Of a payout it is less than nothing. */
function keptOf({ intent, captured, returned, chargedBack, isVoided }: KnownOrder): bigint {
  const kept = isVoided ? 0n : edgeUnits(captured) - edgeUnits(returned)
  return (intent === 'payout' ? -kept : kept) - edgeUnits(chargedBack)
}

/** By the report. @returns `undefined` where a row may be read in two ways. */
function sumOf(order: KnownOrder, rows: readonly ReportRow[]): bigint | undefined {
  const sums = [...grouped(rows)].map(([, some]) => sumOfName(order, some))
  return sums.reduce<bigint | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0n,
  )
}

/** A name is one transaction of the gateway, with everything that followed it. */
function sumOfName(order: KnownOrder, rows: readonly ReportRow[]): bigint | undefined {
  const of = (...kinds: readonly ReportRow['kind'][]) =>
    total(rows.filter(({ kind }) => kinds.includes(kind)))
  const isHold = order.intent === 'preauth' || rows.some(({ kind }) => kind === 'hold')
  const undone = of('undo')
  const isPayout = order.intent === 'payout'
  const moved = of('take', 'capture', 'out')
  // Money that went out comes back, to the merchant.
  const rest = isPayout ? moved - of('back') : moved + of('back')
  // It may undo all of it, or nothing.
  if (rest !== 0n && rows.some(({ kind, units }) => kind === 'undo' && units === 0n)) return undefined
  if (isPayout) return rest - undone
  if (!isHold || undone === 0n) return rest + undone
  const undoing = undoneCapture({
    undone: -undone,
    captured: of('capture'),
    held: of('hold') || edgeUnits(order.amount),
  })
  return undoing === undefined ? undefined : rest - undoing
}

interface Undoing {
  readonly undone: bigint
  readonly captured: bigint
  readonly held: bigint
}

/**
 * How much of a capture a void of held money takes back: nothing where it lets the hold go, or what was left of it.
 *
 * @returns `undefined` where the sum fits both.
 */
function undoneCapture({ undone, captured, held }: Undoing): bigint | undefined {
  const left = held - captured
  if (captured === 0n) return 0n
  if (undone === captured && undone === left) return undefined
  if (undone === captured || undone === held) return captured
  return undone === left ? 0n : undefined
}

function strangersIn(rows: readonly ReportRow[], references: ReadonlySet<string>): readonly Stranger[] {
  return [...grouped(rows)].map(([name, some]) => {
    const moved = some.filter(({ isMoved, units, kind }) => isMoved && units !== 0n && kind !== 'hold')
    return {
      ...{ name, isSimilar: references.has(referenceIn(name)) },
      ...(moved.length > 0 && { report: sumsText(moved) }),
    }
  })
}

/** The sums of rows, one for each currency. A hold has moved nothing. */
function sumsText(rows: readonly ReportRow[]): string {
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  const texts = currencies.map((currency) => {
    const sum = total(rows.filter((row) => row.currency === currency && row.kind !== 'hold'))
    return `${textOfUnits(sum, EXPONENTS.get(currency) ?? 2)} ${currency}`
  })
  return texts.join(', ')
}

const total = (rows: readonly ReportRow[]): bigint => rows.reduce((sum, { units }) => sum + units, 0n)

/** Node 20 has no `Map.groupBy`. */
function grouped(rows: readonly ReportRow[]): ReadonlyMap<string, readonly ReportRow[]> {
  const groups = new Map<string, ReportRow[]>()
  for (const row of rows) {
    const group = groups.get(row.name)
    if (group) group.push(row)
    else groups.set(row.name, [row])
  }
  return groups
}
