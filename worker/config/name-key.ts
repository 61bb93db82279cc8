/**
 * Marks in the names of requests at the gateway. They depend on nothing that an order may forget when it is restored, and
 * on no key that is changed with the tokens.
 */
import { toBase64Url } from './base64url.ts'
import type { Config } from './config.ts'
import { type KeySettings, purposeSeeds } from './derived-keys.ts'

/** The request that a mark is for. */
export interface MarkedRequest {
  readonly orderId: string
  /** The number of the attempt. */
  readonly number: number
}

/** 80 bits: nobody makes the same mark by accident. */
const MARK_BYTES = 10

/** Base32 (RFC 4648) in lower case: gateways may compare names without case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

const BITS_OF_CHARACTER = 5

/** The key of an edge that has no `NAME_KEY`, as text. It is derived from `TOKEN_KEY`, which does not follow from it. */
export async function derivedNameKey(settings: KeySettings): Promise<string> {
  const [seed] = await purposeSeeds(settings, 'order-name')
  if (!seed) throw new TypeError('there is no TOKEN_KEY')
  return toBase64Url(seed)
}

/** Makes the key that marks are made with from its text. */
export const markKey = (text: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])

/**
 * Makes the mark of a request (HMAC with SHA-256). The same request of the same edge always gets the same one, and an edge
 * at another address another one.
 *
 * @returns 16 letters and digits of one case.
 */
export async function markOf(
  key: CryptoKey,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { orderId, number }: MarkedRequest,
): Promise<string> {
  // No part contains a line feed, so no other request makes the same text.
  const text = ['pay-checkout order name', PUBLIC_URL, orderId, number].join('\n')
  const whole = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return toBase32(new Uint8Array(whole, 0, MARK_BYTES))
}

function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const places = Array.from(
    { length: bits.length / BITS_OF_CHARACTER },
    (_, index) => index * BITS_OF_CHARACTER,
  )
  return places.map((at) => ALPHABET[Number.parseInt(bits.slice(at, at + BITS_OF_CHARACTER), 2)]).join('')
}
