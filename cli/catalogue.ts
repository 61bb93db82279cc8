/** A catalogue: what a shop sells, as a file in CSV or JSON. Pure. */
import { parse } from 'csv-parse/sync'
import { delimiterOf, languageOfColumn } from '../shared/catalogue-row.ts'
import { accepted, type Result, refused } from '../shared/result.ts'
import type { Draft } from './offer-claims.ts'
import { draftFromFlags, LIST_FLAGS, SINGLE_FLAGS } from './offer-flags.ts'

/** An item of the catalogue, and where it stands, for messages. */
export interface CatalogueEntry {
  readonly draft: Draft
  /** Language → description, for pages in that language. */
  readonly descriptions: Readonly<Record<string, string>>
  readonly place: string
}

/**
 * Reads a catalogue. CSV has a line of column names first: those of the flags, lists with blanks between their values, and
 * an empty field for a claim that an item lacks. JSON is a list of claims, each as in a file for `--claims`. Either may have
 * descriptions in further languages, such as `description.de`.
 *
 * @param now Seconds since the epoch, from which `30d` in the column `expires` counts.
 */
export function parseCatalogue(
  text: string,
  now: number,
): Result<readonly CatalogueEntry[], readonly string[]> {
  const entries = /^\s*\[/.test(text) ? entriesInJson(text) : entriesInCsv(text, now)
  if (!entries.ok) return entries
  const items = entries.value.map(({ draft }) => draft.item)
  const twice = entries.value.filter(({ draft }, index) => items.indexOf(draft.item) !== index)
  if (twice.length > 0)
    return refused(twice.map(({ draft, place }) => `${place}: the item ${draft.item} stands twice`))
  return entries.value.length > 0 ? entries : refused(['the catalogue is empty'])
}

type Entries = Result<readonly CatalogueEntry[], readonly string[]>

function entriesInJson(text: string): Entries {
  const list = parsedJson(text)
  if (!Array.isArray(list)) return refused(['the catalogue is not a JSON list'])
  const entries = list.map((draft: unknown, index) => ({ draft, place: `entry ${index + 1}` }))
  const odd = entries.filter(({ draft }) => !isDraft(draft))
  return odd.length > 0
    ? refused(odd.map(({ place }) => `${place}: must be an object of claims`))
    : accepted(entries.map(({ draft, place }) => ({ ...inLanguages(draft as Draft), place })))
}

/** Takes the descriptions in further languages out of what is claimed. */
function inLanguages(draft: Draft): Pick<CatalogueEntry, 'draft' | 'descriptions'> {
  const isLanguage = ([name, value]: readonly [string, unknown]) =>
    languageOfColumn(name) !== undefined && typeof value === 'string'
  const all = Object.entries(draft)
  const further = all
    .filter(isLanguage)
    .map(([name, value]) => [languageOfColumn(name)?.toLowerCase(), String(value)])
  return {
    draft: Object.fromEntries(all.filter((entry) => !isLanguage(entry))),
    descriptions: Object.fromEntries(further),
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface CsvRecord {
  readonly record: Readonly<Record<string, string>>
  readonly info: { readonly lines: number }
}

function entriesInCsv(text: string, now: number): Entries {
  const read = csvRows(text)
  if (!read.ok) return read
  const { names, rows } = read.value
  const known: readonly string[] = [...SINGLE_FLAGS, ...LIST_FLAGS]
  const strange = names.filter((name) => !known.includes(name) && languageOfColumn(name) === undefined)
  if (strange.length > 0)
    return refused(
      strange.map(
        (name) => `there is no column ${name}; use ${known.join(', ')}, or description.de for a language`,
      ),
    )
  // Of two columns the last would win, and the other sum would be forgotten.
  const twice = names.filter((name, at) => names.findIndex((one) => isSameColumn(one, name)) < at)
  if (twice.length > 0) return refused(twice.map((name) => `there are two columns ${name}`))
  return accepted(
    rows.map(({ record, info }) => ({ ...entryFromRow(record, now), place: `line ${info.lines}` })),
  )
}

/** A language has no case. */
const isSameColumn = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** What a file has below its line of names. */
interface CsvRows {
  readonly names: readonly string[]
  /** With their lines, counted from 1. */
  readonly rows: readonly CsvRecord[]
}

function csvRows(text: string): Result<CsvRows, readonly string[]> {
  let names: string[] = []
  try {
    const rows: unknown = parse(text, {
      bom: true,
      columns: (head: string[]) => {
        names = head
        return head
      },
      delimiter: delimiterOf(text),
      info: true,
      skip_empty_lines: true,
      trim: true,
    })
    return accepted({ names, rows: rows as CsvRecord[] })
  } catch (error) {
    return refused([`the CSV cannot be read: ${error instanceof Error ? error.message : 'malformed'}`])
  }
}

function entryFromRow(row: Readonly<Record<string, string>>, now: number) {
  const filled = (name: string) => (row[name] ? row[name] : undefined)
  const entries = [
    ...SINGLE_FLAGS.map((name) => [name, filled(name)] as const),
    ...LIST_FLAGS.map((name) => [name, filled(name)?.split(/\s+/)] as const),
  ]
  const flags = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const { descriptions } = inLanguages(Object.fromEntries(Object.entries(row).filter(([, text]) => text)))
  return { draft: draftFromFlags(flags, now), descriptions }
}
