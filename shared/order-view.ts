/** The order as the page and the merchant see it. */

/** What an order is for. */
export type Intent = 'sale' | 'preauth' | 'verify' | 'payout'

/** How a shopper may pay. */
export const METHODS = ['hosted', 'payment-page', 'card', 'saved-card'] as const
export type Method = (typeof METHODS)[number]

/** Where an order stands. The groups below say what each status allows. */
export type OrderStatus =
  | 'open'
  | 'sending'
  | 'redirect'
  | 'method'
  | 'challenge'
  | 'processing'
  | 'approved'
  | 'declined'
  | 'filtered'
  | 'error'
  | 'unknown'
  | 'cancelled'
  | 'expired'
  | 'captured'
  | 'voided'
  | 'returned'
  | 'partially-returned'
  | 'charged-back'

/** The money side succeeded, whatever was done with the money afterwards. */
const SETTLED: readonly OrderStatus[] = [
  'approved',
  'captured',
  'voided',
  'returned',
  'partially-returned',
  'charged-back',
]

/** The shopper may start an attempt. `processing` and `unknown` are never here: the money may have moved. */
const PAYABLE: readonly OrderStatus[] = ['open', 'redirect', 'declined', 'filtered', 'error']

/** The last attempt ended without success. */
const FAILED: readonly OrderStatus[] = ['declined', 'filtered', 'error']

/** Whether the money side of the order succeeded. */
export const isSettled = (status: OrderStatus) => SETTLED.includes(status)

/** Whether a new attempt may start. */
export const isPayable = (status: OrderStatus) => PAYABLE.includes(status)

/** Whether the last attempt ended without success. */
export const isFailed = (status: OrderStatus) => FAILED.includes(status)

/** Whether the order takes no more attempts. */
export const isFinal = (status: OrderStatus) =>
  isSettled(status) || status === 'cancelled' || status === 'expired'

/** What the page has to do next. */
export interface OrderAction {
  readonly type: 'redirect' | 'method' | 'challenge' | 'page'
  readonly url: string
  readonly secondsLeft?: number
}

/** One request to charge or verify, as it is shown. */
export interface AttemptView {
  readonly number: number
  readonly method: Method
  /** `lost`: the gateway's answer never came; `superseded`: the shopper chose to pay another way. */
  readonly status: OrderStatus | 'lost' | 'superseded'
  /** ISO 8601. */
  readonly startedAt: string
}

/** One transaction that the gateway told of. */
export interface TransactionView {
  /** The gateway's identifier of it. */
  readonly id: string
  readonly type: string
  readonly status: OrderStatus
  readonly amount: string
  /** An approval beyond the one that was kept: it needs to be given back. */
  readonly surplus?: true
}

/** Why an attempt failed, in a stable code; texts are the page's own. */
export interface OrderError {
  readonly code: string
  readonly recoverable: boolean
  /** To be quoted to the merchant's support. */
  readonly supportId: string
}

/** What the shopper's page and the merchant's server are shown. Amounts have the decimals that are charged. */
export interface OrderView {
  readonly id: string
  readonly reference: string
  readonly intent: Intent
  readonly amount: string
  readonly currency: string
  readonly description: string
  readonly status: OrderStatus
  readonly action?: OrderAction
  readonly methods: readonly Method[]
  readonly attempts: readonly AttemptView[]
  readonly transactions: readonly TransactionView[]
  readonly captured: string
  readonly returned: string
  readonly card?: { readonly brand: string; readonly masked: string; readonly expires: string }
  readonly error?: OrderError
  /** Digest of the offer that the order was opened with. */
  readonly offer?: string
  /** The gateway is a sandbox: no money moves. */
  readonly test?: true
  /** Grows with every change; a view with a smaller one is older. */
  readonly seq: number
  /** ISO 8601. */
  readonly updatedAt: string
}
