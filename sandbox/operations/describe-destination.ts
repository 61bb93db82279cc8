import type { Transaction } from '../money/transaction.ts'

/** What `status` tells of where money went. */
export function describeDestination({ destination }: Transaction): Record<string, string | undefined> {
  return {
    'dest-bin': destination?.card?.bin,
    'dest-last-four-digits': destination?.card?.last4,
    'dest-card-type': destination?.card?.brand,
    'dest-bank-name': destination?.bankName,
  }
}
