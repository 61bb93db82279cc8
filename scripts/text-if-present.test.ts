import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textIfPresent } from './text-if-present.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-text-'))
})

afterAll(() => rm(folder, { recursive: true }))

it('reads a file that is there', async () => {
  await writeFile(join(folder, 'page.md'), 'Größe\n')

  expect(await textIfPresent(join(folder, 'page.md'))).toBe('Größe\n')
})

it('answers nothing about a file that is missing', async () => {
  expect(await textIfPresent(join(folder, 'missing.md'))).toBeUndefined()
})

// A folder stands for all that cannot be read: the super-user of a container may read files without permission.
it('throws where a file is there and cannot be read', async () => {
  await expect(textIfPresent(folder)).rejects.toMatchObject({ code: 'EISDIR' })
})
