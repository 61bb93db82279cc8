import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildForSuites } from './build.ts'
import { CHECKS } from './check.ts'
import { runChecks } from './checks/run-checks.ts'
import { ROOT } from './root.ts'
import { ensureChromium } from './suites/chromium.ts'
import { finalReport, isGreen, type Outcome } from './suites/outcome.ts'
import { runSuite } from './suites/suite.ts'

/** Folders with tests, in the order in which a failure tells most: the contract first, the whole last. */
const SUITES = [
  'shared',
  'packages/server',
  'worker',
  'sandbox',
  'widget',
  'packages/tag',
  'desk',
  'cli',
  'shop',
  'scripts',
  'e2e',
  'e2e/merchant',
  'campaign',
  'bench',
]

/** All but what `npm run test:wide` runs. */
const FILES = ['--exclude=**/*.{wide,engines}.spec.ts']

/**
 * `npm test`: checks, build, unit tests, end-to-end tests. A failure stops nothing that comes after it.
 *
 * @returns 0 if everything ran and nothing failed.
 */
export async function main(): Promise<number> {
  const outcomes = [await runChecks(CHECKS), await build(), await browser()]
  for (const folder of SUITES) {
    heading(folder)
    outcomes.push(await runFolder(folder))
  }
  console.log(finalReport(outcomes))
  return isGreen(outcomes) ? 0 : 1
}

async function build(): Promise<Outcome> {
  heading('build')
  const failure = await buildForSuites()
  console.log(failure || 'built')
  return step('build', failure === '')
}

async function browser(): Promise<Outcome> {
  heading('browser')
  const isThere = await ensureChromium()
  if (isThere) console.log(process.env.PAY_CHROMIUM)
  return step('browser', isThere)
}

async function runFolder(folder: string): Promise<Outcome> {
  const configs = ['vitest.config.ts', 'vitest.config.mts']
  if (configs.some((config) => existsSync(join(ROOT, folder, config))))
    return runSuite({ name: folder, folder, files: FILES })
  return { suite: folder, passed: 0, failed: 1, skipped: 0, notes: ['has no vitest.config.ts'] }
}

const step = (suite: string, isDone: boolean): Outcome => ({
  ...{ suite, skipped: 0 },
  ...{ passed: isDone ? 1 : 0, failed: isDone ? 0 : 1 },
})

const heading = (text: string) => console.log(`\n── ${text}`)
