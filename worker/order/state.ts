/** What an order remembers. Only `transition` makes a new one. No personal data, no card data. */
import type { Collect } from '../../shared/customer.ts'
import type { Intent, Method, OrderStatus } from '../../shared/order-view.ts'

/** What was agreed when the order was opened. Never changes afterwards. */
export interface OrderTerms {
  /** Also the name of the order's object. */
  readonly id: string
  /** `client_orderid` of the first attempt. */
  readonly reference: string
  readonly intent: Intent
  /** Minor units of `currency`; 0 for `verify`. */
  readonly amountMinor: number
  readonly currency: string
  /** Decimals of the currency at the endpoint that serves it. */
  readonly exponent: number
  readonly description: string
  readonly methods: readonly Method[]
  readonly collect: readonly Collect[]
  /** Where the shopper is sent after a hosted page. */
  readonly returnUrl: string
  /** Digest of the offer that it was opened with. */
  readonly offer?: string
  /** How many orders of that offer may be paid. */
  readonly limit?: number
  readonly locale?: string
  /** Milliseconds since the epoch, as are all times of an order. */
  readonly openedAt: number
  /** From then on no attempt starts. */
  readonly expiresAt: number
}

/** `lost`: the answer that holds the form's address never came, so nobody can pay there. */
export type AttemptStatus =
  | Extract<
      OrderStatus,
      'sending' | 'redirect' | 'processing' | 'approved' | 'declined' | 'filtered' | 'error' | 'unknown'
    >
  | 'lost'

/** Where an attempt was sent. Everything later about it goes the same way, whatever the settings say by then. */
export interface Destination {
  readonly url: string
  readonly login: string
  /** The endpoint's part of the path, and its identifier as it is signed. */
  readonly endpointPath: string
  readonly endpointId: string
}

/**
 * When an attempt is asked about: since when, and how eagerly. What was decided is asked about for a minute after a
 * wake: `doubting` eagerly where it failed, `again` at both ends where it was paid.
 */
export interface Asking {
  readonly since: number
  readonly pace: 'active' | 'waiting' | 'doubting' | 'again'
  /** What woke it. */
  readonly by?: 'callback' | 'return'
}

/** One request to charge or to verify. */
export interface Attempt {
  readonly number: number
  /** `client_orderid`: the reference, then `reference.2`, `reference.3`, … */
  readonly clientOrderId: string
  /** The `Idempotency-Key` that started it. */
  readonly key: string
  readonly method: Method
  readonly destination: Destination
  readonly status: AttemptStatus
  /** The shopper chose to pay another way; still followed. */
  readonly superseded?: true
  readonly startedAt: number
  readonly gatewayId?: string
  readonly serialNumber?: string
  readonly redirectUrl?: string
  readonly error?: { readonly code: string }
  readonly asking?: Asking
}

/** A transaction that the gateway told of, by identifier and type. */
export interface Transaction {
  readonly attempt: number
  readonly id: string
  readonly type: string
  readonly status: AttemptStatus
  readonly amountMinor: number
  /** An approval that was not kept. It has to be given back. */
  readonly surplus?: true
}

/** The card as it may be shown: never more than the first six and last four digits. */
export interface CardShown {
  readonly brand: string
  readonly masked: string
  readonly expires: string
}

export interface OrderState {
  readonly terms: OrderTerms
  readonly attempts: readonly Attempt[]
  readonly transactions: readonly Transaction[]
  /** Number of the attempt whose approval is the payment. Decided once. */
  readonly payment?: number
  readonly card?: CardShown
  readonly capturedMinor: number
  readonly returnedMinor: number
  /** What happened to the kept payment afterwards, as the gateway told it. */
  readonly aftermath?: 'voided' | 'charged-back' | 'unknown'
  readonly cancelled?: true
  readonly expired?: true
  /** A piece of the offer's limit is held for this order, or may be. */
  readonly holdsLimit?: true
  /** Callbacks and returns whose control was wrong. */
  readonly forged: number
  /** Gateway identifiers that a callback named and the order does not know. */
  readonly foreign: readonly string[]
  readonly seq: number
  readonly updatedAt: number
}
