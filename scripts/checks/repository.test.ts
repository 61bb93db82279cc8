import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'
import { ROOT } from '../root.ts'
import { runStep } from '../run-step.ts'
import { repositoryFiles, repositoryPaths } from './repository.ts'

it('reads every file of the repository', async () => {
  const files = await repositoryFiles()

  expect(files.map(({ path }) => path)).toEqual(
    (await repositoryPaths()).filter((path) => existsSync(join(ROOT, path))),
  )
  expect(files.find(({ path }) => path === 'package.json')?.text).toContain('"name": "pay-checkout"')
})

it('reads the files that are wanted alone', async () => {
  const files = await repositoryFiles((path) => path === 'README.md')

  expect(files.map(({ path }) => path)).toEqual(['README.md'])
})

it('reads them where a process may have few files open', async () => {
  const counted = `
    const { repositoryFiles } = await import('${ROOT}/scripts/checks/repository.ts')
    console.log((await repositoryFiles()).filter(({ text }) => text !== '').length)`
  const node = [process.execPath, '--input-type=module', '-e', counted]
  const limited = await runStep(['sh', '-c', 'ulimit -n 64 && exec "$@"', 'sh', ...node])
  const free = await runStep(node)

  expect(limited).toEqual(free)
  expect(limited.code).toBe(0)
})
