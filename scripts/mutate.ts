/** `npm run mutate`: takes each safeguard away once, and names those that no test notices. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { MUTANTS, type Mutant } from './mutants/mutants.ts'
import { ROOT } from './root.ts'
import { nodeTool, runStep } from './run-step.ts'

/** What the tests of the edge read. */
const COPIED = [
  'worker',
  'shared',
  'sandbox',
  'scripts',
  'package.json',
  'tsconfig.base.json',
  'wrangler.toml',
]

/** A mutant may make a test wait for ever: then it was noticed. */
const LIMIT_MS = 300_000

/**
 * Runs the named tests against each mutant, in a copy of the tree.
 *
 * @param args Words of the safeguards to take away; all without any.
 * @returns 0 if every mutant was noticed, 2 if no safeguard has the words.
 */
export async function main(args: readonly string[]): Promise<number> {
  const chosen = MUTANTS.filter(({ safeguard }) => args.every((word) => safeguard.includes(word)))
  if (chosen.length === 0) return refuseWords(args)
  const copy = await mkdtemp(join(tmpdir(), 'mutants-'))
  try {
    for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const { code, output } = await runTests(copy, [...new Set(chosen.flatMap(({ tests }) => tests))])
    if (code !== 0) return refuse(output)
    const survivors: Mutant[] = []
    for (const mutant of chosen) if (!(await isNoticed(mutant, copy))) survivors.push(mutant)
    console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants were noticed`)
    return survivors.length > 0 ? 1 : 0
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** A misspelt word would otherwise end like a success. */
function refuseWords(words: readonly string[]): number {
  console.error(`No safeguard has all of these words: ${words.join(', ')}`)
  return 2
}

/** Tests that fail anyway notice nothing. */
function refuse(output: string): number {
  console.error(`The tests fail without any mutant:\n${output}`)
  return 1
}

async function isNoticed({ safeguard, file, find, replace, tests }: Mutant, copy: string): Promise<boolean> {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  await writeFile(
    path,
    text.replace(find, () => replace),
  )
  const { isKilled, output } = await runTests(copy, tests)
  await writeFile(path, text)
  // A file that does not load, or a runner that finds no test, has noticed nothing.
  const isNoticed = isKilled || /Tests .*\d+ failed/.test(output)
  console.log(`${isNoticed ? '✓' : '✗'} without it a test fails: ${safeguard}`)
  return isNoticed
}

async function runTests(copy: string, tests: readonly string[]) {
  const root = join(copy, 'worker')
  const tool = nodeTool('vitest/vitest.mjs', 'run', '--root', root, '--bail=1', '--silent=true', ...tests)
  const { output, ...ended } = await runStep(tool, { limitMs: LIMIT_MS })
  return { ...ended, output: stripVTControlCharacters(output) }
}
