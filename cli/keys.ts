/** The key pairs that sign offers. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** Algorithms that the edge accepts on an offer. */
export const ALGORITHMS = ['ES256', 'EdDSA'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

/** A private key with its algorithm, and the id of its public half. */
export interface OfferKey extends JWK {
  readonly alg: Algorithm
  readonly kid: string
}

/** Whether a text names an algorithm for signing offers. */
const isAlgorithm = (text: string): text is Algorithm => (ALGORITHMS as readonly string[]).includes(text)

/**
 * Makes a private key for signing offers. Every call makes another one.
 *
 * @returns The key; its `kid` is the thumbprint of the public half (RFC 7638), so that ids never clash.
 *
 * @example
 * import { makeOfferKey, publicKeySet } from './keys.ts'
 *
 * const key = await makeOfferKey('EdDSA')
 * console.log(`OFFER_KEYS=${JSON.stringify(publicKeySet([key]))}`)
 */
export async function makeOfferKey(alg: Algorithm): Promise<OfferKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, alg, use: 'sig', kid: await calculateJwkThumbprint(jwk) }
}

/**
 * Writes the public halves of keys in the format of the edge's `OFFER_KEYS`.
 *
 * Picks the public members instead of removing the private ones, so that none can slip through.
 *
 * @example
 * import { makeOfferKey, publicKeySet } from './keys.ts'
 *
 * const { keys } = publicKeySet([await makeOfferKey('ES256'), await makeOfferKey('EdDSA')])
 */
export function publicKeySet(keys: readonly OfferKey[]): { readonly keys: readonly JWK[] } {
  return { keys: keys.map(publicHalf) }
}

function publicHalf({ kty = '', crv = '', x = '', y, kid, alg }: OfferKey): JWK {
  return { kty, crv, x, ...(y === undefined ? {} : { y }), kid, alg, use: 'sig' }
}

/**
 * Reads a key file.
 *
 * @throws {TypeError} If the text is not a private key that `pay-checkout keys` could have written.
 *
 * @example
 * import { readFile } from 'node:fs/promises'
 * import { parseOfferKey } from './keys.ts'
 *
 * const { kid } = parseOfferKey(await readFile('offer-key.json', 'utf8'))
 */
export function parseOfferKey(text: string): OfferKey {
  const key = readJson(text)
  if (typeof key.alg !== 'string' || !isAlgorithm(key.alg))
    throw new TypeError('the key names no usable "alg"')
  if (typeof key.kid !== 'string' || !key.kid) throw new TypeError('the key has no "kid"')
  if (typeof key.d !== 'string') throw new TypeError('this is a public key; signing needs the private one')
  return { ...key, alg: key.alg, kid: key.kid }
}

function readJson(text: string): JWK {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // The message of JSON.parse may quote the key, so it is dropped.
  }
  throw new TypeError('the key file is not a JSON Web Key')
}
