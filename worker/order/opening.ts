import type { Customer } from '../../shared/customer.ts'
import { isFinal } from '../../shared/order-status.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { OrderTerms } from './model/state.ts'
import { statusOf } from './model/status.ts'
import { opened } from './model/transition.ts'
import type { OrderRecord } from './record.ts'
import type { Refusal } from './refusal.ts'

/** An order that is open, or was found so. */
export interface Opened {
  readonly order: OrderView
  /** When it was opened first, in milliseconds since the epoch. */
  readonly openedAt: number
}

/**
 * Opens an order, or finds it open. Repeating it with the same terms is harmless; other terms are refused.
 *
 * @param customer What is known of the shopper; joins what is known already.
 */
export function openOrder(
  record: OrderRecord,
  terms: OrderTerms,
  customer?: Customer,
): Result<Opened, Refusal> {
  const known = record.state
  if (known && !areSameTerms(known.terms, terms))
    return refused({ code: reusedBy(terms), order: record.view(known) })
  const state = known ?? opened(terms)
  if (customer && !isFinal(statusOf(state))) record.memory.remember({ customer })
  if (!known) record.save(state)
  return accepted({ order: record.view(state), openedAt: state.terms.openedAt })
}

/** The same order is opened again by a second tab or after a lost answer; only the clock has moved on. */
function areSameTerms(known: OrderTerms, given: OrderTerms): boolean {
  const agreed = ({ id, amountMinor, currency, intent, offer, bodyDigest }: OrderTerms) =>
    JSON.stringify([id, amountMinor, currency, intent, offer, bodyDigest])
  return agreed(known) === agreed(given)
}

const reusedBy = ({ bodyDigest }: OrderTerms): ProblemCode => (bodyDigest ? 'reference-reused' : 'key-reused')
