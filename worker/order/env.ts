/** What the platform binds to the edge, besides the settings. */
import type { MailBinding } from '../outbox/mail.ts'
import type { OfferLimit } from './offer-limit.ts'
import type { Order } from './order.ts'

export interface Env extends MailBinding {
  readonly ORDERS: DurableObjectNamespace<Order>
  readonly OFFER_LIMITS: DurableObjectNamespace<OfferLimit>
  readonly ASSETS: Fetcher
  readonly ORDER_INDEX: D1Database
}
