/** Keys of the merchant's own servers, as the command line makes them and the edge knows them. */

/** What a key may allow. `charge` is also capture, `refund` is also void. */
export const MERCHANT_SCOPES = ['read', 'charge', 'refund', 'payout'] as const
export type MerchantScope = (typeof MERCHANT_SCOPES)[number]

/** How every key begins, so that scanners for leaked secrets know it, and so that no order token looks like one. */
export const MERCHANT_KEY_PREFIX = 'pck_'

/** 256 random bits as base64url. */
export const MERCHANT_KEY = /^pck_[A-Za-z0-9_-]{43}$/

/** What a key may be called; the log names it so. */
export const MERCHANT_NAME = /^[A-Za-z0-9 _-]{1,40}$/

/** One entry of the setting `MERCHANT_KEYS`. It does not lead back to the key. */
export interface MerchantEntry {
  readonly name: string
  /** SHA-256 of the whole key, 64 hexadecimal digits. */
  readonly digest: string
  readonly scopes: readonly MerchantScope[]
}
