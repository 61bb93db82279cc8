/** `MERCHANT_KEYS`: names, digests and scopes of merchant keys. The keys themselves are not here. */
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

/** A repeated name or digest would leave the owner and the scopes of a key unclear. */
const areDistinct = (entries: readonly z.infer<typeof entry>[]) =>
  new Set(entries.flatMap(({ name, digest }) => [`name ${name}`, `digest ${digest}`])).size ===
  entries.length * 2

export const merchantKeys = z.array(entry).refine(areDistinct)
