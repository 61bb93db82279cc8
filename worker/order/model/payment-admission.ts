/** Whether an attempt may start. */
import { isAtBank, isFinal, isPayable } from '../../../shared/order-status.ts'
import type { Way } from '../../../shared/order-view.ts'
import type { ProblemCode } from '../../../shared/problem.ts'
import { isPossible, isSingle } from './methods.ts'
import type { Attempt, OrderState } from './state.ts'
import { statusOf } from './status.ts'

/** More tries than any shopper makes. Each one is a form at the gateway that is followed for a week. */
const MAX_ATTEMPTS = 20

/** A wish to pay: the same key is the same wish, however often it arrives. */
export interface AttemptRequest {
  readonly key: string
  readonly method: Way
  /** Digest of the request, without card data. */
  readonly bodyDigest?: string
}

/** What becomes of a wish to pay: it joins the attempt it started before, starts one, or is refused. */
export type Admission = 'joins' | 'starts' | ProblemCode

/**
 * Judges a wish to pay.
 *
 * A hosted page that the shopper left (`redirect`) may be superseded; whatever may already have taken money may not.
 *
 * @param now Milliseconds since the epoch.
 */
export function admitPayment(
  state: OrderState,
  { key, method, bodyDigest }: AttemptRequest,
  now: number,
): Admission {
  const known = state.attempts.find((attempt) => attempt.key === key)
  if (known) return known.method === method && isSameBody(known, bodyDigest) ? 'joins' : 'key-reused'
  const { methods, intent } = state.terms
  if (!methods.includes(method) || !isPossible(method, intent)) return 'method-off'
  const status = statusOf(state)
  const isOver = state.expired || now >= state.terms.expiresAt || state.attempts.length >= MAX_ATTEMPTS
  if (isFinal(status) || isOver) return 'order-final'
  if (!isPayable(status)) return 'attempt-in-flight'
  return isSingle(method, intent) && state.attempts.length > 0 ? 'order-final' : 'starts'
}

/** An attempt of a version that kept no digest cannot be told apart, and is never made twice. */
const isSameBody = (known: Attempt, bodyDigest: string | undefined) =>
  known.bodyDigest === undefined || known.bodyDigest === bodyDigest

/**
 * Whether the merchant may take the order back: it is open, or failed, or nobody has answered its hosted form. A shopper
 * who is at the bank is not to be taken by surprise.
 */
export const isCancellableByMerchant = (state: OrderState): boolean => isPayable(statusOf(state))

/**
 * Whether the shopper may give up: nothing is on its way that may already have taken money, or it waits for the shopper
 * at the bank. An approval that comes all the same is given back, which cannot be done with money that goes out.
 */
export function isCancellable(state: OrderState): boolean {
  const status = statusOf(state)
  return isPayable(status) || (isAtBank(status) && state.terms.intent !== 'payout')
}
