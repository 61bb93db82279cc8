/** What the platform binds to the edge, besides the settings. */
import type { OfferLimit } from './offer-limit.ts'
import type { Order } from './order.ts'

export interface Env {
  readonly ORDERS: DurableObjectNamespace<Order>
  readonly OFFER_LIMITS: DurableObjectNamespace<OfferLimit>
  readonly ASSETS: Fetcher
  readonly ORDER_INDEX: D1Database
}
