/** Which refusals the shopper can recover from. */
import type { PayError } from '../events/pay-error.ts'
import type { Refusal } from './api.ts'

/** Whether the request may succeed later: the edge did not answer, the fault is its own, or there were too many requests. */
export const isPassing = ({ status = 500 }: Refusal) => status >= 500 || status === 429

/** Problems that the shopper can solve, like those of a field. With any other that does not pass, the tag cannot go on. */
const RECOVERABLE: readonly string[] = [
  ...['token-invalid', 'key-reused', 'method-off'],
  ...['quantity-unavailable', 'offer-reserved', 'address-limit', 'check-needed', 'price-changed'],
]

/** Problems that only say that the order is further than the page knew. */
export const NEWS: readonly string[] = ['attempt-in-flight', 'order-final', 'key-reused']

/** The index of the cart's line that a field such as `lines.1.offer` is of. */
export const lineOf = (field = '') => /^lines\.(\d+)/.exec(field)?.[1]

/** Turns a refusal of the edge into an error for the page. */
export function toPayError(refusal: Refusal): PayError {
  const { code, fields: [field] = [], supportId = '' } = refusal
  // No field of the form is that of a line in the cart.
  const isField = !!field && !lineOf(field)
  const recoverable = isField || isPassing(refusal) || RECOVERABLE.includes(code)
  return { code, recoverable, ...(field && { field }), supportId }
}

/** Something threw before any payment was sent. The shopper may try again, or take the page's own link. */
export const UNEXPECTED: PayError = { code: 'unexpected', recoverable: true, supportId: '' }

/** An error of the tag itself, before it asked any edge. */
export const ownError = (code: string): PayError => ({ code, recoverable: false, supportId: '' })
