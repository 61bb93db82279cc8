/** The page's only way to the edge. Never throws: what fails comes back as a refusal with a code. */
import {
  type CheckoutReply,
  type CheckoutRequest,
  type PayRequest,
  type Problem,
  TOKEN_HEADER,
} from '../../shared/messages.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'

/** Why the edge did not do what it was asked. */
export interface Refusal extends Partial<Pick<Problem, 'fields' | 'order' | 'status' | 'supportId'>> {
  /** `network`: no answer of the edge's came through, so it may have acted. It has no status. */
  readonly code: ProblemCode | 'network'
  readonly retryAfterSeconds?: number
}

/** What the edge answered. */
export interface Reply<Body> {
  readonly body: Body
  /** The renewed token, where the one that was used may pay. */
  readonly token?: string
  /** When to ask next. Absent: nothing more is to be expected. */
  readonly retryAfterSeconds?: number
}

/** What comes of a call. */
export type Answer<Body> = Promise<Result<Reply<Body>, Refusal>>

/** The edge's HTTP interface, as far as a page uses it. */
export interface Api {
  /** Opens an order. The same key opens the same order, so repeating is harmless. */
  checkout(key: string, request: CheckoutRequest): Answer<CheckoutReply>
  read(id: string, token: string): Answer<OrderView>
  /** Starts an attempt. The same key starts the same attempt, so repeating is harmless. */
  pay(id: string, token: string, key: string, request: PayRequest): Answer<OrderView>
  /** Says that the time of the 3DS Method is over; the order judges by its own clock. Repeating is harmless. */
  method(id: string, token: string): Answer<OrderView>
  /** Says that the shopper goes on with the hosted form, for which a limited offer is kept. Repeating is harmless. */
  goOn(id: string, token: string): Answer<OrderView>
  /** Gives the order up. Repeating is harmless. */
  cancel(id: string, token: string): Answer<OrderView>
}

/**
 * Speaks to one edge.
 *
 * @param edge Its origin, without a trailing slash.
 */
export function edgeApi(edge: string, fetch: typeof globalThis.fetch): Api {
  const call = async <Body>(path: string, token?: string, request?: object, key?: string): Answer<Body> => {
    try {
      const response = await fetch(`${edge}/v1/${path}`, {
        ...(request && { method: 'POST', body: JSON.stringify(request) }),
        headers: {
          ...(request && { 'Content-Type': 'application/json' }),
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(key && { 'Idempotency-Key': key }),
        },
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(LOAD_LIMIT_MS),
      })
      // What is no JSON, or breaks off, is not the edge's answer.
      const body = await response.json()
      const hints = hintsOf(response.headers)
      return response.ok ? accepted({ body, ...hints }) : refused({ code: 'unavailable', ...body, ...hints })
    } catch {
      return refused({ code: 'network' })
    }
  }
  return {
    checkout: (key, request) => call('checkout', '', request, key),
    read: (id, token) => call(`orders/${id}`, token),
    pay: (id, token, key, request) => call(`orders/${id}/pay`, token, request, key),
    method: (id, token) => call(`orders/${id}/method`, token, {}),
    goOn: (id, token) => call(`orders/${id}/continue`, token, {}),
    cancel: (id, token) => call(`orders/${id}/cancel`, token, {}),
  }
}

function hintsOf(headers: Headers) {
  const [token, seconds] = [headers.get(TOKEN_HEADER), headers.get('Retry-After')]
  return { ...(token && { token }), ...(seconds && { retryAfterSeconds: Number(seconds) }) }
}
