import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { tablesOf } from '../scripts/reference/bench-tables.ts'
import { runStep } from '../scripts/run-step.ts'
import { PARTS } from './parts.ts'
import { keepRun, runOf } from './report.ts'
import { useStateFolder } from './state-folder.ts'

/**
 * `npm run bench`: measures pay-checkout beside what a merchant would pick instead, prints tables, and writes
 * `bench/results.json`. A part that did not run keeps its figures there.
 *
 * @param names Parts to run. Default: all.
 * @returns 0 if every named part ran.
 */
export async function main(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in PARTS))
  if (unknown.length) {
    console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)
    return 1
  }
  await installPeers()
  const state = await useStateFolder()
  try {
    for (const [name, part] of Object.entries(PARTS)) {
      if (names.length && !names.includes(name)) continue
      const run = await runOf(part, state.kind)
      console.log(run.results.map(tablesOf).join('\n'))
      await keepRun(name, run)
    }
  } finally {
    await state.remove()
  }
  console.log('Written to bench/results.json; npm run reference puts it into docs/performance.md.')
  return 0
}

/** Installs what the bench compares with, unless it is there. @throws {Error} If npm fails. */
async function installPeers(): Promise<void> {
  const isThere = await access(join(import.meta.dirname, 'node_modules')).then(
    () => true,
    () => false,
  )
  if (isThere) return
  const command = ['npm', 'ci', '--prefix', import.meta.dirname, '--ignore-scripts']
  const { code, output } = await runStep(command)
  if (code !== 0) throw new Error(output)
}
