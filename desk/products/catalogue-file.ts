/** A catalogue as a file in CSV, as spreadsheets and the command line write and read it. Pure. The edge has the last word. */
import {
  type CatalogueColumn,
  type CatalogueRow,
  catalogueRow,
  delimiterOf,
  filledColumns,
  LIST_COLUMNS,
  languageOfColumn,
  SINGLE_COLUMNS,
} from '../../shared/catalogue-row.ts'
import { COLLECT } from '../../shared/customer.ts'
import { ACTS, METHODS } from '../../shared/order-values.ts'
import type { Product } from '../../shared/product.ts'
import type { CatalogueProduct } from '../../shared/product-import.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { without } from '../../shared/without.ts'
import {
  emptyDraft,
  PRODUCT_INTENTS,
  type ProductDraft,
  type ProductField,
  readDraft,
} from './product-draft.ts'

/** Why a line makes no product. */
export interface WrongCell {
  readonly column: CatalogueColumn
  /**
   * `twice`: the item stands above too. `value`: the column has no such value, or the line has more or fewer cells than columns,
   * as where a comma stands in a cell without quotes. Else what the form says of the field.
   */
  readonly is: ProductField | 'twice' | 'value'
}

/** A line of the file, counted from 1 with the line of names. */
export interface CatalogueLine {
  readonly line: number
  readonly id: string
  readonly product: Result<CatalogueProduct, readonly WrongCell[]>
}

/** Why a file makes no products at all. */
export type WrongFile =
  | { readonly is: 'malformed' | 'empty' }
  | { readonly is: 'columns'; readonly names: readonly string[] }

const COLUMNS: readonly string[] = [...SINGLE_COLUMNS, ...LIST_COLUMNS]

/** Reads all lines, so that a person learns everything that is wrong at once. */
export function readCatalogue(csv: string): Result<readonly CatalogueLine[], WrongFile> {
  const text = csv.replace(/^\uFEFF/, '')
  const records = csvRecords(text, delimiterOf(text))
  if (!records) return refused({ is: 'malformed' })
  const [head, ...rest] = records
  if (!head || rest.length === 0) return refused({ is: 'empty' })
  const isKnown = (name: string) => COLUMNS.includes(name) || languageOfColumn(name) !== undefined
  const strange = head.cells.filter((name, at, all) => !isKnown(name) || all.indexOf(name) < at)
  if (strange.length > 0) return refused({ is: 'columns', names: strange })
  const seen = new Set<string>()
  return accepted(
    rest.map(({ line, cells }) => {
      const row: CatalogueRow = Object.fromEntries(cells.map((cell, at) => [head.cells[at], cell]))
      const id = row.item ?? ''
      const product = seen.has(id)
        ? refused([{ column: 'item', is: 'twice' } as const])
        : cells.length === head.cells.length
          ? productIn(row)
          : refused([{ column: 'item', is: 'value' } as const])
      seen.add(id)
      return { line, id, product }
    }),
  )
}

interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** RFC 4180, without lines that are empty. @returns `undefined` where a quoted cell does not end. */
function csvRecords(text: string, delimiter: string): readonly CsvRecord[] | undefined {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"[ ]*|([^"${delimiter}\\r\\n][^${delimiter}\\r\\n]*)|)(${delimiter}|\\r?\\n|$)`,
    'y',
  )
  const records: CsvRecord[] = []
  let line = 1
  while (cell.lastIndex < text.length) {
    const cells: string[] = []
    const start = line
    for (let end = delimiter; end === delimiter; ) {
      const [whole, quoted, plain = '', after = ''] = cell.exec(text) ?? []
      if (whole === undefined) return undefined
      cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
      line += whole.split('\n').length - 1
      end = after
    }
    if (cells.some(Boolean)) records.push({ line: start, cells })
  }
  return records
}

function productIn(row: CatalogueRow): Result<CatalogueProduct, readonly WrongCell[]> {
  const { content, units, wrong } = readDraft(draftIn(row), { locale: 'en', readSum }, true)
  const cells = [...strangeValues(row), ...[...wrong].map((is) => ({ column: columnOf(is), is }))]
  if (cells.length > 0) return refused(cells)
  return accepted({
    id: row.item ?? '',
    content: without(content, 'shown', 'description'),
    ...(units !== undefined && { units }),
  })
}

/**
 * Reads a sum of a file: digits, and at most the currency's decimals after a point or a comma. A file does not tell its
 * language, so nothing parts thousands: `1,250` would be a thousand times as much in one language as in another.
 */
function readSum(cell: string, decimals: number): string | undefined {
  const [, whole, rest = ''] = /^0*(\d+)(?:[.,](\d+))?$/.exec(cell) ?? []
  if (whole === undefined || rest.length > decimals) return undefined
  return decimals ? `${whole}.${rest.padEnd(decimals, '0')}` : whole
}

const wordsIn = (text = '') => text.split(/\s+/).filter(Boolean)

/** A line as the form has it. */
function draftIn(row: CatalogueRow): ProductDraft {
  const { item = '', description = '', currency = '', amount = '', min = '', max = '' } = row
  const [, fewest = '', most = ''] = /^(\d+)-(\d+)$/.exec(row.quantity ?? '') ?? []
  return {
    ...emptyDraft(currency.toUpperCase()),
    ...{
      id: item,
      name: description,
      image: row.image ?? '',
      amount,
      min,
      max,
      isOpen: !amount && !!(min || max),
    },
    ...{ suggested: row.suggested ?? '', fewest, most, units: row.limit ?? '' },
    intent: PRODUCT_INTENTS.find((one) => one === row.intent) ?? 'sale',
    act: ACTS.find((one) => one === row.act) ?? '',
    collect: COLLECT.filter((one) => wordsIn(row.collect).includes(one)),
    methods: METHODS.filter((one) => wordsIn(row.method).includes(one)),
    hasAllMethods: !row.method,
    ...{ countries: row.country ?? '', origins: row.origin ?? '' },
  }
}

/** What the form's choices do not have, or what goes with nothing else of the line. */
function strangeValues(row: CatalogueRow): readonly WrongCell[] {
  const allows = (values: readonly string[], text?: string) =>
    wordsIn(text).every((word) => values.includes(word))
  const isFree = row.intent === 'verify'
  const isRange = !!(row.min || row.max || row.suggested)
  const fine: Partial<Record<CatalogueColumn, boolean>> = {
    intent: allows(PRODUCT_INTENTS, row.intent),
    act: allows(isFree ? [] : ACTS, row.act),
    collect: allows(COLLECT, row.collect),
    method: allows(METHODS, row.method),
    amount: !row.amount || !(isFree || isRange),
    min: !isRange || !isFree,
    quantity: !row.quantity || (/^\d+-\d+$/.test(row.quantity) && !isFree && !isRange),
  }
  return COLUMNS.filter((name) => fine[name as CatalogueColumn] === false).map((name) => ({
    column: name as CatalogueColumn,
    is: 'value',
  }))
}

/** The column that a field of the form comes from. */
function columnOf(field: ProductField): CatalogueColumn {
  const columns: Partial<Record<ProductField, CatalogueColumn>> = {
    ...{ id: 'item', name: 'description', fewest: 'quantity', most: 'quantity', units: 'limit' },
    ...{ countries: 'country', methods: 'method', origins: 'origin' },
  }
  return columns[field] ?? (field as CatalogueColumn)
}

/** Writes a catalogue that {@link readCatalogue} and the command line read. */
export function catalogueCsv(products: readonly Product[]): string {
  const rows = products.map(catalogueRow)
  const columns = filledColumns(rows)
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))]
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

const quoted = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
