/** What a refusal means to the tag: whether the shopper can go on. */
import type { Refusal } from './api.ts'
import type { PayError } from './events.ts'

/** Problems that asking again mends. */
export const PASSING: readonly string[] = ['network', 'unavailable', 'internal', 'configuration-invalid']

/** Problems that pass, or that the shopper can mend, as those of a field. With any other the tag cannot go on. */
const RECOVERABLE: readonly string[] = [
  ...PASSING,
  'payments-paused',
  'token-invalid',
  'key-reused',
  'amount-invalid',
  'method-off',
]

/** Problems that only say that the order is further than this page knew. */
export const NEWS: readonly string[] = ['attempt-in-flight', 'order-final', 'key-reused']

/** Translates a refusal of the edge. */
export function toPayError({ code, fields: [field] = [], supportId = '' }: Refusal): PayError {
  return { code, recoverable: !!field || RECOVERABLE.includes(code), ...(field && { field }), supportId }
}

/** A failure of the tag's own, before any edge was asked. */
export const ownError = (code: string): PayError => ({ code, recoverable: false, supportId: '' })
