/** The figures of the bench, as `bench/results.json` keeps them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'

/** Where the bench keeps the figures of the last run of each part. */
export const BENCH_RESULTS = join(ROOT, 'bench/results.json')

/** One line of a table: column → value. */
export type Row = Readonly<Record<string, string | number>>

/** One table of a part. */
export interface PartResult {
  /** What the table compares, its unit included. */
  readonly title: string
  /** Every row has the same columns. */
  readonly rows: readonly Row[]
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[]
}

/** The machine of a run. */
interface Machine {
  readonly cores: number
  readonly processor: string
  readonly memoryGB: number
  readonly node: string
  /** What the state of Workers was on, such as "a disk". Absent in runs before it was noted. */
  readonly state?: string
}

/** One run of one part. */
export interface PartRun {
  /** In ISO 8601. */
  readonly at: string
  readonly machine: Machine
  /** Load averages of a minute at the beginning and at the end. */
  readonly load: readonly [before: number, after: number]
  readonly results: readonly PartResult[]
}

/** Name of a part → its last run. */
export type BenchResults = Readonly<Record<string, PartRun>>

/** Reads the kept figures. @throws {Error} Where they cannot be read: a run that took them for none would erase them. */
export function readBenchResults(): BenchResults {
  return JSON.parse(readFileSync(BENCH_RESULTS, 'utf8')) as BenchResults
}
