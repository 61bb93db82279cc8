import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readUtf8, replacePrivately } from './files.ts'

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

describe('a text for people', () => {
  it('is read as UTF-8, without the mark at its start', async () => {
    const path = join(folder, 'catalogue.csv')
    await writeFile(path, '\uFEFFitem,Grüße')

    expect(await readUtf8(path)).toBe('item,Grüße')
  })

  it.each(['latin1', 'utf16le'] as const)(
    'is refused in %s, in which letters would come out wrong',
    async (encoding) => {
      const path = join(folder, 'catalogue.csv')
      await writeFile(path, '\uFEFFitem,Grüße', encoding)

      await expect(readUtf8(path)).rejects.toMatchObject({
        code: 'file-malformed',
        problems: [`${path}: is not UTF-8; save it again as UTF-8`],
      })
    },
  )

  it('that is not there is named', async () => {
    await expect(readUtf8(join(folder, 'none'))).rejects.toMatchObject({ code: 'file-unreadable' })
  })
})
