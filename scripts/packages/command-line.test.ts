import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { machineNode } from '../machine-node.ts'
import { installCommandLine } from './command-line.ts'

let folder: string
let program: string
let node: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-package-'))
  program = await installCommandLine(folder)
  node = await machineNode()
})

afterAll(() => rm(folder, { recursive: true }))

const run = (...args: string[]) => promisify(execFile)(node, [program, ...args], { cwd: folder })

describe('the packed command line', () => {
  it('makes a key and signs an offer, in a project of somebody else, on the Node of the machine', async () => {
    await run('keys', '--out', 'key.json')
    const claims = ['--item', 'mug', '--description', 'A mug', '--currency', 'EUR', '--amount', '12.5']

    const { stdout } = await run(
      'offer',
      '--key',
      'key.json',
      '--aud',
      'https://pay.example.com',
      '--no-settings',
      '--expires',
      '30d',
      ...claims,
    )

    expect(decodeJwt(stdout.trim())).toMatchObject({ item: 'mug', amount: '12.50' })
  })

  it('sets a deployment up, and keeps every key when it is repeated', async () => {
    const place = join(folder, 'deployment')
    await mkdir(place)
    await writeFile(join(place, 'control-key.txt'), 'a-control-key-of-the-gateway')
    const flags = ['--folder', place, '--control-key-file', join(place, 'control-key.txt')]
    const gateway = [
      '--gateway-url',
      'https://gate.example.com/paynet',
      '--login',
      'shop',
      '--endpoint',
      '1001',
    ]
    await run('setup', ...flags, ...gateway, '--public-url', 'https://pay.example.com')
    const before = await readFile(join(place, '.env.deployment'), 'utf8')

    const { stdout } = await run('setup', ...flags, '--json')

    expect(await readFile(join(place, '.env.deployment'), 'utf8')).toBe(before)
    expect(JSON.parse(stdout)).toMatchObject({ name: 'pay-checkout', added: [] })
    expect(JSON.parse(await readFile(join(place, 'deployment.json'), 'utf8')).vars).toMatchObject({
      PUBLIC_URL: 'https://pay.example.com',
      OFFER_KEYS: { keys: [{ kty: 'EC' }] },
    })
  })

  it('names what is missing where there is no terminal', async () => {
    await expect(run('setup', '--folder', folder)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/--public-url is missing[\s\S]*--control-key-file/),
    })
  })

  it('installs nothing besides itself', async () => {
    const lock = JSON.parse(await readFile(join(folder, 'shop/package-lock.json'), 'utf8'))

    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@pay-checkout/cli'])
  })

  it('brings the licences of what is compiled in', async () => {
    const licenses = await readFile(
      join(folder, 'shop/node_modules/@pay-checkout/cli/dist/licenses.md'),
      'utf8',
    )

    for (const name of ['@clack/prompts', 'commander', 'csv-parse', 'jose', 'parse5', 'uqr', 'zod'])
      expect(licenses).toContain(name)
  })
})
