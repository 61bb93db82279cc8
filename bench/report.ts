import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import process from 'node:process'
import {
  BENCH_RESULTS,
  type PartResult,
  type PartRun,
  type Row,
  readBenchResults,
} from '../scripts/reference/bench-results.ts'
import { loadNow } from './machine-load.ts'
import type { Part } from './part.ts'

/**
 * Runs a part, and notes where and when.
 *
 * @param state What the state of its Workers is on.
 */
export async function runOf(part: Part, state: string): Promise<PartRun> {
  const before = loadNow()
  const results = await part()
  return {
    at: new Date().toISOString(),
    machine: {
      ...{ cores: cpus().length, processor: cpus()[0]?.model ?? '', memoryGB: Math.round(totalmem() / 1e9) },
      ...{ node: process.versions.node, state },
    },
    load: [before, loadNow()],
    results: results.map(rounded),
  }
}

/** Writes the figures of a part in place of those of its last run. Other parts keep theirs. */
export const keepRun = (name: string, run: PartRun) =>
  writeFile(BENCH_RESULTS, `${JSON.stringify({ ...readBenchResults(), [name]: run }, null, 2)}\n`)

/** Four digits say all that a run can know. */
const rounded = (result: PartResult): PartResult => ({ ...result, rows: result.rows.map(roundedRow) })

const roundedRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(4)) : value,
    ]),
  )
