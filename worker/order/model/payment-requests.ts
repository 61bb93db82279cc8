/** Payment requests: orders whose link a person gets. */
import { isFinal } from '../../../shared/order-status.ts'
import type { OrderState } from './state.ts'
import { statusOf } from './status.ts'

/** The number of the key under which the link was last made; `undefined` of an order that is no request. */
export const linkKeyOf = ({ terms, linkKey }: OrderState): string | undefined => linkKey ?? terms.linkKey

/** What the list shows of a request: whether it was seen, and, as long as it can be paid, the key of its link. */
export function requestEntry(state: OrderState): { readonly seenAt?: number; readonly linkKey?: string } {
  const { terms, seenAt } = state
  if (!terms.isRequest) return {}
  const linkKey = isFinal(statusOf(state)) ? undefined : linkKeyOf(state)
  return { ...(seenAt !== undefined && { seenAt }), ...(linkKey !== undefined && { linkKey }) }
}
