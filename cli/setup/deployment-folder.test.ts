import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deploymentFolder } from './deployment-folder.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-deployment-'))
})

afterEach(() => rm(folder, { recursive: true }))

describe('deploymentFolder', () => {
  it('is a clone where the command runs in one', async () => {
    await writeFile(join(folder, 'wrangler.toml'), 'main = "worker/index.ts"\n')

    expect(await deploymentFolder(undefined, folder)).toBe(folder)
  })

  it.each([
    ['of a shop', undefined],
    ['of a shop with a Worker of its own', 'main = "worker.mjs"\n'],
  ])('is not the folder %s, unless it is named', async (_, config) => {
    if (config !== undefined) await writeFile(join(folder, 'wrangler.toml'), config)

    await expect(deploymentFolder(undefined, folder)).rejects.toMatchObject({ code: 'not-a-clone' })
    expect(await deploymentFolder(folder, folder)).toBe(folder)
  })
})
