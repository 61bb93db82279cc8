/** The page's only way to the edge. It never throws: a failure comes back as a refusal with a code. */

import {
  type CheckedOffer,
  type CheckoutReply,
  type CheckoutRequest,
  type LinkReply,
  type PayRequest,
  type Problem,
  type RemoveCardRequest,
  type Settings,
  TOKEN_HEADER,
} from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import type { ProductLook } from '../../shared/product.ts'
import { PRODUCT_ID } from '../../shared/product-id.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { BrowserEnv } from '../browser/browser-env.ts'
import { page } from '../browser/page.ts'
import { toJson } from '../browser/to-json.ts'
import { LOAD_LIMIT_MS, PAY_LIMIT_MS } from '../durations.ts'
import type { Goods } from './goods.ts'

/** Why a request failed. */
export interface Refusal
  extends Partial<Pick<Problem, 'fields' | 'order' | 'products' | 'status' | 'supportId'>> {
  /** `network`: no answer came through, so the edge may have acted. It has no status. */
  readonly code: ProblemCode | 'network'
  readonly retryAfterSeconds?: number
}

/** An answer of the edge. */
interface Reply<Body> {
  readonly body: Body
  /** The renewed token, if the used one may pay. */
  readonly token?: string
  /** When to ask next. Absent: nothing more will change. */
  readonly retryAfterSeconds?: number
}

/** The outcome of a request. */
export type Answer<Body> = Promise<Result<Reply<Body>, Refusal>>

/** The edge's HTTP interface, as far as a page uses it. */
export interface Api {
  /**
   * The seller, and whether the gateway is a sandbox: they draw, and decide nothing. The request stores nothing and identifies
   * nobody, so that a tag may send it before the shopper's first intent, and the browser keeps the answer for a while.
   */
  settings(): Answer<Settings>
  /** A product of the catalogue. As the settings: it identifies nobody, and the browser keeps the answer for a while. */
  product(id: string): Answer<ProductLook>
  /**
   * Whether the goods can be sold now, and the country that the connection seems to come from. It stores nothing, and reserves
   * nothing.
   */
  checkGoods(goods: Goods): Answer<CheckedOffer>
  /**
   * Opens an order, and starts its first attempt where the request has one. The same key opens the same order and starts
   * the same attempt, so repeating is harmless.
   */
  checkout(key: string, request: CheckoutRequest): Answer<CheckoutReply>
  read(id: string, token: string): Answer<OrderView>
  /** Exchanges the link to an order for a token that pays. The same key is the same exchange, so repeating is harmless. */
  exchange(id: string, token: string, key: string): Answer<LinkReply>
  /** Starts an attempt. The same key starts the same attempt, so repeating is harmless. */
  pay(id: string, token: string, key: string, request: PayRequest): Answer<OrderView>
  /** Says that the time limit of the 3DS Method has passed; the order checks its own clock. Repeating is harmless. */
  endMethod(id: string, token: string): Answer<OrderView>
  /** Says that the shopper continues to the payment page, which prolongs a reservation. Repeating is harmless. */
  continue(id: string, token: string): Answer<OrderView>
  /** Takes a saved card out of the session. Repeating is harmless. */
  removeCard(id: string, token: string, request: RemoveCardRequest): Answer<OrderView>
  /** Cancels the order. Repeating is harmless. */
  cancel(id: string, token: string): Answer<OrderView>
}

/**
 * Makes the client of one edge.
 *
 * @param edge Its origin, without a trailing slash.
 */
export function edgeApi(edge: string, fetch: BrowserEnv['fetch']): Api {
  const call = async <Body>(path: string, token?: string, request?: object, key?: string): Answer<Body> => {
    try {
      const response = await fetch(`${edge}/v1/${path}`, {
        ...(request && { method: 'POST', body: toJson(request) }),
        headers: {
          ...(request && { 'Content-Type': 'application/json' }),
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(key && { 'Idempotency-Key': key }),
        },
        cache: token || request ? 'no-store' : 'default',
        credentials: 'omit',
        signal: page.AbortSignal.timeout(key ? PAY_LIMIT_MS : LOAD_LIMIT_MS),
      })
      // Text that is no JSON, or breaks off, does not come from the edge.
      const body = await response.json()
      const hints = hintsOf(response.headers)
      return response.ok ? accepted({ body, ...hints }) : refused({ code: 'unavailable', ...body, ...hints })
    } catch {
      return refused({ code: 'network' })
    }
  }
  return {
    settings: () => call('settings'),
    product: async (id) =>
      // What cannot be one is no part of an address.
      PRODUCT_ID.test(id) ? call(`products/${id}`) : refused({ code: 'product-unavailable', status: 404 }),
    checkGoods: (goods) => call('offers/check', '', goods),
    checkout: (key, request) => call('checkout', '', request, key),
    read: (id, token) => call(`orders/${id}`, token),
    exchange: (id, token, key) => call(`orders/${id}/link`, token, {}, key),
    pay: (id, token, key, request) => call(`orders/${id}/pay`, token, request, key),
    endMethod: (id, token) => call(`orders/${id}/method`, token, {}),
    continue: (id, token) => call(`orders/${id}/continue`, token, {}),
    removeCard: (id, token, request) => call(`orders/${id}/remove-card`, token, request),
    cancel: (id, token) => call(`orders/${id}/cancel`, token, {}),
  }
}

function hintsOf(headers: Headers) {
  const token = headers.get(TOKEN_HEADER)
  // A proxy may send a date, or a time that has passed.
  const seconds = Number.parseFloat(headers.get('Retry-After') ?? '')
  return { ...(token && { token }), ...(seconds >= 0 && { retryAfterSeconds: seconds }) }
}
