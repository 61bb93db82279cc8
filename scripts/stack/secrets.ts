import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeOfferKey, type OfferKey, parseOfferKey } from '../../cli/keys.ts'
import { makeMerchantKey } from '../../cli/merchant-key.ts'
import { textIfPresent } from '../text-if-present.ts'

/** The key pair that the edge signs with and the gateway checks with, both as PEM: PKCS#8 and SPKI. */
interface GatewayKeys {
  readonly privateKey: string
  readonly publicKey: string
}

/** Throw-away secrets that edge, sandbox and shop of one machine share. */
export interface Secrets {
  readonly login: string
  readonly controlKey: string
  readonly tokenKey: string
  readonly nameKey: string
  readonly cardDigestKey: string
  readonly searchKey: string
  readonly gatewayKeys: GatewayKeys
  /** In clear; the edge gets its digest, with every scope. */
  readonly merchantKey: string
  readonly offerKey: OfferKey
  /** Signs webhooks; in the format of Standard Webhooks. */
  readonly webhookSecret: string
}

/** The file with most secrets of a folder. Those that people use on a command line have files of their own. */
const SECRETS_FILE = 'secrets.json'

/** The file in which a folder keeps its offer key; `pay-checkout offer --key` takes it too. */
export const offerKeyIn = (folder: string) => join(folder, 'offer-key.json')

/** The file in which a folder keeps its merchant key, and nothing else. */
export const merchantKeyIn = (folder: string) => join(folder, 'merchant-key')

/** The file in which a folder keeps the webhook secret, and nothing else. */
export const webhookSecretIn = (folder: string) => join(folder, 'webhook-secret')

/** Makes new secrets; every call makes others. */
export const makeSecrets = (): Promise<Secrets> => completed({})

/**
 * Reads the secrets of a folder, and makes the missing ones, so that orders survive a restart.
 *
 * @param folder Created if it is missing; must not be committed.
 */
export async function keptSecrets(folder: string): Promise<Secrets> {
  const kept = await readKept(folder)
  const secrets = await completed(kept)
  if (Object.keys(kept).length < Object.keys(secrets).length) await writeKept(folder, secrets)
  return secrets
}

async function completed(kept: Partial<Secrets>): Promise<Secrets> {
  return {
    login: kept.login ?? 'demo-merchant',
    controlKey: kept.controlKey ?? randomUUID(),
    tokenKey: kept.tokenKey ?? randomBytes(32).toString('base64url'),
    nameKey: kept.nameKey ?? randomBytes(32).toString('base64url'),
    cardDigestKey: kept.cardDigestKey ?? randomBytes(32).toString('base64url'),
    searchKey: kept.searchKey ?? randomBytes(32).toString('base64url'),
    gatewayKeys: kept.gatewayKeys ?? (await makeGatewayKeys()),
    merchantKey: kept.merchantKey ?? makeMerchantKey(),
    offerKey: kept.offerKey ?? (await makeOfferKey('ES256')),
    webhookSecret: kept.webhookSecret ?? `whsec_${randomBytes(32).toString('base64')}`,
  }
}

/** The shortest key that the gateway accepts, since it is the fastest to make. */
const makeGatewayKeys = (): Promise<GatewayKeys> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

async function readKept(folder: string): Promise<Partial<Secrets>> {
  const files = [
    join(folder, SECRETS_FILE),
    offerKeyIn(folder),
    merchantKeyIn(folder),
    webhookSecretIn(folder),
  ]
  const [others, offerKey, merchantKey, webhookSecret] = await Promise.all(files.map(textIfPresent))
  return {
    ...(others ? JSON.parse(others) : {}),
    ...(offerKey ? { offerKey: parseOfferKey(offerKey) } : {}),
    ...(merchantKey ? { merchantKey: merchantKey.trim() } : {}),
    ...(webhookSecret ? { webhookSecret: webhookSecret.trim() } : {}),
  }
}

async function writeKept(folder: string, { offerKey, merchantKey, webhookSecret, ...others }: Secrets) {
  await mkdir(folder, { recursive: true })
  await Promise.all([
    write(join(folder, SECRETS_FILE), JSON.stringify(others, null, 2)),
    write(offerKeyIn(folder), JSON.stringify(offerKey, null, 2)),
    write(merchantKeyIn(folder), merchantKey),
    write(webhookSecretIn(folder), webhookSecret),
  ])
}

const write = (path: string, text: string) => writeFile(path, `${text}\n`, { mode: 0o600 })
