/** Whether a request may have the order of its key, which another request may have opened. */
import type { ProblemCode } from '../../shared/problem.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import { areSameTerms, isSameSale } from '../domain/same-terms.ts'
import type { OrderTerms } from '../domain/terms.ts'
import type { OrderContext } from './context.ts'
import type { OrderState } from './model/state.ts'
import { opened } from './model/transition.ts'

/** The order that these terms open, stored or not yet. */
export function orderToOpen(context: OrderContext, terms: OrderTerms): Result<OrderState, Refusal> {
  const known = context.record.state
  if (known && !areSameTerms(known.terms, terms)) return refused(reuse(context, known, terms))
  // The key that opened it lies beside the token in the shopper's browser, so it opens no order again either.
  if (known?.tokensRevokedAt !== undefined && terms.offer)
    return refused({ code: 'token-invalid', why: 'revoked' })
  return accepted(known ?? opened(terms))
}

/**
 * Why a request to pay cannot have the order that it was admitted for: while it waited, another request opened that for another
 * sum or for other pieces. The caller begins the order with nothing awaited in between.
 */
export function reuseRefusal(context: OrderContext, { terms }: OrderState): Refusal | undefined {
  const known = context.record.state
  return known && !isSameSale(known.terms, terms) ? reuse(context, known, terms) : undefined
}

const reuse = ({ record }: OrderContext, known: OrderState, terms: OrderTerms): Refusal => ({
  code: reuseCode(terms),
  order: record.views.shopper(known),
})

const reuseCode = ({ bodyDigest }: OrderTerms): ProblemCode =>
  bodyDigest ? 'reference-reused' : 'key-reused'
