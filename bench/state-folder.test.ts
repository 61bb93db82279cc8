import { access, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { useStateFolder } from './state-folder.ts'

it('is the folder for temporary files until it is removed with all that is in it', async () => {
  const before = tmpdir()

  const folder = await useStateFolder()

  expect(tmpdir()).toBe(folder.path)
  await mkdtemp(join(tmpdir(), 'orders-'))
  await folder.remove()
  expect(tmpdir()).toBe(before)
  await expect(access(folder.path)).rejects.toThrow('ENOENT')
})

it('is in the machine’s own folder for temporary files where there is no memory to share', async () => {
  const before = tmpdir()

  const folder = await useStateFolder('/nowhere')

  expect(dirname(folder.path)).toBe(before)
  await folder.remove()
})

it('is named by what it is', async () => {
  const folder = await useStateFolder()

  expect(['a tmpfs', 'a disk']).toContain(folder.kind)
  await folder.remove()
})
