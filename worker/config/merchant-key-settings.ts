/** `MERCHANT_KEYS`: names, digests, scopes and limits of merchant keys. The keys themselves are not here. */
import * as z from 'zod'
import { EXPONENTS } from '../../shared/currencies.ts'
import {
  LIMIT_SUM,
  MERCHANT_NAME,
  MERCHANT_SCOPES,
  type MerchantEntry,
  type RefundLimits,
} from '../../shared/merchant-key.ts'
import { toMinor } from '../../shared/money.ts'
import { type Endpoints, endpointFor, type Kind } from './gateway-endpoints.ts'

/** ISO 4217 code → decimal text. `setting-conflicts.ts` compares the decimals with those of the endpoints. */
const sums = z
  .record(z.string(), z.string().regex(LIMIT_SUM))
  .refine((all) => Object.keys(all).every((currency) => EXPONENTS.has(currency)))

const entry = z
  .strictObject({
    name: z.string().regex(MERCHANT_NAME),
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .toLowerCase(),
    scopes: z.array(z.enum(MERCHANT_SCOPES)).min(1),
    refundUpTo: sums.exactOptional(),
    refundPerDay: sums.exactOptional(),
  })
  // A payout is sent once, ever, and waits for nobody: with that scope a limit would promise what it cannot keep.
  .refine(({ scopes, ...limits }) => !hasLimits(limits) || isLimitable(scopes))

const isLimitable = (scopes: readonly string[]) => scopes.includes('refund') && !scopes.includes('payout')

const hasLimits = ({ refundUpTo, refundPerDay }: RefundLimits): boolean =>
  refundUpTo !== undefined || refundPerDay !== undefined

/** A repeated name or digest would leave the owner and the scopes of a key unclear. */
const areDistinct = (entries: readonly z.infer<typeof entry>[]) =>
  new Set(entries.flatMap(({ name, digest }) => [`name ${name}`, `digest ${digest}`])).size ===
  entries.length * 2

export const merchantKeys = z.array(entry).refine(areDistinct)

/**
 * A key that the setting does not have: another version of the Worker knows it, or did. Its limits are not known here, so it
 * gives nothing back alone.
 */
const NOTHING_ALONE: RefundLimits = { refundUpTo: {} }

/**
 * What a merchant key may give back alone.
 *
 * @param name Name of the key, or the e-mail address of a person at the desk, whom no limits are about.
 * @returns `undefined` where it has no limits.
 */
export function refundLimitsOf(
  { MERCHANT_KEYS }: { readonly MERCHANT_KEYS: readonly MerchantEntry[] },
  name: string,
): RefundLimits | undefined {
  const found = MERCHANT_KEYS.find((one) => one.name === name)
  if (!found) return MERCHANT_NAME.test(name) ? NOTHING_ALONE : undefined
  const { refundUpTo, refundPerDay } = found
  const limits = { ...(refundUpTo && { refundUpTo }), ...(refundPerDay && { refundPerDay }) }
  return hasLimits(limits) ? limits : undefined
}

/** The kinds of endpoint whose payments can be given back. */
const RETURNABLE: readonly Kind[] = ['sale', 'preauth', 'rebill']

/** Whether every sum of every limit is one of its currency at each endpoint whose payments it may give back. */
export const areSums = (keys: readonly MerchantEntry[], endpoints: Endpoints): boolean =>
  keys
    .flatMap(({ refundUpTo, refundPerDay }) => [refundUpTo ?? {}, refundPerDay ?? {}].flatMap(Object.entries))
    .every(([currency, sum]) =>
      decimalsOf(endpoints, currency).every((decimals) => toMinor(sum, decimals).ok),
    )

/** Those of each endpoint of a currency, which may differ; where none serves it, its own. */
function decimalsOf(endpoints: Endpoints, currency: string): readonly number[] {
  const found = RETURNABLE.flatMap((kind) => endpointFor(endpoints, currency, kind)?.exponent ?? [])
  return found.length > 0 ? found : [EXPONENTS.get(currency) ?? 0]
}
