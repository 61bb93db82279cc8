import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { table } from '../scripts/reference/markdown-table.ts'
import type { PartResult, Row } from './part.ts'

/** Where the figures of the last run are. They are never committed: a machine's figures are its own. */
export const RESULTS = join(import.meta.dirname, 'results.json')

/** The machine of a run. */
const machine = () => ({
  ...{ cores: cpus().length, processor: cpus()[0]?.model ?? '', memoryGB: Math.round(totalmem() / 1e9) },
  ...{ node: process.versions.node, loadAtTheEnd: loadavg() },
})

/** Writes the figures of all parts beside the bench. */
export const writeResults = (parts: Readonly<Record<string, readonly PartResult[]>>) =>
  writeFile(
    RESULTS,
    `${JSON.stringify({ at: new Date().toISOString(), machine: machine(), parts }, null, 2)}\n`,
  )

/** Prints the tables of a part. */
export function printed(results: readonly PartResult[]): string {
  return results
    .map(({ title, rows, notes }) => [`## ${title}`, '', tableOf(rows), ...notes, ''].join('\n'))
    .join('\n')
}

function tableOf(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0] ?? {})
  return table(
    heads,
    rows.map((row) => heads.map((head) => cell(row[head]))),
  )
}

const cell = (value: string | number | undefined) =>
  typeof value === 'number' ? value.toLocaleString('en', { maximumSignificantDigits: 4 }) : (value ?? '')
