/** Answers questions about an order, once or live. Writes nothing but who read the shopper's data. */
import type { LiveMessage } from '../../shared/http-bodies.ts'
import type { OrderDetails } from '../../shared/order-history.ts'
import { isMoving } from '../../shared/order-status.ts'
import type { Failure, MerchantOrderView, OrderView } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderContext } from './context.ts'
import { acceptSocket, type Listener, type Viewer } from './live.ts'
import { unreportedPlaces } from './model/cards.ts'
import { requestEntry } from './model/payment-requests.ts'
import type { OrderState } from './model/state.ts'
import { type IssuedAt, isVoid } from './model/token-revocation.ts'
import { readCustomer } from './personal-data.ts'
import type { OrderRecord } from './record.ts'

/** What the link to an order is made of: when it was opened, and when its tokens were revoked last. */
export interface OrderLink {
  readonly openedAt: number
  readonly tokensRevokedAt?: number
  /** Of a payment request that can still be paid: the number of the key under which the link was last given out. */
  readonly linkKey?: string
}

/** An order at one moment, its merchant's with the whole history, and when to ask again where it may soon have changed. */
export interface OrderSnapshot {
  readonly order: OrderView | MerchantOrderView
  readonly retryAfterSeconds?: number
  /** For its merchant, where the order has a link. */
  readonly link?: OrderLink
  /** The token that the caller shows was revoked, so the caller must not see it. */
  readonly isTokenVoid?: true
}

/** Who looks, besides the kind of viewer. By name: a page's exchange must never pass for a reader's key. */
export interface Looking {
  readonly issuedAt?: IssuedAt | undefined
  readonly reader?: string | undefined
  readonly exchange?: string | undefined
}

/**
 * Reads the order as a viewer may see it.
 *
 * @param issuedAt When the caller's token was issued, if it has one.
 * @param reader Name of a merchant key that may read the shopper's data.
 * @param exchange Names the exchange of a link that the token comes from.
 * @returns `undefined` if the order was never opened.
 */
export function snapshot(
  { record, times }: OrderContext,
  viewer: Viewer,
  { issuedAt, reader, exchange }: Looking,
): OrderSnapshot | undefined {
  const { state } = record
  if (!state) return undefined
  if (isVoid(state, issuedAt)) return { order: record.views.forViewer('view', state), isTokenVoid: true }
  const { forViewer } = record.views
  const order = viewer === 'merchant' ? detailsFor(record, state, reader) : forViewer(viewer, state, exchange)
  const retryAfterSeconds = Math.ceil(times().activeEvery / 1000)
  const mayLearnCards = order.status === 'open' && !('byLink' in order) && unreportedPlaces(state).length > 0
  const link = viewer === 'merchant' ? linkOf(state) : undefined
  return {
    order,
    ...((isMoving(order.status) || mayLearnCards) && { retryAfterSeconds }),
    ...(link && { link }),
  }
}

/** The read is noted first, so that the history that the reader gets has it. */
function detailsFor(record: OrderRecord, state: OrderState, reader: string | undefined): OrderDetails {
  const customer = reader === undefined ? undefined : readCustomer(record, reader)
  return { ...record.views.details(state), ...(customer && { customer }) }
}

/** What the order's link is made of; `undefined` if it has none, or is erased. */
export function linkOf(state: OrderState): OrderLink | undefined {
  const { terms, tokensRevokedAt, tombstone } = state
  if (!terms.hasLink || tombstone) return undefined
  const { linkKey } = requestEntry(state)
  return {
    openedAt: terms.openedAt,
    ...(tokensRevokedAt !== undefined && { tokensRevokedAt }),
    ...(linkKey !== undefined && { linkKey }),
  }
}

/**
 * Accepts a client's live socket. Sends a greeting, then the whole view after each change newer than `?after=`.
 *
 * @param address The route's request: `scope` is what its token allows, and `until` when that ends.
 * @param now Milliseconds since the epoch.
 */
export function follow(
  ctx: DurableObjectState,
  { record: { state, views } }: OrderContext,
  { address, now }: { readonly address: URL; readonly now: number },
): Response {
  if (!state) return new Response(null, { status: 404 })
  const { searchParams } = address
  const viewer = viewerOf(searchParams.get('scope'))
  const issued = searchParams.get('issued')
  const exchange = searchParams.get('exchange')
  const token = {
    ...(issued !== null && { issuedAt: Number(issued) }),
    ...(exchange !== null && { exchange }),
  }
  if (isVoid(state, token.issuedAt)) return new Response(null, { status: 401 })
  const listener: Listener = { who: viewer, since: now, until: Number(searchParams.get('until')), ...token }
  const { seq } = state
  const isBehind = seq > Number(searchParams.get('after') ?? 0)
  const greeting = isBehind
    ? views.liveMessage(viewer, state, token.exchange)
    : JSON.stringify({ seq } satisfies LiveMessage)
  return acceptSocket(ctx, listener, greeting)
}

/** An unknown scope allows no more than to look. */
const viewerOf = (scope: string | null): Viewer => (scope === 'merchant' || scope === 'pay' ? scope : 'view')

/**
 * Answers a merchant's server: the order as it stands, or the gateway's refusal.
 *
 * @param errorOf Finds the gateway's answer to the merchant's request. Default: the gateway was asked for nothing.
 */
export function merchantResponse(
  { record: { state, views } }: Pick<OrderContext, 'record'>,
  errorOf: (state: OrderState) => Failure | undefined = () => undefined,
): Result<MerchantOrderView, Refusal> {
  if (!state) return refused({ code: 'not-found' })
  const order = views.merchant(state)
  const error = errorOf(state)
  if (error?.code !== 'refused') return accepted(order)
  const { gatewayCode } = error
  return refused({ code: 'gateway-refused', order, ...(gatewayCode && { gatewayCode }) })
}
