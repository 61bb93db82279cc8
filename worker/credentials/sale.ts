/** What a page sells: one signed offer or product of the catalogue, or a cart of several. */
import { type CheckoutGoods, type CheckoutLine, MAX_LINES } from '../../shared/http-bodies.ts'
import { cartInput, productInput, type SaleClaims } from '../../shared/offer.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import { toBase64Url } from '../config/base64url.ts'
import type { Config } from '../config/config.ts'
import { type Endpoint, endpointFor } from '../config/gateway-endpoints.ts'
import { cartRefusal } from '../domain/cart-rules.ts'
import type { Choice } from '../domain/offer-price.ts'
import { type KeptProduct, saleClaimsOf } from '../domain/product.ts'
import { isChargeable } from '../domain/product-price.ts'
import type { Refusal } from '../domain/refusal.ts'
import { commonCountries } from '../domain/served-countries.ts'
import { type OfferSettings, readOffer, readSignedOffer, type SignedOffer } from './offer-verification.ts'
import { sha256 } from './order-id.ts'

/** Verified offers and shown products that are sold in one order. */
export interface Sale {
  /** Digest of the offer or product; of a cart, of its goods and quantities in any order. */
  readonly digest: string
  readonly lines: readonly [SaleLine, ...SaleLine[]]
  /** Origins that may sell all of it, besides the edge's own page. */
  readonly origins: readonly string[]
  /** A cart may have a single line too. */
  readonly isCart: boolean
}

/** One thing that is sold: a verified offer or a shown product. They differ in who says the price, and in nothing after. */
interface Goods {
  readonly claims: SaleClaims
  /** Identifies the offer independently of its signature, or the product independently of its versions. */
  readonly digest: string
  /** The gateway's endpoint that serves it. */
  readonly endpoint: Endpoint
  /** When an order of it ends, in milliseconds since the epoch. */
  readonly endsAt: number
  /** Of an offer: when it was signed, in milliseconds since the epoch. */
  readonly offeredAt?: number
  /** Absent: an offer. */
  readonly product?: KeptProduct
}

/** Goods with what the shopper chose of them. */
export interface SaleLine {
  readonly goods: Goods
  readonly choice: Choice
}

/** What a request names, whether or not it may be sold now: signed offers, and products that may not even exist. */
export interface NamedGoods extends Pick<Sale, 'digest' | 'origins' | 'isCart'> {
  readonly lines: readonly NamedLine[]
}

/** An offer or a product by its name, with what the shopper chose of it. */
type NamedLine = { readonly choice: Choice } & (
  | { readonly offer: SignedOffer; readonly product?: never }
  | { readonly product: string; readonly offer?: never }
)

/** The part of a request that names what is sold. */
type SaleRequest = Choice & {
  readonly offer?: string
  readonly product?: string
  readonly lines?: readonly CheckoutLine[]
}

/** Finds products of the catalogue: one entry for each id. Refused where the catalogue does not answer. */
type FindProducts = (ids: readonly string[]) => Promise<Result<readonly (KeptProduct | undefined)[], Refusal>>

/** Where the price of a sale comes from, and when it is asked for. */
export interface SaleSources {
  readonly config: SaleSettings
  readonly findProducts: FindProducts
  /** Milliseconds since the epoch. */
  readonly now: number
}

type SaleSettings = OfferSettings & Pick<Config, 'ALLOWED_ORIGINS' | 'times'>

/** Why a sale is refused, where the catalogue has never had such a product: no order of it can exist. */
export const NO_PRODUCT = 'no such product'

const MISSIZED: Refusal = { code: 'cart-size', fields: ['lines'] }

/** Verifies all offers of a request and finds its products, and that they may be sold together. Prices are computed apart. */
export const readSale = (request: SaleRequest, sources: SaleSources): Promise<Result<Sale, Refusal>> =>
  request.lines ? readCart(request.lines, sources) : readSingle(request, sources)

async function readSingle(
  { offer, product, lines: _, ...choice }: SaleRequest,
  sources: SaleSources,
): Promise<Result<Sale, Refusal>> {
  const read = await readGoods([product === undefined ? { offer: offer ?? '' } : { product }], sources)
  if (!read.ok) return refused(read.reason.refusal)
  const [goods] = read.value
  return accepted({
    digest: goods.digest,
    lines: [{ goods, choice }],
    origins: originsOf(goods, sources.config),
    isCart: false,
  })
}

async function readCart(
  asked: readonly CheckoutLine[],
  sources: SaleSources,
): Promise<Result<Sale, Refusal>> {
  const [line, ...more] = asked
  if (!line || asked.length > MAX_LINES) return refused(MISSIZED)
  const read = await readGoods([line, ...more], sources)
  if (!read.ok) return refused({ ...read.reason.refusal, fields: [fieldOf(asked, read.reason.at)] })
  const unfit = cartRefusal(read.value)
  if (unfit) return refused(unfit)
  const origins = read.value.map((goods) => originsOf(goods, sources.config)).reduce(intersection)
  if (origins.length === 0) return refused({ code: 'origins-disjoint', fields: ['lines'] })
  if (commonCountries(read.value.map(({ claims }) => claims))?.length === 0)
    return refused({ code: 'countries-disjoint', fields: ['lines'] })
  const lines = mapped(read.value, (goods, at) => {
    const quantity = asked[at]?.quantity ?? (goods.product && 1)
    return { goods, choice: choiceIn({ quantity }) }
  })
  return accepted({ digest: await cartDigest(lines.map(named)), lines, origins, isCart: true })
}

/** A list that is not empty. */
type Some<Item> = readonly [Item, ...Item[]]

const mapped = <From, To>(some: Some<From>, to: (one: From, at: number) => To): Some<To> => {
  const [first, ...others] = some
  return [to(first, 0), ...others.map((one, at) => to(one, at + 1))]
}

/** A refusal of one line, and its place. */
interface LineRefusal {
  readonly refusal: Refusal
  readonly at: number
}

/**
 * Offers first, one after the other, so that a stranger's forged line ends the work; then the catalogue, once for all
 * products.
 */
async function readGoods(
  asked: Some<CheckoutGoods>,
  sources: SaleSources,
): Promise<Result<Some<Goods>, LineRefusal>> {
  const offers = await readOffers(asked, sources)
  if (!offers.ok) return offers
  const products = await readProducts(asked, sources)
  if (!products.ok) return products
  const goods = asked.map((_, at) => offers.value.get(at) ?? products.value.get(at))
  const [first, ...others] = goods.filter((one) => one !== undefined)
  return first ? accepted([first, ...others]) : refused({ refusal: MISSIZED, at: 0 })
}

async function readOffers(
  asked: readonly CheckoutGoods[],
  { config, now }: SaleSources,
): Promise<Result<ReadonlyMap<number, Goods>, LineRefusal>> {
  const read = new Map<number, Goods>()
  for (const [at, { offer: token, product }] of asked.entries()) {
    const isRepeated = asked.findIndex((one) => one.offer === token && one.product === product) < at
    if (isRepeated) return refused({ refusal: { code: 'line-repeated' }, at })
    if (token === undefined) continue
    const offer = await readOffer(token, config, Math.floor(now / 1000))
    if (!offer.ok) return refused({ refusal: offer.reason, at })
    const { claims } = offer.value
    read.set(at, { ...offer.value, endsAt: claims.exp * 1000, offeredAt: claims.iat * 1000 })
  }
  return accepted(read)
}

async function readProducts(
  asked: readonly CheckoutGoods[],
  sources: SaleSources,
): Promise<Result<ReadonlyMap<number, Goods>, LineRefusal>> {
  const named = asked.flatMap(({ product }, at) => (product === undefined ? [] : [{ id: product, at }]))
  if (named.length === 0) return accepted(new Map())
  const found = await sources.findProducts(named.map(({ id }) => id))
  if (!found.ok) return refused({ refusal: found.reason, at: named[0]?.at ?? 0 })
  const read = new Map<number, Goods>()
  for (const [place, { at }] of named.entries()) {
    const goods = await goodsOf(found.value[place], sources)
    if (!goods.ok) return refused({ refusal: goods.reason, at })
    read.set(at, goods.value)
  }
  return accepted(read)
}

/** A product that is not shown is as good as none. */
async function goodsOf(
  product: KeptProduct | undefined,
  { config, now }: SaleSources,
): Promise<Result<Goods, Refusal>> {
  if (!product) return refused({ code: 'product-unavailable', why: NO_PRODUCT })
  if (!product.content.shown) return refused({ code: 'product-unavailable' })
  const claims = saleClaimsOf(product)
  const endpoint = endpointFor(config.GATEWAY_ENDPOINTS, claims.currency, claims.intent)
  if (!endpoint) return refused({ code: 'currency-not-served' })
  // The endpoint's decimals may have changed since the product was made.
  if (!isChargeable(product, endpoint.exponent)) return refused({ code: 'product-unavailable', why: 'sums' })
  const digest = await productDigest(product.id)
  return accepted({ claims, digest, endpoint, endsAt: now + config.times.productOrderExpires, product })
}

const fieldOf = (asked: readonly CheckoutGoods[], at: number) =>
  `lines.${at}.${asked[at]?.product === undefined ? 'offer' : 'product'}`

/**
 * Reads what a request names, as {@link readSale} did when it could be sold: the order that was opened then has the same
 * digest. Takes nothing else of the request, which may hold a card, and asks no catalogue.
 *
 * @returns `undefined` where an offer is not signed.
 */
export async function readNamedGoods(
  { offer = '', product, lines: asked, ...chosen }: SaleRequest,
  { config, now }: Omit<SaleSources, 'findProducts'>,
): Promise<NamedGoods | undefined> {
  const single = product === undefined ? { offer, ...chosen } : { product, ...chosen }
  const all: readonly (CheckoutGoods & Choice)[] = asked ?? [single]
  if (all.length > MAX_LINES) return undefined
  const lines: NamedLine[] = []
  for (const { offer: token = '', product: id, ...rest } of all) {
    const choice = choiceIn(rest)
    if (id !== undefined) {
      lines.push({ product: id, choice })
      continue
    }
    const signed = await readSignedOffer(token, config, Math.floor(now / 1000))
    if (!signed.ok) return undefined
    lines.push({ offer: signed.value, choice })
  }
  const [first] = lines
  if (!first) return undefined
  const origins = lines
    .map(({ offer: signed }) => signed?.claims.origins ?? config.ALLOWED_ORIGINS)
    .reduce(intersection)
  const digests = await Promise.all(lines.map(namedLine))
  const digest = asked ? await cartDigest(digests) : (digests[0]?.digest ?? '')
  return { digest, origins, lines, isCart: asked !== undefined }
}

const choiceIn = ({ quantity, amount }: { [Name in keyof Choice]: Choice[Name] | undefined }): Choice => ({
  ...(quantity !== undefined && { quantity }),
  ...(amount !== undefined && { amount }),
})

/** A line of a cart, as its digest has it. */
interface DigestLine {
  readonly digest: string
  readonly quantity: number
}

const named = ({ goods: { digest, claims, product }, choice }: SaleLine): DigestLine => ({
  digest,
  quantity: product ? pieces(choice) : pieces(choice, claims),
})

async function namedLine({ offer, product, choice }: NamedLine): Promise<DigestLine> {
  if (offer) return { digest: offer.digest, quantity: pieces(choice, offer.claims) }
  return { digest: await productDigest(product), quantity: pieces(choice) }
}

/** An offer's line without a quantity takes the least; a product's takes one, since its least may change. */
const pieces = ({ quantity }: Choice, claims?: SaleClaims) => quantity ?? claims?.quantity?.min ?? 1

const cartDigest = async (lines: readonly DigestLine[]): Promise<string> =>
  toBase64Url(await sha256(cartInput(lines)))

/** Identifies a product in all of its versions. Its counter of units has this name. */
export const productDigest = async (id: string): Promise<string> =>
  toBase64Url(await sha256(productInput(id)))

const originsOf = ({ claims }: Pick<Goods, 'claims'>, { ALLOWED_ORIGINS }: SaleSettings) =>
  claims.origins ?? ALLOWED_ORIGINS

const intersection = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => others.includes(one))
