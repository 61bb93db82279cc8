import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEV_DIR } from './build.ts'
import { runSuite } from './suite.ts'

let folder: string

// Within the repository, where the test runner is found; within the folder that is never committed.
beforeEach(async () => {
  await mkdir(DEV_DIR, { recursive: true })
  folder = await mkdtemp(join(DEV_DIR, 'suite-'))
  await writeFile(join(folder, 'vitest.config.ts'), 'export default {}')
})

afterEach(() => rm(folder, { recursive: true }))

const suiteOf = async (...lines: string[]) => {
  await writeFile(join(folder, 'a.test.ts'), [`import { it } from 'vitest'`, ...lines].join('\n'))
  return runSuite({ name: 'a', folder, quiet: true })
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
