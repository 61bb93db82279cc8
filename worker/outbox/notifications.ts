/** Notifications to the merchant: one per change of an order, sent in the order of the changes; and of the edge as a whole. */
import type { MerchantOrderView } from '../../shared/order-view.ts'

/** All types. Receivers' code contains the names, so they must not change. */
export const NOTIFICATION_TYPES = [
  'order.approved',
  'order.declined',
  'order.filtered',
  'order.error',
  'order.unknown',
  'order.cancelled',
  'order.expired',
  'order.captured',
  'order.voided',
  'order.returned',
  'order.partially-returned',
  'order.charged-back',
  'order.resent',
  'request.seen',
  'request.expired',
  'attempt.unknown',
  'follow-up.waiting',
  'follow-up.settled',
  'surplus.found',
  'surplus.reversed',
  'transaction.foreign',
  'card.kept',
  'card.removed',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** One change, with the whole order at that time. */
export interface Notification {
  /** `<order id>.<seq>.<n>`: the same for every try, so that a receiver can drop repeats. */
  readonly id: string
  readonly type: NotificationType
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
  readonly order: MerchantOrderView
  /** For `follow-up.settled` and `follow-up.waiting`: the number of the follow-up that succeeded or failed, or waits. */
  readonly followUp?: number
}

/** Card entry of offers was switched off because too many cards failed; or it is on again. */
export const ATTACK_TYPES = ['attack.began', 'attack.ended'] as const

/** What is told of an attack. */
export interface AttackView {
  /** When card entry was switched off; ISO 8601. */
  readonly since: string
  /** Cards that failed in the ten minutes before. */
  readonly failures: number
  /** Whether offers take cards in the page now. */
  readonly cardsForOffers: 'on' | 'off'
}

/** One attack, told once when it begins and once when it ends. */
export interface AttackNotification {
  /** The same for every try. */
  readonly id: string
  readonly type: (typeof ATTACK_TYPES)[number]
  /** In milliseconds since the epoch. */
  readonly at: number
  readonly attack: AttackView
}

/** The gateway refused several payments in a row, and has accepted none since. */
export const GATEWAY_TYPES = ['gateway.refusing'] as const

/** What is told of a gateway that refuses every payment. */
export interface GatewayView {
  /** When it refused the first of them; ISO 8601. */
  readonly since: string
  readonly refusals: number
  /** What its words point to. */
  readonly cause: string
  /** What to look at, in words. */
  readonly advice: string
  /** Its own codes, without repeats. */
  readonly codes: readonly string[]
}

/** Told once, until the gateway accepts a payment or its settings change. */
export interface GatewayNotification {
  /** The same for every try. */
  readonly id: string
  readonly type: (typeof GATEWAY_TYPES)[number]
  /** In milliseconds since the epoch. */
  readonly at: number
  readonly gateway: GatewayView
}

/** A sale left few units of a product. */
export const STOCK_TYPES = ['product.low'] as const

/** What is told of a product with few units left. */
export interface StockView {
  /** The product's id. */
  readonly id: string
  /** Units that are neither sold nor taken away. Those that open orders reserve count as left. */
  readonly left: number
  /** The bound that the merchant set. */
  readonly lowAt: number
}

/** Told once, until there are more units than the bound again. */
export interface StockNotification {
  /** The same for every try. */
  readonly id: string
  readonly type: (typeof STOCK_TYPES)[number]
  /** In milliseconds since the epoch. */
  readonly at: number
  readonly product: StockView
}

/** A notification that is about no order. */
export type EdgeNotification = AttackNotification | GatewayNotification | StockNotification

/** Everything that is sent to a merchant. */
export type AnyNotification = Notification | EdgeNotification

/** The types of everything that is sent. */
export const EVERY_TYPE = [
  ...NOTIFICATION_TYPES,
  ...ATTACK_TYPES,
  ...GATEWAY_TYPES,
  ...STOCK_TYPES,
] as const satisfies readonly AnyNotification['type'][]

/**
 * How a notification reaches the merchant: by mail, to the receiver of `WEBHOOK_URL` (`webhook` alone), or to one of `WEBHOOKS`,
 * which the rest of the name identifies. Each channel has its own queue. The names are stored, so they never change.
 */
export type Channel = 'webhook' | 'mail' | EndpointChannel

/** The channel of one of `WEBHOOKS`. */
type EndpointChannel = `webhook ${string}`

/** The channel of an endpoint of `WEBHOOKS`, by the endpoint's id. */
export const channelTo = (endpoint: string): EndpointChannel => `webhook ${endpoint}`

/** The kind of a channel, and the id of its endpoint where it is that of one of `WEBHOOKS`. */
export function partsOf(channel: Channel): { readonly kind: 'webhook' | 'mail'; readonly endpoint?: string } {
  if (channel === 'webhook' || channel === 'mail') return { kind: channel }
  return { kind: 'webhook', endpoint: channel.slice('webhook '.length) }
}

/**
 * The result of one try. A webhook that arrived has the HTTP status of the answer; a failure has a short code, such as
 * `timeout` or `http-500`.
 */
export type Delivery = 'delivered' | { readonly arrived: number } | { readonly failed: string }

/** Why a try failed; `undefined` if it did not. */
export const failureOf = (delivery: Delivery): string | undefined =>
  typeof delivery === 'object' && 'failed' in delivery ? delivery.failed : undefined
