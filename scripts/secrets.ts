import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeOfferKey, type OfferKey, parseOfferKey } from '../cli/keys.ts'

/** Throw-away values that edge, sandbox and shop of one machine share. */
export interface Secrets {
  readonly login: string
  readonly controlKey: string
  readonly tokenKey: string
  readonly offerKey: OfferKey
}

/** Makes new values; every call makes others. */
export const makeSecrets = async (): Promise<Secrets> => ({
  login: 'demo-merchant',
  controlKey: randomUUID(),
  tokenKey: randomBytes(32).toString('base64url'),
  offerKey: await makeOfferKey('ES256'),
})

/** The file in which a folder keeps its offer key; `pay-checkout offer --key` takes it too. */
export const offerKeyIn = (folder: string) => join(folder, 'offer-key.json')

/**
 * Reads the values of a folder, and makes them the first time, so that orders survive a restart.
 *
 * @param folder Is made where it is missing; must not be committed.
 */
export async function keptSecrets(folder: string): Promise<Secrets> {
  const others = join(folder, 'secrets.json')
  const kept = await Promise.all([read(others), read(offerKeyIn(folder))])
  if (kept[0] && kept[1]) return { ...JSON.parse(kept[0]), offerKey: parseOfferKey(kept[1]) }
  const { offerKey, ...rest } = await makeSecrets()
  await mkdir(folder, { recursive: true })
  await Promise.all([write(others, rest), write(offerKeyIn(folder), offerKey)])
  return { ...rest, offerKey }
}

const read = (path: string) => readFile(path, 'utf8').catch(() => undefined)

const write = (path: string, value: object) =>
  writeFile(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
