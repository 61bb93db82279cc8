import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replacePrivately } from './files.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-files-'))
})

afterEach(() => rm(folder, { recursive: true }))

describe('a file with secrets', () => {
  it('is replaced, and its owner alone can read it', async () => {
    const path = join(folder, 'secrets')
    await writeFile(path, 'former')

    await replacePrivately(path, 'new')

    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['new', 0o600])
  })

  it('that cannot be replaced leaves no copy of the secrets', async () => {
    await mkdir(join(folder, 'secrets/kept'), { recursive: true })

    const replacing = replacePrivately(join(folder, 'secrets'), 'new')

    await expect(replacing).rejects.toMatchObject({ code: 'file-unwritable' })
    expect(await readdir(folder)).toEqual(['secrets'])
  })
})
