/** The API keys of the merchant's own servers. */
import { createHash, randomBytes } from 'node:crypto'
import {
  MERCHANT_KEY_PREFIX,
  type MerchantEntry,
  type MerchantScope,
  type RefundLimits,
} from '../shared/merchant-key.ts'

const KEY_BYTES = 32

/** Makes a key; every call makes another one. Its holder may do everything that its entry allows. */
export const makeMerchantKey = () => MERCHANT_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')

/** Writes the entry of a key for the edge's `MERCHANT_KEYS`. The entry does not reveal the key. */
export const merchantEntry = (
  key: string,
  name: string,
  scopes: readonly MerchantScope[],
  limits: RefundLimits = {},
): MerchantEntry => ({
  name,
  digest: createHash('sha256').update(key).digest('hex'),
  scopes,
  ...limits,
})
