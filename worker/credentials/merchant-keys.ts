/** Authenticates merchant keys. The edge knows only their digests. */
import { MERCHANT_KEY, type MerchantScope, type RefundLimits } from '../../shared/merchant-key.ts'
import type { Config } from '../config/config.ts'
import { sha256 } from './order-id.ts'

/**
 * A server of the merchant: the name, the scopes and the limits of its key. Of a person at the desk, the name is their e-mail
 * address.
 */
export interface Merchant extends RefundLimits {
  readonly name: string
  readonly scopes: readonly MerchantScope[]
}

/**
 * Finds the owner of a key. It compares every configured digest in constant time, so that timing reveals nothing.
 *
 * @returns `undefined` for an unknown or malformed key.
 */
export async function merchantOf(
  { MERCHANT_KEYS }: Pick<Config, 'MERCHANT_KEYS'>,
  key: string,
): Promise<Merchant | undefined> {
  if (!MERCHANT_KEY.test(key)) return undefined
  const given = bytes(toHex(await sha256(key)))
  const [found] = MERCHANT_KEYS.filter(({ digest }) => crypto.subtle.timingSafeEqual(bytes(digest), given))
  if (!found) return undefined
  const { digest: _, ...merchant } = found
  return merchant
}

const bytes = (text: string) => new TextEncoder().encode(text)

const toHex = (digest: Uint8Array) =>
  Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
