/** Who a key of the merchant's own servers belongs to. The edge knows digests only. */
import { MERCHANT_KEY, type MerchantScope } from '../../shared/merchant-key.ts'
import type { Config } from '../config/config.ts'
import { sha256 } from './order-id.ts'

/** A program of the merchant, by the name its key was given, and what that key allows. */
export interface Merchant {
  readonly name: string
  readonly scopes: readonly MerchantScope[]
}

/**
 * Finds whose key this is. Every configured digest is compared, each in constant time, so that how long it takes tells
 * nothing about any of them.
 *
 * @returns `undefined` for whatever is no key, or one that is not configured.
 */
export async function merchantOf(
  { MERCHANT_KEYS }: Pick<Config, 'MERCHANT_KEYS'>,
  key: string,
): Promise<Merchant | undefined> {
  if (!MERCHANT_KEY.test(key)) return undefined
  const given = bytes(toHex(await sha256(key)))
  const [found] = MERCHANT_KEYS.filter(({ digest }) => crypto.subtle.timingSafeEqual(bytes(digest), given))
  return found && { name: found.name, scopes: found.scopes }
}

const bytes = (text: string) => new TextEncoder().encode(text)

const toHex = (digest: Uint8Array) =>
  Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
