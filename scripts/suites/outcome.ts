/** How long one test file took. */
export interface FileTime {
  /** Path within its suite. */
  readonly file: string
  /** For loading it and running its tests and hooks. */
  readonly seconds: number
}

/** The result of one suite. */
export interface Outcome {
  readonly suite: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** What failed, or why it was skipped. */
  readonly notes?: readonly string[]
  /** Of the files that ended; absent for a step without files. */
  readonly times?: readonly FileTime[]
}

/** The counts of a run so far, as `tally-reporter.ts` writes them. */
export interface Tally {
  readonly passed: number
  readonly skipped: number
  /** One text for each failed test, file or hook and each error outside them: where and why. */
  readonly failures: readonly string[]
  readonly times: readonly FileTime[]
  /** Files that started and have not ended. */
  readonly running: readonly string[]
  /** Files that have not started. */
  readonly waiting: readonly string[]
}

/** How a run of vitest ended. */
export interface Ending {
  /** The exit code; -1 where it ended without one. */
  readonly code: number
  /** The limit at which it was killed; absent where it ended by itself. */
  readonly killedAfterMs?: number
}

/**
 * Counts one suite so that every problem counts as at least one failure.
 *
 * @param tally `undefined` if the suite ended before it wrote one.
 */
export function outcomeOf(suite: string, tally: Tally | undefined, ending: Ending): Outcome {
  if (!tally) return { suite, passed: 0, failed: 1, skipped: 0, notes: [nothingRan(ending)] }
  const { passed, skipped, failures, times } = tally
  const notes = [...failures, ...cutShort(tally, ending)]
  const failed = notes.length
  const counted = { suite, passed, failed, skipped, notes, times }
  if (failed > 0) return counted
  if (ending.code !== 0) return { ...counted, failed: 1, notes: [endedWith(ending)] }
  if (passed + skipped === 0) return { ...counted, failed: 1, notes: ['has no test'] }
  return counted
}

const nothingRan = (ending: Ending) =>
  ending.killedAfterMs === undefined
    ? `did not run at all (exit code ${ending.code})`
    : `${endedWith(ending)}, before any file had begun`

/** @returns One text if the run stopped before all files had ended. */
function cutShort({ running, waiting }: Tally, ending: Ending): string[] {
  const lists = [listed('these files had not finished', running), listed('these had not begun', waiting)]
  const said = lists.filter(Boolean)
  if (said.length > 0 || ending.killedAfterMs !== undefined) return [[endedWith(ending), ...said].join('; ')]
  return []
}

const listed = (what: string, files: readonly string[]) =>
  files.length > 0 ? `${what}: ${files.join(', ')}` : ''

const endedWith = ({ code, killedAfterMs }: Ending) =>
  killedAfterMs === undefined
    ? `ended with exit code ${code}`
    : `was ended after ${Math.round(killedAfterMs / 6_000) / 10} minutes`

/** The end of a run's output: the slowest files, each suite with its failures, and last the closing line, alone on its line. */
export const finalReport = (outcomes: readonly Outcome[]): string =>
  [
    `\n── slowest files\n${slowestFiles(outcomes)}`,
    `\n── summary\n${summary(outcomes)}`,
    `\n${closingLine(outcomes)}`,
  ].join('\n')

/** Sums all suites in the line that ends a run. */
export function closingLine(outcomes: readonly Outcome[]): string {
  const { passed, failed, skipped } = sum(outcomes)
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Writes one line for each suite, and one for each note. */
export function summary(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ suite }) => suite.length))
  return outcomes.flatMap((outcome) => linesOf(outcome, width)).join('\n')
}

function linesOf(outcome: Outcome, width: number): string[] {
  const mark = outcome.failed > 0 ? '✗' : '✓'
  const line = `${mark} ${outcome.suite.padEnd(width)}  ${closingLine([outcome])}`
  return [line, ...(outcome.notes ?? []).map(indented)]
}

const indented = (note: string) => note.replace(/^/gm, '    ')

/** How many files a run names at its end. */
const SLOWEST_COUNT = 10

/** Lists the slowest files of all suites, one a line. */
export function slowestFiles(outcomes: readonly Outcome[]): string {
  const files = outcomes.flatMap(({ suite, times = [] }) =>
    times.map(({ file, seconds }) => ({ path: `${suite}/${file}`, seconds })),
  )
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_COUNT)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`)
    .join('\n')
}

/** Whether nothing failed and something ran. */
export function isGreen(outcomes: readonly Outcome[]): boolean {
  const { passed, failed } = sum(outcomes)
  return failed === 0 && passed > 0
}

const sum = (outcomes: readonly Outcome[]) => ({
  passed: total(outcomes, 'passed'),
  failed: total(outcomes, 'failed'),
  skipped: total(outcomes, 'skipped'),
})

const total = (outcomes: readonly Outcome[], key: 'passed' | 'failed' | 'skipped') =>
  outcomes.reduce((count, outcome) => count + outcome[key], 0)
