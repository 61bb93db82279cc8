import type { Outcome } from '../suites/outcome.ts'

/** One rule for the whole repository. */
export interface Check {
  /** A fact in the present tense, as test titles are. */
  readonly name: string
  /** One text for each place that breaks the rule; empty if none does. */
  readonly problems: () => Promise<readonly string[]>
  /** A measurement to print beside the name; called after `problems`. */
  readonly measured?: () => string
}

/** Runs checks side by side, prints the result of each, and counts each as one test. */
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

/** A check that throws has failed. */
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
