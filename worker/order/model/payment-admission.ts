/** Whether an attempt may start. Two requests with one key are one attempt. */
import { isAtBank, isFinal, isPayable } from '../../../shared/order-status.ts'
import type { Way } from '../../../shared/order-view.ts'
import type { ProblemCode } from '../../../shared/problem.ts'
import { isPossible, isSingle } from './methods.ts'
import { forgottenExchange } from './restoration.ts'
import type { Attempt, OrderState } from './state.ts'
import { statusOf } from './status.ts'

/** More attempts than any shopper makes. Each one is a form at the gateway, which the order polls for a week. */
export const MAX_ATTEMPTS = 20

/** A request to pay. One key makes one attempt, however often the request arrives. */
export interface AttemptRequest {
  readonly key: string
  readonly method: Way
  /** Digest of the request, without card data. */
  readonly bodyDigest?: string
  /** Names the exchange of the order's link that the request comes from. */
  readonly exchange?: string
  /** It came with the order's opening, and joins any attempt that the order has. */
  readonly isFirst?: true
}

/** The decision: the request joins the attempt of its key, starts one, or is refused. */
export type Admission = 'joins' | 'starts' | ProblemCode

/**
 * Decides on a request to pay. It may supersede a hosted page that the shopper left (`redirect`), but nothing that may
 * already have taken money.
 *
 * @param now Milliseconds since the epoch.
 */
export function admitPayment(
  state: OrderState,
  { key, method, bodyDigest, exchange, isFirst }: AttemptRequest,
  now: number,
): Admission {
  if (isFirst && state.attempts.length > 0) return 'joins'
  const known = state.attempts.find((attempt) => attempt.key === key)
  if (known) {
    const isSame = known.method === method && isOfExchange(known, exchange) && isSameBody(known, bodyDigest)
    return isSame ? 'joins' : 'key-reused'
  }
  if (state.tombstone) return 'order-final'
  const { methods, intent } = state.terms
  if (!methods.includes(method) || !isPossible(method, intent)) return 'method-off'
  const status = statusOf(state)
  const isOver = state.expired || now >= state.terms.expiresAt || state.attempts.length >= MAX_ATTEMPTS
  if (isFinal(status) || isOver) return 'order-final'
  if (!isPayable(status)) return 'attempt-in-flight'
  return isSingle(method, intent) && state.attempts.length > 0 ? 'order-final' : 'starts'
}

const isOfExchange = (known: Attempt, exchange: string | undefined) =>
  known.exchange === exchange || known.exchange === forgottenExchange(known.number)

/** A version that kept no digest cannot tell two requests apart, so it never makes a second attempt. */
const isSameBody = (known: Attempt, bodyDigest: string | undefined) =>
  known.bodyDigest === undefined || known.bodyDigest === bodyDigest

/**
 * Whether the merchant may cancel: the order is open or failed, or its hosted form is unpaid. A shopper who is at the
 * bank must not be surprised.
 */
export const isCancellableByMerchant = (state: OrderState): boolean => isPayable(statusOf(state))

/**
 * Whether the shopper may cancel: nothing may have taken money yet, or the attempt waits for the shopper at the bank.
 * If it is approved after all, the order gives it back, which it cannot do with a payout.
 */
export function isCancellable(state: OrderState): boolean {
  const status = statusOf(state)
  return isPayable(status) || (isAtBank(status) && state.terms.intent !== 'payout')
}
