/** What came of one suite. Pure. */
export interface Outcome {
  readonly suite: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Why it counts as failed or skipped, where its tests do not say so. */
  readonly notes?: readonly string[]
}

/** What one run of vitest counted, as `tally-reporter.ts` writes it. */
export interface Tally {
  readonly passed: number
  readonly skipped: number
  /** Tests, files, hooks, and errors outside all of them; each says where and why. */
  readonly failures: readonly string[]
}

/**
 * Counts one suite so that nothing that went wrong is counted as nothing.
 *
 * @param tally Missing if the suite wrote none, since it did not come that far.
 * @param code How vitest ended.
 */
export function outcomeOf(suite: string, tally: Tally | undefined, code: number): Outcome {
  if (!tally)
    return { suite, passed: 0, failed: 1, skipped: 0, notes: [`did not run at all (exit code ${code})`] }
  const { passed, skipped, failures } = tally
  const failed = failures.length
  if (failed === 0 && code !== 0)
    return { suite, passed, skipped, failed: 1, notes: [`ended with exit code ${code}`] }
  if (passed + failed + skipped === 0) return { suite, passed, skipped, failed: 1, notes: ['has no test'] }
  return { suite, passed, failed, skipped, notes: failures }
}

/** Sums suites into the line that ends a run. */
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
