/** Joins the files of several questions into one, as the list joins their orders. Pure. */

/** A record of CSV (RFC 4180): a quoted cell may have line breaks. */
const RECORD = /(?:"(?:[^"]|"")*"|[^"\r\n])+\r\n/g

/** A cell and the comma before it. */
const CELL = /(?:^|,)("(?:[^"]|"")*"|[^",]*)/g

const recordsOf = (csv: string) => csv.match(RECORD) ?? []

const cellsOf = (record: string) => [...record.trimEnd().matchAll(CELL)].map(([, cell = '']) => cell)

/**
 * Joins files of the order list, each newest first, into one that is newest first and has each order once.
 *
 * @param files At least one, all with the same first line.
 */
export function mergedCsv(files: readonly string[]): string {
  const [only = '', ...others] = files
  if (others.length === 0) return only
  const [header = ''] = recordsOf(only)
  const names = cellsOf(header)
  const [id, startedAt] = [names.indexOf('id'), names.indexOf('startedAt')]
  const rows = files
    .flatMap((file) => recordsOf(file).slice(1))
    .map((record) => ({ record, cells: cellsOf(record) }))
  const orders = new Map(rows.map((row) => [row.cells[id], row]))
  const start = ({ cells }: { readonly cells: readonly string[] }) => cells[startedAt] ?? ''
  const sorted = [...orders.values()].sort((one, other) => start(other).localeCompare(start(one)))
  return [header, ...sorted.map(({ record }) => record)].join('')
}

/** Spreadsheets read a file as UTF-8 only if it begins with a byte order mark. */
export const csvFile = (csv: string) => new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' })
