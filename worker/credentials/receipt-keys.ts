/** Key pairs of receipts. The edge signs with the private half; anybody verifies with the public half. */
import { calculateJwkThumbprint } from 'jose'
import { type KeySettings, purposeSeeds } from '../config/derived-keys.ts'

/** The public half as a JSON Web Key (RFC 8037). */
export interface ReceiptJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
  /** The key's thumbprint (RFC 7638), so the same key always has the same id. */
  readonly kid: string
}

export interface ReceiptKey {
  /** Not extractable. */
  readonly privateKey: CryptoKey
  readonly jwk: ReceiptJwk
}

const ALGORITHM = { name: 'Ed25519' }

/** The PKCS#8 prefix before the 32 bytes of an Ed25519 private key (RFC 8410 §7). */
const PKCS8_HEAD = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]

const kept = new WeakMap<object, readonly ReceiptKey[]>()

/**
 * Derives the key pairs from the settings. The same settings give the same pairs, which the isolate caches.
 *
 * @returns First the pair of `TOKEN_KEY`, which signs; then that of `TOKEN_KEY_PREVIOUS`, if set. Both verify.
 */
export async function receiptKeys(settings: KeySettings): Promise<readonly ReceiptKey[]> {
  const known = kept.get(settings)
  if (known) return known
  const keys = await Promise.all((await purposeSeeds(settings, 'receipt')).map(receiptKey))
  // Caches the keys, not the promise: one request must not await another's promise.
  kept.set(settings, keys)
  return keys
}

async function receiptKey(seed: Uint8Array): Promise<ReceiptKey> {
  const pkcs8 = new Uint8Array([...PKCS8_HEAD, ...seed])
  const readable = await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, true, ['sign'])
  const { x = '' } = (await crypto.subtle.exportKey('jwk', readable)) as JsonWebKey
  const publicHalf = { kty: 'OKP', crv: 'Ed25519', x } as const
  const kid = await calculateJwkThumbprint(publicHalf)
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign'])
  return { privateKey, jwk: { ...publicHalf, alg: 'EdDSA', use: 'sig', kid } }
}
