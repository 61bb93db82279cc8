/** Writes the tables of the bench into `docs/performance.md`. Pure: the same figures give the same text. */
import type { BenchResults, PartResult, PartRun, Row } from './bench-results.ts'
import { table } from './markdown-table.ts'

/** The lines around the tables of one part in the document. */
const PLACE = /<!-- bench (\w+): npm run reference -->.*?<!-- \/bench -->/gs

const NO_RUN = 'No run is kept.\n'

/**
 * Puts the tables of each part where the document has a place for them.
 *
 * @throws {TypeError} If a part has no place.
 */
export function withBenchTables(document: string, runs: BenchResults): string {
  const placed = new Set<string>()
  const text = document.replaceAll(PLACE, (_, part: string) => {
    placed.add(part)
    const run = runs[part]
    return `<!-- bench ${part}: npm run reference -->\n\n${run ? textOf(run) : NO_RUN}\n<!-- /bench -->`
  })
  const missing = Object.keys(runs).filter((part) => !placed.has(part))
  if (missing.length) throw new TypeError(`docs/performance.md has no place for ${missing.join(', ')}`)
  return text
}

function textOf({ at, machine, load, results }: PartRun): string {
  const { cores, processor, memoryGB, node, state } = machine
  const [before, after] = load.map((one) => one.toFixed(1))
  const where = `${at.slice(0, 10)}, ${cores} cores (${processor}), ${memoryGB} GB, Node ${node}${state ? `, state on ${state}` : ''}; load average ${before} before and ${after} after.`
  return `${[where, '', ...results.map(tablesOf)].join('\n')}`
}

/** A table with its title and its notes, as the bench prints it too. */
export const tablesOf = ({ title, rows, notes }: PartResult): string =>
  [`**${title}**`, '', tableOf(rows), ...(notes.length ? [notes.join(' '), ''] : [])].join('\n')

function tableOf(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0] ?? {})
  return table(
    heads,
    rows.map((row) => heads.map((head) => cell(row[head]))),
  )
}

const cell = (value: string | number | undefined) =>
  typeof value === 'number' ? value.toLocaleString('en', { maximumSignificantDigits: 4 }) : (value ?? '')
