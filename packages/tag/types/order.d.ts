/** The order, and what a page gives the tag for it. */

/** The order as a page sees it. Amounts are decimal text. */
export interface PayOrder {
  readonly id: string
  readonly reference: string
  readonly intent: 'sale' | 'preauth' | 'verify' | 'payout'
  /** What the shopper does by paying. Absent where no shopper pays by it. */
  readonly act?: 'order' | 'invoice' | 'donation'
  readonly amount: string
  readonly currency: string
  readonly description: string
  /** What is sold. Absent in an order of a session. */
  readonly lines?: readonly {
    readonly item: string
    readonly description: string
    readonly quantity: number
    readonly amount: string
  }[]
  readonly status:
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
  /** The shop cancelled it. Absent: the shopper did. */
  readonly cancelledBy?: 'shop'
  readonly captured: string
  readonly returned: string
  /** The gateway is a sandbox: no money moves. */
  readonly test?: true
  /** Grows with every change. */
  readonly seq: number
  /** ISO 8601. */
  readonly updatedAt: string
}

/** An address. `country` is the code of ISO 3166-1 with two letters; only US, CA and AU need a `state`. */
export interface PayAddress {
  readonly address: string
  readonly city: string
  readonly postalCode?: string
  readonly country: string
  readonly state?: string
}

/** What the page knows of the shopper already; the tag asks for the rest. */
export interface PayCustomer {
  readonly email?: string
  readonly name?: string
  readonly phone?: string
  readonly billing?: PayAddress
  readonly shipping?: PayAddress
}

/** A line of a cart: an offer or a product, and how many of it. */
export type PayLine = (
  | { readonly offer: string; readonly product?: never }
  | { readonly product: string; readonly offer?: never }
) & {
  /** Default: the least that is sold. */
  readonly quantity?: number
}
