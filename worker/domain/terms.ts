import type { Collect } from '../../shared/customer.ts'
import type { Act, Intent, OrderName, Way } from '../../shared/order-view.ts'
import type { Choice } from './offer-price.ts'
import type { SoldProduct } from './product.ts'

/** A signed offer or a product in an order, with its quantity. */
export interface OfferLine {
  /** Digest of the offer, or of the product's id. */
  readonly offer: string
  /** The item and the time of signing, which decide whether it is withdrawn. Of a product its id, and no time. Older versions stored neither. */
  readonly item?: string
  readonly offeredAt?: number
  readonly description: string
  readonly quantity: number
  /** Minor units, of all pieces. */
  readonly amountMinor: number
  /** The units that the offer sells in all. This line takes its quantity of them. */
  readonly limit?: number
  /** Absent: a signed offer. */
  readonly product?: SoldProduct
}

/** What merchant and shopper agreed on when the order was opened. Never changes afterwards. */
export interface OrderTerms {
  /** Also the name of the Durable Object. */
  readonly id: string
  /** `client_orderid` of the first attempt. */
  readonly reference: string
  /** The order whose payment this one asks for again. */
  readonly follows?: OrderName
  readonly intent: Intent
  /** What the shopper does by paying. Absent where no shopper pays by it; older versions did not store it. */
  readonly act?: Act
  /** Minor units of `currency`; 0 for `verify`. */
  readonly amountMinor: number
  readonly currency: string
  /** Decimals of the currency at the endpoint that serves it. */
  readonly exponent: number
  readonly description: string
  readonly methods: readonly Way[]
  readonly collect: readonly Collect[]
  /** Countries that it is sold to. Absent: all. */
  readonly countries?: readonly string[]
  /** The shopper goes there after a hosted page. */
  readonly returnUrl: string
  /** The shop's page that opened the order, for a way back. */
  readonly pageUrl?: string
  /** It may be paid by a link on the edge's own page. Older versions opened none of these. */
  readonly hasLink?: true
  /** A person gets the link, so the order is listed from its opening, and stays after its end. */
  readonly isRequest?: true
  /** Of a request: the number of the key under which its link was made first. */
  readonly linkKey?: string
  /** Origins that may pay a session. Absent: `ALLOWED_ORIGINS`. */
  readonly origins?: readonly string[]
  /** Digest of the offer that opened the order, or of the cart. */
  readonly offer?: string
  /**
   * The lines of a cart, as its page listed them. A single offer has the four members below instead, which versions before
   * carts read; `offerLines` reads both.
   */
  readonly lines?: readonly OfferLine[]
  /** The offer's item and time of signing, which decide whether it is withdrawn. Older versions stored neither. */
  readonly item?: string
  readonly offeredAt?: number
  /** The units that the offer sells in all, and those of this order. Absent `units`: one, or an offer without a quantity. */
  readonly limit?: number
  readonly units?: number
  /** A single product is sold, and no signed offer. */
  readonly product?: SoldProduct
  /** What the page that opened an order of a single product chose of it. */
  readonly chosen?: Choice
  readonly locale?: string
  /** References of the saved cards that this shopper may choose from. */
  readonly cardRefs?: readonly string[]
  /** The shopper may remove them. */
  readonly mayRemoveCards?: true
  /** Digest of the server's request, without card data. It detects another body under the same reference. */
  readonly bodyDigest?: string
  /** Milliseconds since the epoch, as are all times of an order. */
  readonly openedAt: number
  /** No attempt starts at or after this time. */
  readonly expiresAt: number
}
