/** The limits of a merchant key: what it may give back without another key. */
import type { RefundLimits } from '../../../shared/merchant-key.ts'
import { toMinor } from '../../../shared/money.ts'
import type { FollowUpKind } from '../../../shared/order-view.ts'
import type { OrderTerms } from '../../domain/terms.ts'

/** One of the limits, by its name in the setting. */
export type LimitName = keyof RefundLimits

/** What a key wants to do with a payment. */
interface LimitedDeed {
  readonly kind: FollowUpKind
  readonly amountMinor: number
}

/** What of the order's terms a limit depends on. */
type LimitedTerms = Pick<OrderTerms, 'currency' | 'exponent' | 'amountMinor'>

/** What a deed gives back. A capture takes its own sum, and the gateway releases the rest of the hold with it. */
export const givenBackMinor = (
  { kind, amountMinor }: LimitedDeed,
  { amountMinor: heldMinor }: Pick<LimitedTerms, 'amountMinor'>,
): number => (kind === 'capture' ? Math.max(0, heldMinor - amountMinor) : amountMinor)

/** `free`: no limit is about it. `counts`: it may go out if the key's count of the day has room for it. `beyond`: it waits. */
export type LimitVerdict =
  | { readonly type: 'free' }
  | { readonly type: 'counts'; readonly perDayMinor: number }
  | { readonly type: 'beyond'; readonly limit: LimitName }

/**
 * Judges a deed by the limits of its key. Every return and void counts, with the whole sum, and a capture with what it releases:
 * the money of a hold was as good as the merchant's.
 *
 * @param limits `undefined` for a key that has none.
 */
export function limitVerdict(
  deed: LimitedDeed,
  terms: LimitedTerms,
  limits: RefundLimits | undefined,
): LimitVerdict {
  const { currency, exponent } = terms
  const amountMinor = givenBackMinor(deed, terms)
  if (!limits || amountMinor === 0) return { type: 'free' }
  const { refundUpTo, refundPerDay } = limits
  const boundOf = (sums: Readonly<Record<string, string>>) => boundMinor(sums[currency], exponent)
  if (refundUpTo && amountMinor > boundOf(refundUpTo)) return { type: 'beyond', limit: 'refundUpTo' }
  if (!refundPerDay) return { type: 'free' }
  const perDayMinor = boundOf(refundPerDay)
  return amountMinor > perDayMinor
    ? { type: 'beyond', limit: 'refundPerDay' }
    : { type: 'counts', perDayMinor }
}

/** A currency that is not listed, or a sum that is none of it, allows nothing. */
function boundMinor(sum: string | undefined, exponent: number): number {
  const minor = sum === undefined ? undefined : toMinor(sum, exponent)
  return minor?.ok ? minor.value : 0
}
