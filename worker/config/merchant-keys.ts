/** `MERCHANT_KEYS`: who may call the merchant's routes, and for what. Only digests: the keys themselves are not here. */
import * as z from 'zod'
import { MERCHANT_NAME, MERCHANT_SCOPES } from '../../shared/merchant-key.ts'

const entry = z.strictObject({
  name: z.string().regex(MERCHANT_NAME),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .toLowerCase(),
  scopes: z.array(z.enum(MERCHANT_SCOPES)).min(1),
})

/** With one name or digest twice it would be unclear whose key it is and what it may do. */
const areDistinct = (entries: readonly z.infer<typeof entry>[]) =>
  new Set(entries.flatMap(({ name, digest }) => [`name ${name}`, `digest ${digest}`])).size ===
  entries.length * 2

export const merchantKeys = z.array(entry).refine(areDistinct)
