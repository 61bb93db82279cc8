/** Whether offers of an item were withdrawn. Pure: no clock, no storage, no network. */
import type { Config } from './config.ts'

/** What an offer says of itself, as far as it may be withdrawn. */
interface Offered {
  readonly item: string
  /** When it was signed, in milliseconds since the epoch. */
  readonly offeredAt: number
}

/** Whether the merchant has withdrawn the offers of this item that were signed when this one was, or before. */
export const isWithdrawn = (
  { OFFERS_NOT_BEFORE: all }: Pick<Config, 'OFFERS_NOT_BEFORE'>,
  { item, offeredAt }: Offered,
): boolean =>
  // Own entries only: an item may be called `constructor`.
  Object.hasOwn(all, item) && offeredAt < (all[item] ?? 0) * 1000
