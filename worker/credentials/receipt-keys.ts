/** The key pairs of receipts: the edge signs with one, and anybody may check with the public half. */
import { calculateJwkThumbprint } from 'jose'
import { type KeySettings, purposeSeeds } from '../config/derived-keys.ts'

/** The public half, as JSON Web Key Sets hold it (RFC 8037). */
export interface ReceiptJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
  /** The thumbprint of the key (RFC 7638), so that the same key always has the same name. */
  readonly kid: string
}

export interface ReceiptKey {
  /** Signs; cannot be read out. */
  readonly privateKey: CryptoKey
  readonly jwk: ReceiptJwk
}

const ALGORITHM = { name: 'Ed25519' }

/** What stands before the 32 bytes of an Ed25519 private key in PKCS#8 (RFC 8410 §7). */
const PKCS8_HEAD = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]

const kept = new WeakMap<object, readonly ReceiptKey[]>()

/**
 * Makes the key pairs from the settings; the same settings give the same pairs. Kept for the life of the isolate.
 *
 * @returns That of `TOKEN_KEY` first: it signs. Then that of `TOKEN_KEY_PREVIOUS`, if set. Receipts of both stand.
 */
export async function receiptKeys(settings: KeySettings): Promise<readonly ReceiptKey[]> {
  const known = kept.get(settings)
  if (known) return known
  const keys = await Promise.all((await purposeSeeds(settings, 'receipt')).map(receiptKey))
  // Kept only once made: a promise of one request must not be awaited by another.
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
