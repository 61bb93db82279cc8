/** What a refusal means to the tag: whether the shopper can go on. */
import type { PayError } from '../element/events.ts'
import type { Refusal } from './api.ts'

/** Whether asking again mends it: the edge did not answer, or says that it is the edge's fault. */
export const isPassing = ({ status = 500 }: Refusal) => status >= 500

/** Problems that the shopper can mend, as those of a field. Unless it passes, the tag cannot go on with any other. */
const RECOVERABLE: readonly string[] = [
  ...['token-invalid', 'key-reused', 'method-off'],
  ...['quantity-unavailable', 'offer-reserved', 'address-limit'],
]

/** Problems that only say that the order is further than this page knew. */
export const NEWS: readonly string[] = ['attempt-in-flight', 'order-final', 'key-reused']

/** Translates a refusal of the edge. */
export function toPayError(refusal: Refusal): PayError {
  const { code, fields: [field] = [], supportId = '' } = refusal
  const recoverable = !!field || isPassing(refusal) || RECOVERABLE.includes(code)
  return { code, recoverable, ...(field && { field }), supportId }
}

/** A failure of the tag's own, before any edge was asked. */
export const ownError = (code: string): PayError => ({ code, recoverable: false, supportId: '' })
