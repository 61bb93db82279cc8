/** Withdrawal of offers (`OFFERS_NOT_BEFORE`). Pure. */
import type { Config } from './config.ts'

/** The part of an offer that decides. */
interface Offered {
  readonly item: string
  /** When it was signed, in milliseconds since the epoch. */
  readonly offeredAt: number
}

/** Whether the merchant has withdrawn this offer, with all of its item that were signed no later. */
export const isWithdrawn = (
  { OFFERS_NOT_BEFORE: all }: Pick<Config, 'OFFERS_NOT_BEFORE'>,
  { item, offeredAt }: Offered,
): boolean =>
  // Own entries only: an item may be called `constructor`.
  Object.hasOwn(all, item) && offeredAt < (all[item] ?? 0) * 1000
