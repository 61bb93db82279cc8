/** Names the requests that an order follows at the gateway. */

/**
 * Why an order asks the gateway. The order sent the request of an attempt, of a follow-up, and of the refund of a
 * duplicate charge. It did not send that of an unmatched transaction.
 */
export type Purpose = SentPurpose | 'unmatched'

/** Purposes for which an order sends requests. */
export type SentPurpose = 'attempt' | 'follow-up' | 'duplicate-refund'

/** Names one request of an order: the second attempt, say. Events and jobs that are about a request begin with this. */
export interface RequestRef<One extends Purpose = Purpose> {
  readonly purpose: One
  /** Its place in the order's list of that purpose, from 1. A list grows until it is erased. */
  readonly number: number
}

/** The name as a key. Rows have it too, for the gateway's messages, so it never changes. */
export const requestKey = ({ purpose, number }: RequestRef): string => `${purpose} ${number}`

/** Names a request. */
export const refTo = <One extends Purpose>(purpose: One, number: number): RequestRef<One> => ({
  purpose,
  number,
})
