/** Reads a report of the gateway as CSV, and says how it was read. Pure. */
import { parse } from 'csv-parse/sync'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { COLUMNS, type Column, knownIn, type NamedColumns, placesIn } from './report-columns.ts'

/** How a person may say that the report is written. */
export interface ReportLayout {
  readonly columns: NamedColumns
  /** Default: the one that separates the columns best. */
  readonly delimiter?: string
}

/** A line of the report below its names. */
export interface ReportLine {
  /** Counted from 1. */
  readonly line: number
  readonly fields: Readonly<Partial<Record<Column, string>>>
  /** It has more or fewer fields than names, so it is not clear which is which. */
  readonly isRagged: boolean
}

/** A report, and how it was read. */
export interface ReportFile {
  readonly lines: readonly ReportLine[]
  /** Column → its name in the report. Absent: the report has none. */
  readonly columns: Readonly<Partial<Record<Column, string>>>
  readonly delimiter: string
  /** The line of the names. */
  readonly headLine: number
}

/** Spreadsheets write CSV with one of them, depending on the language. */
const DELIMITERS = [',', ';', '\t', '|']

/** Above its names a report may have a title and a date. */
const MAX_HEAD_LINES = 10

/** @returns Why the report cannot be read, one sentence each. */
export function readReport(
  text: string,
  { columns, delimiter }: ReportLayout,
): Result<ReportFile, readonly string[]> {
  const tried = (delimiter === undefined ? DELIMITERS : [delimiter]).map((one) => split(text, one, columns))
  const readable = tried.flatMap((one) => (one.ok ? [one.value] : []))
  const best = readable.reduce<Split | undefined>(
    (most, one) => (most && most.known >= one.known ? most : one),
    undefined,
  )
  if (!best) return refused(tried.flatMap((one) => (one.ok ? [] : [one.reason])).slice(0, 1))
  return fileOf(best, columns)
}

interface CsvRecord {
  readonly fields: readonly string[]
  readonly line: number
}

/** The report, separated by one delimiter. */
interface Split {
  readonly delimiter: string
  readonly records: readonly CsvRecord[]
  /** Index of the record with the names. */
  readonly head: number
  /** How many of the columns that are used it names. */
  readonly known: number
}

function split(text: string, delimiter: string, columns: NamedColumns): Result<Split, string> {
  const records = recordsOf(text, delimiter)
  if (!records.ok) return records
  const counts = records.value.slice(0, MAX_HEAD_LINES).map(({ fields }) => knownIn(fields, columns))
  const known = Math.max(0, ...counts)
  return accepted({ delimiter, records: records.value, head: Math.max(0, counts.indexOf(known)), known })
}

function recordsOf(text: string, delimiter: string): Result<readonly CsvRecord[], string> {
  try {
    const rows = parse(text, {
      ...{ bom: true, delimiter, info: true, trim: true },
      ...{ skip_empty_lines: true, relax_column_count: true },
    }) as unknown as readonly {
      readonly record: readonly string[]
      readonly info: { readonly lines: number }
    }[]
    return accepted(rows.map(({ record, info }) => ({ fields: record, line: info.lines })))
  } catch (error) {
    return refused(`the CSV cannot be read: ${error instanceof Error ? error.message : 'malformed'}`)
  }
}

function fileOf(
  { records, head, delimiter }: Split,
  named: NamedColumns,
): Result<ReportFile, readonly string[]> {
  const { fields: heads = [], line: headLine = 1 } = records[head] ?? {}
  const places = placesIn(heads, named)
  if (!places.ok) return places
  const used = COLUMNS.filter((column) => places.value[column] !== undefined)
  const pick = (fields: readonly string[]) =>
    Object.fromEntries(used.map((column) => [column, fields[places.value[column] ?? -1] ?? '']))
  const lines = records.slice(head + 1).map(({ fields, line }) => ({
    ...{ line, fields: pick(fields), isRagged: fields.length !== heads.length },
  }))
  return accepted({ lines, columns: pick(heads), delimiter, headLine })
}
