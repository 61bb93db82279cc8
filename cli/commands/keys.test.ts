import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../testing/terminal.ts'

let folder: string
let key: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-keys-'))
  key = join(folder, 'key.json')
})

afterEach(() => rm(folder, { recursive: true }))

describe('pay-checkout keys', () => {
  it('writes a private key that only its owner can read and prints the public one', async () => {
    const { code, printed } = await run('keys', '--out', key)

    const written = JSON.parse(await readFile(key, 'utf8'))
    expect(code).toBe(0)
    expect((await stat(key)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(printed).keys[0].x).toBe(written.x)
    expect(printed).not.toContain(written.d)
  })

  it('leaves an existing file alone', async () => {
    await writeFile(key, 'precious')

    const { code, told } = await run('keys', '--out', key)

    expect(code).toBe(1)
    expect(told[0]).toContain('exists already')
    expect(await readFile(key, 'utf8')).toBe('precious')
  })

  it('makes an EdDSA key when asked to', async () => {
    await run('keys', '--out', key, '--alg', 'EdDSA')

    expect(JSON.parse(await readFile(key, 'utf8'))).toMatchObject({ alg: 'EdDSA', crv: 'Ed25519' })
  })

  it('refuses an algorithm that needs a shared secret', async () => {
    const { code, told } = await run('keys', '--out', key, '--alg', 'HS256')

    expect(code).toBe(2)
    expect(told[0]).toContain('Allowed choices are ES256, EdDSA')
  })
})
