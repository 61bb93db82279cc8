/** Keys of the merchant's own servers, as the command line makes them and the edge checks them. */

/**
 * The rights that a key may have. `charge` includes capture, `refund` includes void, `admin` revokes tokens and erases
 * personal data, `catalogue` makes and changes products, `personal` shows a shopper's data beside what `read` shows.
 */
export const MERCHANT_SCOPES = [
  ...(['read', 'charge', 'refund', 'payout', 'admin', 'catalogue', 'personal'] as const),
] as const
export type MerchantScope = (typeof MERCHANT_SCOPES)[number]

/** The prefix of every key. Scanners for leaked secrets find it by this, and no order token looks like one. */
export const MERCHANT_KEY_PREFIX = 'pck_'

/** The prefix of the short-lived key of a person at the desk. A signed token follows. */
export const DESK_KEY_PREFIX = 'pcd_'

/** Whether a bearer token claims to act for the merchant, and not for the page of one order. */
export const isOfMerchant = (token: string): boolean =>
  token.startsWith(MERCHANT_KEY_PREFIX) || token.startsWith(DESK_KEY_PREFIX)

/** 256 random bits as base64url. */
export const MERCHANT_KEY = /^pck_[A-Za-z0-9_-]{43}$/

/** The names that a key may have. The log uses them. */
export const MERCHANT_NAME = /^[A-Za-z0-9 _-]{1,40}$/

/**
 * What a key may give back without asking another one: ISO 4217 code → decimal text. A currency that is not listed may not be
 * given back alone. Absent: no such limit.
 */
export interface RefundLimits {
  /** The most that one refund, void or capture of a part may give back. */
  readonly refundUpTo?: Readonly<Record<string, string>>
  /** The most that all of them together may, in a day of UTC. */
  readonly refundPerDay?: Readonly<Record<string, string>>
}

/**
 * The sum of a limit: as many digits as `toMinor` takes, so that a day may have as much as an order. The edge compares the decimals
 * with those of its endpoints.
 */
export const LIMIT_SUM = /^\d{1,12}(\.\d{1,4})?$/

/** One entry of the setting `MERCHANT_KEYS`. Nobody can compute the key from it. */
export interface MerchantEntry extends RefundLimits {
  readonly name: string
  /** SHA-256 of the whole key, 64 hexadecimal digits. */
  readonly digest: string
  readonly scopes: readonly MerchantScope[]
}
