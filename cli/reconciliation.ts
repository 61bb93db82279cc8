/** Compares the gateway's report with the orders of the edge, in sums that moved. Pure. */
import { EXPONENTS } from '../shared/currencies.ts'
import { toDecimal, toMinor } from '../shared/money.ts'
import { accepted, type Result, refused } from '../shared/result.ts'
import { csvRows } from './catalogue.ts'

/** A transaction of the report. */
export interface ReportRow {
  /** The merchant's order id at the gateway: the reference, or `reference.2` for a second attempt. */
  readonly clientOrderId: string
  readonly amount: string
  readonly currency: string
  /** Default: a sale. */
  readonly type?: string
  /** Default: approved. */
  readonly status?: string
  readonly line: number
}

/** What the edge knows of an order. Amounts are decimal text. */
export interface KnownOrder {
  readonly reference: string
  readonly currency: string
  /** What the merchant has of it: captured less returned. */
  readonly kept: string
}

/** One disagreement. */
export interface Difference {
  readonly code: 'not-in-report' | 'not-at-edge' | 'amount' | 'currency'
  readonly reference: string
  readonly report?: string
  readonly edge?: string
}

/** What a report may call a column; compared without case, blanks and marks. */
const COLUMNS = {
  clientOrderId: ['clientorderid', 'merchantorderid', 'merchantorder', 'invoice', 'reference'],
  amount: ['amount', 'transactionamount', 'sum'],
  currency: ['currency', 'currencycode'],
  type: ['type', 'transactiontype'],
  status: ['status', 'transactionstatus'],
} as const

type Column = keyof typeof COLUMNS

/** The columns by which a report can be read. */
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly Column[]

/**
 * Reads a report in CSV.
 *
 * @param named Column → its name in this report, where the usual names do not fit.
 */
export function parseReport(
  text: string,
  named: Readonly<Partial<Record<Column, string>>>,
): Result<readonly ReportRow[], readonly string[]> {
  const rows = csvRows(text)
  if (!rows.ok) return rows
  const heads = Object.keys(rows.value[0]?.record ?? {})
  const places = Object.fromEntries(
    COLUMN_NAMES.map((column) => [column, headOf(column, named[column], heads)]),
  )
  const missing = (['clientOrderId', 'amount', 'currency'] as const).filter(
    (column) => places[column] === undefined,
  )
  if (missing.length > 0)
    return refused(
      missing.map((column) => `the report has no column for ${column}; name it by --columns ${column}=…`),
    )
  const read = rows.value.map(({ record, info }) => {
    const field = (column: Column) => record[places[column] ?? '']
    const optional = {
      ...(field('type') && { type: field('type') }),
      ...(field('status') && { status: field('status') }),
    }
    const [clientOrderId, amount, currency] = [
      field('clientOrderId') ?? '',
      field('amount') ?? '',
      field('currency') ?? '',
    ]
    return {
      clientOrderId,
      amount,
      currency: currency.toUpperCase(),
      ...optional,
      line: info.lines,
    } as ReportRow
  })
  const unreadable = read.filter(
    (row) => !row.clientOrderId || minorOf(row.amount, row.currency) === undefined,
  )
  if (unreadable.length > 0)
    return refused(
      unreadable.map(({ line }) => `line ${line}: the order, the amount or the currency cannot be read`),
    )
  return accepted(read)
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function headOf(column: Column, named: string | undefined, heads: readonly string[]): string | undefined {
  if (named !== undefined) return heads.find((head) => head === named)
  return heads.find((head) => (COLUMNS[column] as readonly string[]).includes(plain(head)))
}

/** Whether a transaction brings the merchant money, takes it, or neither, such as a hold. */
const SIGNS: Readonly<Record<string, number>> = {
  ...{ sale: 1, rebill: 1, capture: 1, recurring: 1, payment: 1 },
  ...{ reversal: -1, return: -1, refund: -1, chargeback: -1, void: -1 },
  ...{ preauth: 0, auth: 0, cancel: 0, verification: 0, accountverification: 0 },
}

/** The types of a report that nobody here knows. They are named and never guessed. */
export const unknownTypes = (rows: readonly ReportRow[]): readonly string[] => [
  ...new Set(
    rows.flatMap(({ type }) => (type !== undefined && SIGNS[plain(type)] === undefined ? [type] : [])),
  ),
]

/** The order of a transaction: attempts after the first have a number after a full stop. */
export const referenceOf = ({ clientOrderId }: Pick<ReportRow, 'clientOrderId'>) =>
  clientOrderId.replace(/\.\d+$/, '')

/**
 * Compares what the merchant has of each order by the report and by the edge.
 *
 * @param known Every order that the report names, and those of its time; `undefined` where the edge has none.
 */
export function reconcile(
  rows: readonly ReportRow[],
  known: ReadonlyMap<string, KnownOrder | undefined>,
): Difference[] {
  const byReference = grouped(rows, referenceOf)
  return [...new Set([...byReference.keys(), ...known.keys()])].flatMap((reference) =>
    differenceOf(reference, byReference.get(reference) ?? [], known.get(reference)),
  )
}

function differenceOf(
  reference: string,
  rows: readonly ReportRow[],
  order: KnownOrder | undefined,
): Difference[] {
  const moved = rows.filter(({ status }) => status === undefined || plain(status) === 'approved')
  const currencies = [...new Set(moved.map(({ currency }) => currency))]
  if (!order) return moved.length > 0 ? [{ code: 'not-at-edge', reference, report: textOf(moved) }] : []
  const edge = `${order.kept} ${order.currency}`
  const kept = minorOf(order.kept, order.currency) ?? 0
  if (moved.length === 0) return kept > 0 ? [{ code: 'not-in-report', reference, edge }] : []
  if (currencies.some((currency) => currency !== order.currency))
    return [{ code: 'currency', reference, report: currencies.join(', '), edge }]
  return sumOf(moved) === kept ? [] : [{ code: 'amount', reference, report: textOf(moved), edge }]
}

/** Node 20 has no `Map.groupBy`. */
function grouped(rows: readonly ReportRow[], nameOf: (row: ReportRow) => string): Map<string, ReportRow[]> {
  const groups = new Map<string, ReportRow[]>()
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row])
  return groups
}

function sumOf(rows: readonly ReportRow[]): number {
  const types = rows.map(({ type = 'sale' }) => plain(type))
  // Undoing a hold moves nothing.
  const isHeld = types.some((type) => type === 'preauth' || type === 'auth')
  const signs = types.map((type) => (type === 'void' && isHeld ? 0 : (SIGNS[type] ?? 0)))
  return rows.reduce(
    (sum, row, index) => sum + (signs[index] ?? 0) * (minorOf(row.amount, row.currency) ?? 0),
    0,
  )
}

function textOf(rows: readonly ReportRow[]): string {
  const groups = [...grouped(rows, ({ currency }) => currency)]
  return groups
    .map(([currency, some]) => `${signed(sumOf(some), EXPONENTS.get(currency) ?? 2)} ${currency}`)
    .join(', ')
}

const signed = (minor: number, exponent: number) =>
  (minor < 0 ? '-' : '') + toDecimal(Math.abs(minor), exponent)

/** Minor units of a sum without its sign: reports write returns with and without one. */
function minorOf(amount: string, currency: string): number | undefined {
  const exponent = EXPONENTS.get(currency)
  if (exponent === undefined) return undefined
  const minor = toMinor(amount.replace(/^[-+−]/, ''), exponent)
  return minor.ok ? minor.value : undefined
}
