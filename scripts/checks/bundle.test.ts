import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inScratch, wordsIn } from './bundle.ts'

it('finds a word in a script of any depth', async () => {
  const found = await inScratch(async (folder) => {
    await mkdir(join(folder, 'deep'))
    await writeFile(join(folder, 'deep/a.js'), 'const a = "client_orderid"')
    await writeFile(join(folder, 'b.mjs'), 'const b = 1')
    return wordsIn(folder, ['client_orderid', 'other'])
  })

  expect(found).toEqual([`${join('deep', 'a.js')} contains client_orderid`])
})

it('looks at scripts only', async () => {
  const found = await inScratch(async (folder) => {
    await writeFile(join(folder, 'a.js.map'), 'client_orderid')
    await writeFile(join(folder, 'a.js'), '')
    return wordsIn(folder, ['client_orderid'])
  })

  expect(found).toEqual([])
})

it('refuses a folder without a script, since nothing was looked at', async () => {
  await expect(inScratch((folder) => wordsIn(folder, ['a']))).rejects.toThrow('no script')
})
