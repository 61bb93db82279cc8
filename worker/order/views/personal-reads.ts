/** Who of the merchant read a shopper's data, for the order's history. Names of keys and times alone. */

/** A read of the shopper's data, by the name of the merchant key. */
export interface PersonalRead {
  readonly by: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** How many reads an order keeps, the latest. The log of the Worker has every one. */
export const MAX_READS = 60

const DAY_MS = 86_400_000

const dayOf = ({ at }: PersonalRead) => Math.floor(at / DAY_MS)

/** Adds the first read of a key on a day, UTC. Returns the very same list for a repeat. */
export function withRead(reads: readonly PersonalRead[], read: PersonalRead): readonly PersonalRead[] {
  const isKnown = reads.some((one) => one.by === read.by && dayOf(one) === dayOf(read))
  return isKnown ? reads : [...reads, read].slice(-MAX_READS)
}
