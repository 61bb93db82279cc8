/** Columns of a catalogue in CSV, as the command line and the desk read and write them. Pure. */
import type { Product } from './product.ts'

/** Columns with one value each. A range is `1-5`. */
export const SINGLE_COLUMNS = [
  ...(['aud', 'expires', 'item', 'description', 'currency', 'intent'] as const),
  ...(['act', 'amount', 'min', 'max', 'quantity', 'limit', 'image'] as const),
] as const

/** Columns with blanks between their values. */
export const LIST_COLUMNS = ['suggested', 'origin', 'method', 'collect', 'country'] as const

/** The description in a language, such as `description.de`, for pages in that language. A product has one name alone. */
const DESCRIPTION_COLUMN = /^description\.([a-z]{2,3}(?:-[a-z0-9]{1,8})*)$/i

/** The language of a column with descriptions; `undefined` of any other column. */
export const languageOfColumn = (name: string): string | undefined => DESCRIPTION_COLUMN.exec(name)?.[1]

export type CatalogueColumn = (typeof SINGLE_COLUMNS)[number] | (typeof LIST_COLUMNS)[number]

/** A line of a catalogue: the text of each column that is filled. */
export type CatalogueRow = Readonly<Partial<Record<CatalogueColumn, string | undefined>>>

/** Spreadsheets write CSV with commas, semicolons or tabs, depending on the language. */
const DELIMITERS = [',', ';', '\t'] as const

/** What parts the cells of a file. */
export function delimiterOf(csv: string): string {
  const [head = ''] = csv.split('\n', 1)
  return DELIMITERS.find((one) => head.includes(one)) ?? ','
}

/** A product as a line. It does not say whether the product is shown, nor its long description. */
export function catalogueRow(product: Product): CatalogueRow {
  const { quantity, origins, methods, units, image } = product
  const { id, name, currency, intent, act, amount, min, max, suggested, collect, countries } = product
  return {
    ...{ item: id, description: name, currency, intent, act, amount, min, max },
    quantity: quantity && `${quantity.min}-${quantity.max}`,
    limit: units?.toString(),
    image,
    suggested: suggested?.join(' '),
    origin: origins?.join(' '),
    method: methods?.join(' '),
    collect: collect?.join(' '),
    country: countries?.join(' '),
  }
}

/** The columns that at least one of the lines fills, in their order. */
export const filledColumns = (rows: readonly CatalogueRow[]): readonly CatalogueColumn[] =>
  [...SINGLE_COLUMNS, ...LIST_COLUMNS].filter((name) => rows.some((row) => row[name] !== undefined))
