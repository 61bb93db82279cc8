/** Signed offers, by which a page without a backend can sell. Only the edge checks the signature. */
import type { Collect } from './customer.ts'
import type { Act, Intent, Method } from './order-view.ts'

/** The JWS `typ` of an offer, so that no other token of the same key can pass for one (RFC 8725 §3.11). */
export const OFFER_TYPE = 'pay-offer+jwt'

/** The claims of an offer. Amounts are decimal text with the currency's decimals, for one unit. */
export interface OfferClaims {
  /** The edge's `PUBLIC_URL`. */
  readonly aud: string
  /** Seconds since the epoch. */
  readonly iat: number
  readonly exp: number
  readonly item: string
  readonly description: string
  readonly currency: string
  readonly intent: Exclude<Intent, 'payout'>
  /** What the shopper does by paying; {@link actOf} has the default. None for `verify`. */
  readonly act?: Act
  /** The fixed price; or else `min` and `max`, for a sum that the shopper chooses. Neither for `verify`. */
  readonly amount?: string
  readonly min?: string
  readonly max?: string
  readonly suggested?: readonly string[]
  readonly quantity?: { readonly min: number; readonly max: number }
  /** Origins that may sell with it, besides the edge's own payment page. Default: the edge's `ALLOWED_ORIGINS`. */
  readonly origins?: readonly string[]
  readonly methods?: readonly Method[]
  readonly collect?: readonly Collect[]
  /** Countries that it is sold to, ISO 3166-1 alpha-2. Absent: all. It asks for an address then. */
  readonly countries?: readonly string[]
  /** How many units it may sell: pieces where the offer has a quantity, else orders. */
  readonly limit?: number
}

/** What an offer and a product of the catalogue say alike: what is sold, for how much, and to whom. */
export type SaleClaims = Omit<OfferClaims, 'aud' | 'iat' | 'exp'>

/** The claims that decide what the shopper does by paying. */
type Acting = Pick<OfferClaims, 'act' | 'amount' | 'min'>

/** Whether the shopper chooses the amount. */
export const hasOpenAmount = ({ amount, min }: Acting): boolean => !amount && !!min

/** Whether the shopper orders by paying, as the button that pays has to say in some countries. An open amount by default not. */
export const isOrdered = (claims: Acting): boolean =>
  claims.act ? claims.act === 'order' : !hasOpenAmount(claims)

/** What the shopper does by paying. An offer that does not say it is for an order; with an open amount, for a donation. */
export const actOf = (claims: Acting): Act => claims.act ?? (isOrdered(claims) ? 'order' : 'donation')

/**
 * The part of an offer that is signed and identifies it.
 *
 * The signature is left out on purpose: an ECDSA signature can be rewritten into another valid one, which would
 * count as a second offer against `limit`.
 */
export const signingInput = (offer: string) => offer.slice(0, Math.max(0, offer.lastIndexOf('.')))

/**
 * The text that identifies a product; its SHA-256 as base64url is the `offer` of its order. The id alone, so that another
 * version has the same. No offer's {@link signingInput} has this form.
 */
export const productInput = (id: string) => `pay-checkout product\n${id}`

/**
 * The text that identifies a cart; its SHA-256 as base64url is the `offer` of the cart's order. The lines may come in any
 * order. No offer's {@link signingInput} has this form.
 *
 * @param lines Each offer's or product's digest, and how many pieces; where none are said, of an offer the least that it
 *   sells, and of a product one.
 */
export const cartInput = (lines: readonly { readonly digest: string; readonly quantity: number }[]) =>
  ['pay-checkout cart', ...lines.map(({ digest, quantity }) => `${digest} ${quantity}`).sort()].join('\n')
