import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ExampleRow, exampleTable } from './packages/example-table.ts'
import { changedPaths, chosenFor, commitCount, type Example, readExamples } from './packages/examples.ts'
import { runStep } from './run-step.ts'
import { ensureChromium } from './suites/chromium.ts'
import { debianInstall } from './suites/debian-packages.ts'
import { closingLine, isGreen, type Outcome, summary } from './suites/outcome.ts'
import { runSuite } from './suites/suite.ts'
import { textIfPresent } from './text-if-present.ts'

/** What a run with `--changed` may take, and after which it begins no further example. */
const CHANGED_LIMIT_MS = 10 * 60_000
const CHANGED_LAST_BEGIN_MS = 4 * 60_000
/** How many orders a story places there that places many. */
const CHANGED_ORDERS = '40'

/**
 * `npm run test:packages`: installs the packed packages in each of `examples/`, as a developer would who follows its guide, and
 * pays there once. Names choose among the examples; `--changed` takes those that the change touches, or else two by turns, and
 * ends within ten minutes.
 *
 * @returns 0 if nothing failed.
 */
export async function main(args: readonly string[]): Promise<number> {
  const isChanged = args.includes('--changed')
  const examples = await chosen(args, isChanged)
  if (typeof examples === 'string') {
    console.error(examples)
    return 1
  }
  if (!(await ensureChromium())) return 1
  if (examples.some(({ name }) => name === 'server-php')) await ensurePhp()
  const scratch = await mkdtemp(join(tmpdir(), 'pay-checkout-examples-'))
  const table = join(scratch, 'table.json')
  const outcome = await tryExamples(examples, table, isChanged)
  const rows: ExampleRow[] = JSON.parse((await textIfPresent(table)) ?? '[]')
  await rm(scratch, { recursive: true })
  console.log(`\n── summary\n${summary([outcome])}\n\n${exampleTable(rows)}\n\n${closingLine([outcome])}`)
  return isGreen([outcome]) ? 0 : 1
}

/** @returns The examples, or what to say where a name is none. */
async function chosen(args: readonly string[], isChanged: boolean): Promise<readonly Example[] | string> {
  const all = await readExamples()
  const known = all.map(({ name }) => name)
  const names = args.filter((name) => name !== '--changed')
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) return `There is no example ${unknown}. There are: ${known.join(', ')}.`
  if (isChanged) names.push(...chosenFor(known, await changedPaths(), await commitCount()))
  return all.filter(({ name }) => names.length === 0 || names.includes(name))
}

/** Where it stays missing, the example fails, and says so. */
async function ensurePhp(): Promise<void> {
  if ((await runStep(['php', '--version'])).code !== 0) await debianInstall(['php-cli'])
}

function tryExamples(examples: readonly Example[], table: string, isChanged: boolean): Promise<Outcome> {
  const names = examples.map(({ name }) => name).join(',')
  console.log(`Trying ${names.replaceAll(',', ', ')}.`)
  return runSuite({
    ...{ name: 'packages', folder: 'e2e/packages' },
    files: [...new Set(examples.map(({ spec }) => spec))],
    env: {
      ...{ PAY_EXAMPLES: names, PAY_TABLE: table },
      ...(isChanged && {
        PAY_LAST_BEGIN: String(Date.now() + CHANGED_LAST_BEGIN_MS),
        PAY_ORDERS: CHANGED_ORDERS,
      }),
    },
    ...(isChanged && { limitMs: CHANGED_LIMIT_MS }),
  })
}
