/** Which column of a report is which. Pure. */
import { accepted, type Result, refused } from '../../shared/result.ts'

/** What a report may call a column; compared without case, blanks and marks. Of several, the first counts. */
const USUAL_NAMES = {
  clientOrderId: ['clientorderid', 'merchantorderid', 'merchantorder', 'invoice', 'reference'],
  amount: ['amount', 'transactionamount', 'sum'],
  currency: ['currency', 'currencycode'],
  // Beside either, a plain “type” or “status” is often that of the card.
  type: ['transactiontype', 'type'],
  status: ['transactionstatus', 'status'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** A column that the comparison uses. */
export type Column = keyof typeof USUAL_NAMES

/** Every column by which a report can be read. */
export const COLUMNS: readonly Column[] = ['clientOrderId', 'amount', 'currency', 'type', 'status']

/** Without these nothing can be compared. */
const NEEDED: readonly Column[] = ['clientOrderId', 'amount', 'currency']

/** Column → its place in a line, from 0. */
export type Places = Readonly<Partial<Record<Column, number>>>

/** Column → its name in the report, or `#` and its number, from 1. */
export type NamedColumns = Readonly<Partial<Record<Column, string>>>

/**
 * Finds the columns in a line of names.
 *
 * @returns Their places; or why a column cannot be told from another, or is missing.
 */
export function placesIn(heads: readonly string[], named: NamedColumns): Result<Places, readonly string[]> {
  const found = COLUMNS.map((column) => [column, placeOf(column, named[column], heads)] as const)
  const problems = found.flatMap(([, place]) => (typeof place === 'string' ? [place] : []))
  if (problems.length > 0) return refused(problems)
  return accepted(Object.fromEntries(found.filter(([, place]) => place !== undefined)))
}

/** How many columns a line of names has of those that are used. */
export const knownIn = (heads: readonly string[], named: NamedColumns): number =>
  COLUMNS.filter((column) => typeof placeOf(column, named[column], heads) === 'number').length

function placeOf(
  column: Column,
  named: string | undefined,
  heads: readonly string[],
): number | string | undefined {
  const places = named === undefined ? usualPlaces(column, heads) : namedPlaces(named, heads)
  const [place] = places
  if (places.length > 1)
    return `several columns are named “${heads[place ?? 0]}”; name the one for ${column} by its number: --columns ${column}=#${(place ?? 0) + 1}`
  if (place !== undefined) return place
  if (named !== undefined)
    return `there is no column “${named}” for ${column}; the report has ${heads.map((head) => `“${head}”`).join(', ')}`
  return NEEDED.includes(column)
    ? `the report has no column for ${column}; name it by --columns ${column}=…`
    : undefined
}

function namedPlaces(named: string, heads: readonly string[]): readonly number[] {
  const [, number] = /^#(\d{1,4})$/.exec(named) ?? []
  if (number === undefined) return placesWhere(heads, (head) => head === named)
  const place = Number(number) - 1
  return place >= 0 && place < heads.length ? [place] : []
}

function usualPlaces(column: Column, heads: readonly string[]): readonly number[] {
  const all = USUAL_NAMES[column].map((name) => placesWhere(heads, (head) => plain(head) === name))
  return all.find((places) => places.length > 0) ?? []
}

const placesWhere = (heads: readonly string[], isIt: (head: string) => boolean): readonly number[] =>
  heads.flatMap((head, place) => (isIt(head) ? [place] : []))

/** A name without case, blanks and marks. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
