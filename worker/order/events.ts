/** Everything that can happen to an order. Replies, callbacks, alarms and clicks differ only in the event they make. */
import type { Method } from '../../shared/order-view.ts'
import type { AttemptStatus, CardShown, Destination } from './state.ts'

/** What kind of transaction a report is about. `payment` is the one that was asked for. */
export type TransactionKind = 'payment' | 'capture' | 'void' | 'reversal' | 'chargeback' | 'other'

/** What the gateway said of an attempt, in the order's own terms. */
export interface Report {
  readonly status: Exclude<AttemptStatus, 'sending' | 'redirect' | 'lost'>
  readonly kind: TransactionKind
  /** The gateway's word for the kind. */
  readonly type: string
  readonly gatewayId: string | undefined
  readonly clientOrderId: string | undefined
  readonly amountMinor: number | undefined
  readonly currency: string | undefined
  readonly reversedMinor: number | undefined
  readonly card: CardShown | undefined
}

/** A shopper's or merchant's wish to pay was stored; the request goes out next. */
export interface Attempted {
  readonly type: 'attempted'
  readonly key: string
  readonly method: Method
  readonly destination: Destination
}

/** The gateway took the request. Without an address nobody can pay there. */
export interface Accepted {
  readonly type: 'accepted'
  readonly attempt: number
  readonly gatewayId: string
  readonly serialNumber: string | undefined
  readonly redirectUrl: string | undefined
}

/** The gateway proved that it did not take the request. */
export interface Refused {
  readonly type: 'refused'
  readonly attempt: number
}

/** No usable answer came, so the gateway may have acted. */
export interface ReplyLost {
  readonly type: 'reply-lost'
  readonly attempt: number
}

/** `status` was asked, and answered. */
export interface Reported {
  readonly type: 'reported'
  readonly attempt: number
  readonly report: Report
}

/** A callback or a returning shopper: a reason to ask, never an outcome. */
export interface Woken {
  readonly type: 'woken'
  readonly attempt: number
  readonly by: 'callback' | 'return'
  /** The transaction that the gateway vouches for; absent where the control was wrong. */
  readonly gatewayId?: string
  /** How many with a wrong control came since the last that is on record. */
  readonly forged?: number
}

export type OrderEvent =
  | Attempted
  | Accepted
  | Refused
  | ReplyLost
  | Reported
  | Woken
  | { readonly type: 'cancelled' }
  | { readonly type: 'expired' }
  /** A piece of the offer's limit is asked for next, so one may be held from now on. */
  | { readonly type: 'limit-wanted' }
  | { readonly type: 'limit-released' }
