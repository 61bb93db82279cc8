import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MUG, PRICE } from './testing/offer-flags.ts'
import { run } from './testing/terminal.ts'

let folder: string
let key: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-main-'))
  key = join(folder, 'key.json')
})

afterEach(() => rm(folder, { recursive: true }))

const withKey = () => run('keys', '--out', key)

describe('--json', () => {
  it('prints an offer with its claims and its link', async () => {
    await withKey()

    const { printed } = await run('offer', '--key', key, ...MUG, ...PRICE, '--json')

    expect(JSON.parse(printed)).toMatchObject({
      claims: { item: 'mug' },
      link: expect.stringContaining('/pay#offer='),
    })
  })

  it.each([
    ['a refusal', ['offer', '--key', 'there-is-none'], 1, 'file-unreadable'],
    ['wrong usage', ['offer', '--colour', 'red'], 2, 'usage'],
  ])('prints %s with its code and how to mend it', async (_, args, code, name) => {
    const result = await run(...args, '--json')

    expect(result).toMatchObject({ code, told: [] })
    expect(JSON.parse(result.printed).error).toMatchObject({ code: name, mend: expect.stringMatching(/\w+/) })
  })
})

describe('the program', () => {
  const program = fileURLToPath(new URL('pay-checkout.js', import.meta.url))

  it('lists its commands', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--help'])

    expect(stdout).toContain('keys')
    expect(stdout).toContain('merchant-key')
    expect(stdout).toContain('offer')
  })

  it('ends with code 2 on a command that does not exist', async () => {
    const run = promisify(execFile)(process.execPath, [program, 'charge'])

    await expect(run).rejects.toMatchObject({ code: 2 })
  })
})
