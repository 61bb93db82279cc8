/** Keys with which the merchant's own servers call the edge. */
import { createHash, randomBytes } from 'node:crypto'
import { MERCHANT_KEY_PREFIX, type MerchantEntry, type MerchantScope } from '../shared/merchant-key.ts'

const KEY_BYTES = 32

/** Makes a key; every call makes another one. Whoever has it may do what its entry allows. */
export const makeMerchantKey = () => MERCHANT_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')

/** Writes what the edge's `MERCHANT_KEYS` is to say of a key. The key cannot be found from it. */
export const merchantEntry = (
  key: string,
  name: string,
  scopes: readonly MerchantScope[],
): MerchantEntry => ({
  name,
  digest: createHash('sha256').update(key).digest('hex'),
  scopes,
})
