/** What a page sells: one signed offer, or a cart of several. */
import { type CheckoutLine, MAX_LINES } from '../../shared/http-bodies.ts'
import { cartInput } from '../../shared/offer.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { cartRefusal } from '../domain/cart-rules.ts'
import type { Choice } from '../domain/offer-price.ts'
import type { Refusal } from '../domain/refusal.ts'
import {
  type Offer,
  type OfferSettings,
  readOffer,
  readSignedOffer,
  type SignedOffer,
} from './offer-verification.ts'
import { sha256 } from './order-id.ts'

/** Verified offers that are sold in one order. */
export interface Sale {
  /** Digest of the offer; of a cart, of its offers and quantities in any order. */
  readonly digest: string
  readonly lines: readonly [SaleLine, ...SaleLine[]]
  /** Origins that may sell all of it, besides the edge's own page. */
  readonly origins: readonly string[]
  /** A cart may have a single line too. */
  readonly isCart: boolean
}

/** A verified offer, with what the shopper chose of it. */
export interface SaleLine {
  readonly offer: Offer
  readonly choice: Choice
}

/** What a request names of signed offers, whether or not they may be sold now. */
export interface SignedGoods extends Pick<Sale, 'digest' | 'origins'> {
  readonly lines: readonly SignedLine[]
}

/** A signed offer, with what the shopper chose of it. */
interface SignedLine {
  readonly offer: SignedOffer
  readonly choice: Choice
}

/** The part of a request that names what is sold. */
type SaleRequest = Choice & { readonly offer?: string; readonly lines?: readonly CheckoutLine[] }

type SaleSettings = OfferSettings & Pick<Config, 'ALLOWED_ORIGINS'>

const MISSIZED: Refusal = { code: 'cart-size', fields: ['lines'] }

/**
 * Verifies all offers of a request, and that they may be sold together. Prices are computed apart.
 *
 * @param nowSeconds Seconds since the epoch.
 */
export const readSale = (
  request: SaleRequest,
  config: SaleSettings,
  nowSeconds: number,
): Promise<Result<Sale, Refusal>> =>
  request.lines ? readCart(request.lines, config, nowSeconds) : readSingle(request, config, nowSeconds)

async function readSingle(
  { offer: token = '', lines: _, ...choice }: SaleRequest,
  config: SaleSettings,
  nowSeconds: number,
): Promise<Result<Sale, Refusal>> {
  const offer = await readOffer(token, config, nowSeconds)
  if (!offer.ok) return offer
  const origins = originsOf(offer.value, config)
  return accepted({
    digest: offer.value.digest,
    lines: [{ offer: offer.value, choice }],
    origins,
    isCart: false,
  })
}

async function readCart(
  asked: readonly CheckoutLine[],
  config: SaleSettings,
  nowSeconds: number,
): Promise<Result<Sale, Refusal>> {
  if (asked.length > MAX_LINES) return refused(MISSIZED)
  const lines: SaleLine[] = []
  // One after the other, so that a stranger's forged line ends the work.
  for (const [index, { offer: token = '', quantity }] of asked.entries()) {
    const field = `lines.${index}.offer`
    if (asked.findIndex((one) => one.offer === token) < index)
      return refused({ code: 'line-repeated', fields: [field] })
    const offer = await readOffer(token, config, nowSeconds)
    if (!offer.ok) return refused({ ...offer.reason, fields: [field] })
    lines.push({ offer: offer.value, choice: quantity === undefined ? {} : { quantity } })
  }
  const [first, ...others] = lines
  if (!first) return refused(MISSIZED)
  const offers = lines.map(({ offer }) => offer)
  const unfit = cartRefusal(offers)
  if (unfit) return refused(unfit)
  const origins = offers.map((offer) => originsOf(offer, config)).reduce(intersection)
  if (origins.length === 0) return refused({ code: 'origins-disjoint', fields: ['lines'] })
  return accepted({ digest: await cartDigest(lines), lines: [first, ...others], origins, isCart: true })
}

/**
 * Reads what a request names, as {@link readSale} did when it could be sold: the order that was opened then has the same
 * digest. Takes nothing else of the request, which may hold a card.
 *
 * @returns `undefined` where not all of it is signed.
 */
export async function readSignedGoods(
  { offer = '', lines: asked, ...chosen }: SaleRequest,
  config: SaleSettings,
  nowSeconds: number,
): Promise<SignedGoods | undefined> {
  const named = asked ?? [{ offer, ...chosen }]
  if (named.length > MAX_LINES) return undefined
  const lines: SignedLine[] = []
  for (const { offer: token = '', ...choice } of named) {
    const signed = await readSignedOffer(token, config, nowSeconds)
    if (!signed.ok) return undefined
    lines.push({ offer: signed.value, choice: choiceIn(choice) })
  }
  const [first] = lines
  if (!first) return undefined
  const origins = lines.map(({ offer }) => originsOf(offer, config)).reduce(intersection)
  return { digest: asked ? await cartDigest(lines) : first.offer.digest, origins, lines }
}

const choiceIn = ({ quantity, amount }: Choice): Choice => ({
  ...(quantity !== undefined && { quantity }),
  ...(amount !== undefined && { amount }),
})

/** A line without a quantity takes the least, as for the price. */
async function cartDigest(lines: readonly SignedLine[]): Promise<string> {
  const named = lines.map(({ offer: { digest, claims }, choice }) => ({
    digest,
    quantity: choice.quantity ?? claims.quantity?.min ?? 1,
  }))
  return toBase64Url(await sha256(cartInput(named)))
}

const originsOf = ({ claims }: SignedOffer, { ALLOWED_ORIGINS }: SaleSettings) =>
  claims.origins ?? ALLOWED_ORIGINS

const intersection = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => others.includes(one))
