import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptSecrets, makeSecrets, merchantKeyIn } from './secrets.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-secrets-'))
})

afterEach(() => rm(folder, { recursive: true }))

const secretsFile = () => join(folder, 'secrets.json')

it('makes two halves of one RSA key of 2048 bits', async () => {
  const { gatewayKeys } = await makeSecrets()

  const key = createPrivateKey(gatewayKeys.privateKey)
  expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(createPublicKey(key).equals(createPublicKey(gatewayKeys.publicKey))).toBe(true)
})

it('keeps everything it made', async () => {
  const first = await keptSecrets(folder)

  expect(await keptSecrets(folder)).toEqual(first)
})

it('makes the secrets that a folder of an older version lacks, and keeps the others', async () => {
  const older = { login: 'old-merchant', controlKey: 'old-control', tokenKey: 'old-token' }
  await writeFile(secretsFile(), JSON.stringify(older))

  const secrets = await keptSecrets(folder)

  expect(secrets).toMatchObject({ ...older, merchantKey: expect.stringMatching(/^pck_[\w-]{43}$/) })
  expect(await keptSecrets(folder)).toEqual(secrets)
})

it('keeps the merchant key in a file of its own that only its owner can read', async () => {
  const { merchantKey } = await keptSecrets(folder)

  expect(await readFile(merchantKeyIn(folder), 'utf8')).toBe(`${merchantKey}\n`)
  expect((await stat(merchantKeyIn(folder))).mode & 0o777).toBe(0o600)
  expect(await readFile(secretsFile(), 'utf8')).not.toContain(merchantKey)
})
