import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Config } from '../config/config.ts'
import type { Times } from '../config/durations.ts'
import type { Measure } from '../config/metrics.ts'
import type { NetworkHolds } from '../limits/network-holds.ts'
import type { RefundCount } from '../limits/refund-count.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { ForgedNoticeLimiter } from './forged-notice-limiter.ts'
import type { GatewaySession } from './gateway-session.ts'
import type { Policy } from './model/policy.ts'
import type { Mutex } from './mutex.ts'
import type { OfferLimit } from './offer-limit.ts'
import type { OrderNames } from './order-names.ts'
import type { PendingReplies } from './pending-replies.ts'
import type { OrderRecord } from './record.ts'
import type { Mailing } from './shopper-mailer.ts'

/** Everything that an order's functions work with. Settings are read when they are needed, since they may be wrong. */
export interface OrderContext {
  readonly record: OrderRecord
  readonly mutexes: Readonly<Record<Exclusive, Mutex>>
  readonly forgedNotices: ForgedNoticeLimiter
  readonly limits: AttemptLimits
  readonly names: OrderNames
  readonly replies: PendingReplies
  /** Finds the counter of an offer by the offer's digest. */
  readonly counterOf: (offer: string) => DurableObjectStub<OfferLimit>
  /** Finds the catalogue of products. */
  readonly catalogue: () => DurableObjectStub<Catalogue>
  /** Finds the object that counts what a network holds, by its name. */
  readonly holdsOf: (name: string) => DurableObjectStub<NetworkHolds>
  /** Finds the object that counts what a merchant key gives back in a day, by the key's name. */
  readonly countOf: (key: string) => DurableObjectStub<RefundCount>
  /** The ways out of a mail to the shopper. */
  readonly mailing: Mailing
  readonly config: () => Config
  readonly times: () => Times
  readonly session: () => GatewaySession
  readonly measure: Measure
  readonly reached: OrderHooks['reached']
  /** Keeps the object alive until the work is done. */
  readonly waitUntil: (work: Promise<void>) => void
}

/** Kinds of work that never overlap with their own kind, whether a call or the alarm starts them. */
type Exclusive = 'attempts' | 'followUps' | 'threeDs' | 'duplicateRefunds' | 'cardTokens' | 'statusPolling'

/** Moments at which a test may let the object die. In production nothing happens there. */
export type CrashPoint =
  | 'intent-stored'
  | 'reply-received'
  | 'answer-next'
  | 'report-received'
  | 'notice-stored'
  | 'network-asked'
  | 'catalogue-next'
  | 'catalogue-answered'
  | 'count-next'
  | 'count-answered'
  | 'counter-next'
  | 'counter-answered'
  | 'mail-next'
  | 'mail-sent'

/** The places where a test puts something of its own; see `worker/testing/edge.ts`. */
export interface OrderHooks {
  readonly reached: (point: CrashPoint) => Promise<void>
  /** Sends requests to the gateway and to the merchant. */
  readonly fetcher: typeof fetch
  /** Decides. A test takes one safeguard away to show what it is good for. */
  readonly policy: Policy
  /** The database that lists the order. A test counts the rows that the order writes there. */
  readonly indexOf: (database: D1Database) => D1Database
}
