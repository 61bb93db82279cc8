/** The secrets of a deployment: what the merchant has from the gateway, and what is made here. */
import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import type { MerchantEntry, MerchantScope } from '../../shared/merchant-key.ts'
import { secretFlaw } from '../../shared/secret-flaw.ts'
import { merchantEntry } from '../merchant-key.ts'
import type { Secrets } from './secret-settings.ts'

/** What the gateway gave the merchant. */
export interface GatewaySecrets {
  readonly controlKey?: string | undefined
  /** PEM. */
  readonly privateKey?: string | undefined
}

/** The control key that the edge takes. */
const MIN_CONTROL_KEY = 16

/** The weakest RSA key that the edge takes, in bits. */
const MIN_BITS = 2048

/** What is wrong with a control key; `undefined` if nothing is. */
export function controlKeyProblem(text: string): string | undefined {
  const flaw = secretFlaw(text)
  if (flaw) return `the control key ${flaw}`
  return text.length >= MIN_CONTROL_KEY
    ? undefined
    : `the control key has fewer than ${MIN_CONTROL_KEY} characters`
}

/** What is wrong with a private key; `undefined` if nothing is. Quotes no part of it. */
export function privateKeyProblem(pem: string): string | undefined {
  const key = keyIn(pem)
  if (key?.asymmetricKeyType !== 'rsa') return 'the private key is no RSA key as PEM without a passphrase'
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits >= MIN_BITS ? undefined : `the private key has ${bits} bits; it needs ${MIN_BITS}`
}

function keyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    // Its message may quote the key.
    return undefined
  }
}

/** 256 random bits as text. */
const randomText = () => randomBytes(32).toString('base64url')

/**
 * Completes the secrets: those that are there stay, and what is missing is made. A control key or login that changes leaves
 * the former keys behind for orders under way, which are asked about and refunded as the login that charged them.
 *
 * @param login Today's, and the one before, if there was one.
 */
export function completedSecrets(
  kept: Secrets,
  { controlKey = kept.GATEWAY_CONTROL_KEY, privateKey = kept.GATEWAY_PRIVATE_KEY }: GatewaySecrets,
  login: { readonly now: string; readonly before: string | undefined },
  hasWebhook: boolean,
): Secrets {
  const former = formerKeys(kept, { controlKey }, login)
  return {
    ...kept,
    ...(controlKey !== undefined && { GATEWAY_CONTROL_KEY: controlKey }),
    ...(privateKey !== undefined && { GATEWAY_PRIVATE_KEY: privateKey }),
    ...(former !== undefined && { GATEWAY_CREDENTIALS_PREVIOUS: former }),
    TOKEN_KEY: kept.TOKEN_KEY ?? randomText(),
    NAME_KEY: kept.NAME_KEY ?? randomText(),
    CARD_DIGEST_KEY: kept.CARD_DIGEST_KEY ?? randomText(),
    SEARCH_KEY: kept.SEARCH_KEY ?? randomText(),
    ...(hasWebhook && {
      WEBHOOK_SECRET: kept.WEBHOOK_SECRET ?? `whsec_${randomBytes(32).toString('base64')}`,
    }),
  }
}

function formerKeys(
  { GATEWAY_CONTROL_KEY, GATEWAY_PRIVATE_KEY, GATEWAY_CREDENTIALS_PREVIOUS = '{}' }: Secrets,
  { controlKey }: GatewaySecrets,
  { now, before = now }: { readonly now: string; readonly before: string | undefined },
): string | undefined {
  const isSame = before === now && GATEWAY_CONTROL_KEY === controlKey
  if (GATEWAY_CONTROL_KEY === undefined || isSame) return undefined
  const keys = {
    controlKey: GATEWAY_CONTROL_KEY,
    ...(GATEWAY_PRIVATE_KEY !== undefined && { privateKey: GATEWAY_PRIVATE_KEY }),
  }
  return JSON.stringify({ ...JSON.parse(GATEWAY_CREDENTIALS_PREVIOUS), [before]: keys })
}

/**
 * What the merchant's first key may do, with which they also sign in to the desk and see who ordered. Paying out and erasing
 * need a key that was made for it.
 */
const SCOPES: readonly MerchantScope[] = ['read', 'charge', 'refund', 'personal']

/** Lets a key of the merchant's own server in, beside those that may already. Repeating it is harmless. */
export function withMerchantKey({ MERCHANT_KEYS = '[]', ...others }: Secrets, key: string): Secrets {
  const entries = JSON.parse(MERCHANT_KEYS) as readonly MerchantEntry[]
  const added = merchantEntry(key, 'setup', SCOPES)
  const isThere = entries.some(({ digest }) => digest === added.digest)
  return { ...others, MERCHANT_KEYS: isThere ? MERCHANT_KEYS : JSON.stringify([...entries, added]) }
}
