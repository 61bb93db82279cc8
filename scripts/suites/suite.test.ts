import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEV_DIR } from '../build.ts'
import { runSuite, type Suite } from './suite.ts'

let folder: string

// Within the repository, where the test runner is found; within the folder that is never committed.
beforeEach(async () => {
  await mkdir(DEV_DIR, { recursive: true })
  folder = await mkdtemp(join(DEV_DIR, 'suite-'))
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {}')
})

afterEach(() => rm(folder, { recursive: true }))

const suiteOf = (...lines: string[]) => suiteWith({}, ...lines)

const suiteWith = async (options: Pick<Suite, 'limitMs' | 'files'>, ...lines: string[]) => {
  await writeFile(join(folder, 'a.test.ts'), [`import { it } from 'vitest'`, ...lines].join('\n'))
  return runSuite({ name: 'a', folder, quiet: true, ...options })
}

it('counts what passed, failed and was skipped', async () => {
  const outcome = await suiteOf(
    `it('passes', () => {})`,
    `it('fails', () => { throw new Error('on purpose') })`,
    `it.skip('is skipped', () => {})`,
  )

  expect(outcome).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  expect(outcome.notes?.[0]).toMatch(/^a\.test\.ts > fails\nError: on purpose\n/)
})

it.each([
  ['those that it names', ['b.wide.']],
  ['all but those that it leaves out', ['--exclude=**/a.*']],
])('runs %s', async (_, files) => {
  await writeFile(join(folder, 'b.wide.test.ts'), `import { it } from 'vitest'\nit('passes', () => {})`)

  const outcome = await suiteWith({ files }, `it('passes', () => {})`)

  expect(outcome.times).toMatchObject([{ file: 'b.wide.test.ts' }])
})

it('counts a file that cannot be loaded as a failure', async () => {
  const outcome = await suiteOf(`throw new Error('on purpose')`)

  expect(outcome).toMatchObject({ passed: 0, failed: 1 })
})

it('counts a hook that fails', async () => {
  const outcome = await suiteOf(
    `import { afterAll, describe } from 'vitest'`,
    `describe('b', () => { afterAll(() => { throw new Error('on purpose') }); it('passes', () => {}) })`,
  )

  expect(outcome).toMatchObject({ passed: 1, failed: 1 })
  expect(outcome.notes?.[0]).toContain('on purpose')
})

it('counts a suite that cannot start as a failure', async () => {
  await writeFile(join(folder, 'vitest.config.ts'), `throw new Error('on purpose')`)

  const outcome = await suiteOf(`it('passes', () => {})`)

  expect(outcome).toMatchObject({ passed: 0, failed: 1, notes: ['did not run at all (exit code 1)'] })
})

it('counts an error outside every test as a failure', async () => {
  const outcome = await suiteOf(`it('passes', () => { Promise.reject(new Error('on purpose')) })`)

  expect(outcome).toMatchObject({ passed: 1, failed: 1 })
  expect(outcome.notes?.[0]).toContain('on purpose')
})

it('tells how long each file took', async () => {
  const outcome = await suiteOf(`it('passes', () => {})`)

  expect(outcome.times).toEqual([{ file: 'a.test.ts', seconds: expect.any(Number) }])
})

it('tells that a suite was ended at its limit, and not that it never ran', async () => {
  const outcome = await suiteWith({ limitMs: 1 }, `it('passes', () => {})`)

  expect(outcome).toMatchObject({
    ...{ passed: 0, failed: 1 },
    notes: ['was ended after 0 minutes, before any file had begun'],
  })
})

it('reports what passed in a suite that is killed, and which files had not finished or started', async () => {
  await writeFile(join(folder, 'vitest.config.ts'), 'export default { test: { fileParallelism: false } }')
  // Files that were never run are run by their size, the largest first.
  const padding = `// ${'.'.repeat(2_000)}`
  await writeFile(join(folder, 'b.test.ts'), `import { it } from 'vitest'\nit('passes', () => {})`)
  const first = [`import { it } from 'vitest'`, padding, `it('passes', () => {})`]
  await writeFile(join(folder, '0.test.ts'), first.join('\n'))

  const outcome = await suiteOf(
    `import process from 'node:process'`,
    `it('passes', () => {})`,
    `it('kills', () => { for (const pid of [process.ppid, process.pid]) process.kill(pid, 'SIGKILL') })`,
  )

  expect(outcome).toMatchObject({ passed: 1, failed: 1, times: [{ file: '0.test.ts' }] })
  expect(outcome.notes).toEqual([
    'ended with exit code -1; these files had not finished: a.test.ts; these had not begun: b.test.ts',
  ])
})
