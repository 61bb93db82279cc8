import type { Outcome } from '../suites/outcome.ts'

/** Something that must hold in the whole repository. */
export interface Check {
  /** A fact in the present tense, as test titles are. */
  readonly name: string
  /** Every place where it does not hold, one text each; empty if it holds. */
  readonly problems: () => Promise<readonly string[]>
  /** What was measured, for people; asked once the problems are known. */
  readonly measured?: () => string
}

/** Runs checks side by side, says what came of each, and counts each as one test. */
export async function runChecks(checks: readonly Check[], print = console.log): Promise<Outcome> {
  print('── check')
  const results = await Promise.all(checks.map(problemsOf))
  for (const [number, problems] of results.entries()) print(reportOf(titleOf(checks[number]), problems))
  const failed = results.filter((problems) => problems.length > 0).length
  return { suite: 'check', passed: checks.length - failed, failed, skipped: 0 }
}

function titleOf(check: Check | undefined): string {
  const measured = check?.measured?.() ?? ''
  return [check?.name ?? '', measured && `(${measured})`].filter(Boolean).join(' ')
}

/** A check that falls over does not hold. */
async function problemsOf(check: Check): Promise<readonly string[]> {
  try {
    return await check.problems()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function reportOf(name: string, problems: readonly string[]): string {
  const lines = problems.map((problem) => problem.replace(/^/gm, '    '))
  return [`${problems.length > 0 ? '✗' : '✓'} ${name}`, ...lines].join('\n')
}
