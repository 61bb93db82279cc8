import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'
import { type Outcome, outcomeOf, type Tally } from './outcome.ts'

/** One run of vitest. */
export interface Suite {
  /** Its name in the summary. */
  readonly name: string
  /** Folder with the `vitest.config.ts`. */
  readonly folder: string
  /** Parts of files' paths, or options of vitest, that choose among its files. Default: all. */
  readonly files?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Hides its output; for suites that fail on purpose. */
  readonly quiet?: boolean
  /** It is killed after this time. Default: one and a half times what the slowest suite takes on a small machine. */
  readonly limitMs?: number
}

/** A suite that hangs must not keep the others from running. */
const LIMIT_MS = 45 * 60_000

/**
 * Runs a suite in a process of its own, and counts its tests. Never throws: a suite that cannot run has failed.
 *
 * One run of all suites as Vitest projects would be shorter to write, but one project could then stop the others: Vitest
 * runs every project's global set-up before the first test (the stacks of the stories would start beside the unit tests),
 * and a set-up or a configuration that fails ends the whole run with no test run at all. A suite that hangs could only be
 * killed together with those that have not begun.
 */
export async function runSuite({
  name,
  folder,
  files = [],
  env = {},
  quiet = false,
  limitMs = LIMIT_MS,
}: Suite): Promise<Outcome> {
  const scratch = await mkdtemp(join(tmpdir(), 'pay-checkout-tally-'))
  const file = join(scratch, 'tally.json')
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'scripts/suites/tally-reporter.ts')}`]
  const command = nodeTool('vitest/vitest.mjs', 'run', '--root', folder, ...files, ...reporters)
  const { code, isKilled } = await runStep(command, {
    shown: !quiet,
    env: { ...env, PAY_TALLY: file },
    limitMs,
  })
  const tally = await readTally(file)
  await rm(scratch, { recursive: true })
  return outcomeOf(name, tally, { code, ...(isKilled && { killedAfterMs: limitMs }) })
}

async function readTally(file: string): Promise<Tally | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
