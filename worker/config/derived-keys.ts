/** Derives one key per purpose from `TOKEN_KEY`, so that a signature for one purpose is invalid for any other. */
import { toBase64Url } from './base64url.ts'
import type { Config } from './config.ts'

/** The settings that keys are derived from. */
export type KeySettings = Pick<Config, 'TOKEN_KEY' | 'TOKEN_KEY_PREVIOUS'>

/**
 * `order-token`: tokens of orders. `path`: keys in addresses. `request-body`: digests of requests. `source`: digests of
 * shoppers' IP addresses. `limits`: names of budgets. `desk-key`: keys of people at the desk.
 */
export type KeyPurpose = 'order-token' | 'path' | 'request-body' | 'source' | 'limits' | 'desk-key'

/** `receipt`: the key pair that signs receipts. `order-name`: the key of order names where `NAME_KEY` is not set. */
export type SeedPurpose = 'receipt' | 'order-name'

export interface PurposeKey {
  /** Four characters that tell the new key from the former one. Not secret. */
  readonly number: string
  /** HMAC with SHA-256, for signing and verifying. */
  readonly key: CryptoKey
}

const NUMBER_BYTES = 3

const SEED_BITS = 256

const kept = new WeakMap<object, Map<KeyPurpose, readonly [PurposeKey, ...PurposeKey[]]>>()

/**
 * Derives the keys of a purpose (HKDF, RFC 5869). The isolate caches them.
 *
 * @returns First the key of `TOKEN_KEY`, which signs; then that of `TOKEN_KEY_PREVIOUS`, if set. Both verify.
 */
export async function purposeKeys(settings: KeySettings, purpose: KeyPurpose) {
  const known = kept.get(settings)?.get(purpose)
  if (known) return known
  const { TOKEN_KEY, TOKEN_KEY_PREVIOUS } = settings
  const current = await derive(TOKEN_KEY, purpose)
  const before = TOKEN_KEY_PREVIOUS ? [await derive(TOKEN_KEY_PREVIOUS, purpose)] : []
  const keys = [current, ...before] as const
  // Caches the keys, not the promise: one request must not await another's promise.
  kept.set(settings, new Map(kept.get(settings)).set(purpose, keys))
  return keys
}

const bytes = (text: string) => new TextEncoder().encode(text)

async function derive(secret: string, purpose: KeyPurpose): Promise<PurposeKey> {
  const key = await crypto.subtle.deriveKey(
    hkdf(purpose),
    await material(secret, 'deriveKey'),
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign', 'verify'],
  )
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes('number')))
  return { number: toBase64Url(digest.slice(0, NUMBER_BYTES)), key }
}

/**
 * Derives secret seeds of keys: 32 bytes for each valid key, that of `TOKEN_KEY` first. The same settings give the
 * same seeds.
 */
export async function purposeSeeds(
  settings: KeySettings,
  purpose: SeedPurpose,
): Promise<readonly Uint8Array[]> {
  const { TOKEN_KEY, TOKEN_KEY_PREVIOUS } = settings
  const secrets = TOKEN_KEY_PREVIOUS ? [TOKEN_KEY, TOKEN_KEY_PREVIOUS] : [TOKEN_KEY]
  const derived = secrets.map(async (secret) =>
    crypto.subtle.deriveBits(hkdf(purpose), await material(secret, 'deriveBits'), SEED_BITS),
  )
  return (await Promise.all(derived)).map((seed) => new Uint8Array(seed))
}

const material = (secret: string, usage: 'deriveKey' | 'deriveBits') =>
  crypto.subtle.importKey('raw', bytes(secret), 'HKDF', false, [usage])

const hkdf = (purpose: KeyPurpose | SeedPurpose) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: bytes(`pay-checkout ${purpose}`),
})
