/** The terms of an order that a page opens with an offer, a product or a cart. Pure; `domain/offer-price` computes the price. */
import { COLLECT, type Collect } from '../../shared/customer.ts'
import type { CheckoutDetails } from '../../shared/http-bodies.ts'
import type { Method } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import type { Sale, SaleLine } from '../credentials/sale.ts'
import { cartDescription } from '../domain/cart-description.ts'
import { cartAct } from '../domain/cart-rules.ts'
import { customerRefusal } from '../domain/customer.ts'
import { MAX_MINOR, priceOf, quantityOf } from '../domain/offer-price.ts'
import type { KeptProduct, SoldProduct } from '../domain/product.ts'
import type { Refusal } from '../domain/refusal.ts'
import { keptPage, parseReturnUrl, payPage } from '../domain/return-url.ts'
import { commonCountries, countryRefusal } from '../domain/served-countries.ts'
import type { OfferLine, OrderTerms } from '../domain/terms.ts'
import { descriptionRoom } from '../order/model/methods.ts'

/** Everything besides the offers that decides the terms. */
export interface TermsRequest {
  readonly id: string
  readonly request: CheckoutDetails
  readonly config: Pick<Config, 'ALLOWED_ORIGINS' | 'CHECKOUT_METHODS' | 'LIMITS' | 'PUBLIC_URL' | 'times'>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Methods for which the edge itself transmits card data. */
const WITH_CARDS: readonly Method[] = ['card', 'saved-card']

/**
 * The methods that offers may use. Anybody can open an order with an offer, and card fields let thieves test stolen
 * cards. So offers take cards only where tries are limited, and the merchant has said so: it changes their PCI DSS scope.
 */
export const offerMethods = ({ CHECKOUT_METHODS, LIMITS }: Pick<Config, 'CHECKOUT_METHODS' | 'LIMITS'>) => {
  const takesCards = LIMITS !== 'off' && LIMITS.cardsForOffers !== 'off'
  return CHECKOUT_METHODS.filter((one) => takesCards || !WITH_CARDS.includes(one))
}

/**
 * Works out the terms of an order. The same sale and request give the same terms, except for the two times.
 *
 * @returns The terms, or the first thing in the request that the offers do not allow.
 */
export function termsOf(sale: Sale, requested: TermsRequest): Result<OrderTerms, Refusal> {
  const { id, request, config, now } = requested
  const [{ goods: first }] = sale.lines
  const lines = pricedLines(sale)
  if (!lines.ok) return lines
  const amountMinor = lines.value.reduce((sum, line) => sum + line.amountMinor, 0)
  if (amountMinor > MAX_MINOR) return refused({ code: 'amount-invalid', why: 'too many digits' })
  const methods = saleMethods(sale, config)
  if (!methods.ok) return methods
  const returnUrl = returnUrlOf(sale, requested)
  if (!returnUrl) return refused({ code: 'return-url-invalid' })
  const pageUrl = request.pageUrl && parseReturnUrl(request.pageUrl, allowedBy(sale, config))
  const collect = collectOf(sale)
  const countries = commonCountries(sale.lines.map(({ goods }) => goods.claims))
  const wrong =
    request.customer &&
    (customerRefusal(request.customer, collect) ?? countryRefusal(request.customer, countries))
  if (wrong) return refused(wrong)
  return accepted({
    ...{ id, reference: id },
    intent: first.claims.intent,
    ...(first.claims.intent !== 'verify' && { act: cartAct(sale.lines.map(({ goods }) => goods.claims)) }),
    amountMinor,
    currency: first.claims.currency,
    exponent: first.endpoint.exponent,
    ...soldTerms(sale, lines.value, methods.value),
    methods: methods.value,
    collect,
    ...(countries && { countries }),
    returnUrl,
    ...(pageUrl && { pageUrl: keptPage(pageUrl, config.PUBLIC_URL) }),
    ...(request.locale !== undefined && { locale: request.locale }),
    openedAt: now,
    expiresAt: Math.min(expiryOf(sale), now + config.times.orderExpires),
  })
}

/** Every line with its price; a refusal of a cart names the line. */
function pricedLines({ lines, isCart }: Sale): Result<readonly OfferLine[], Refusal> {
  const priced: OfferLine[] = []
  for (const [index, sold] of lines.entries()) {
    const line = pricedLine(sold)
    if (!line.ok && !isCart) return line
    if (!line.ok) return refused({ ...line.reason, fields: [`lines.${index}.quantity`] })
    priced.push(line.value)
  }
  return accepted(priced)
}

function pricedLine({ goods, choice }: SaleLine): Result<OfferLine, Refusal> {
  const { claims, digest, endpoint, offeredAt, product } = goods
  const amount = priceOf(claims, endpoint.exponent, choice)
  if (!amount.ok) return amount
  const quantity = quantityOf(claims, choice.quantity)
  if (!quantity.ok) return quantity
  return accepted({
    offer: digest,
    item: claims.item,
    ...(offeredAt !== undefined && { offeredAt }),
    description: claims.description,
    quantity: quantity.value,
    amountMinor: amount.value,
    ...(claims.limit !== undefined && { limit: claims.limit }),
    ...(product && { product: soldProduct(product) }),
  })
}

const soldProduct = ({
  version,
  unitsRevision,
  units,
  content: { image, lowAt },
}: KeptProduct): SoldProduct => ({
  ...{ version, unitsRevision },
  ...(image !== undefined && { image }),
  // Nothing is told of units that are not counted.
  ...(units !== undefined && lowAt !== undefined && { lowAt }),
})

/** The part of the terms that says what is sold. One offer is stored as it was before there were carts. */
function soldTerms(
  { digest: offer, lines: [{ goods, choice }], isCart }: Sale,
  lines: readonly OfferLine[],
  methods: readonly Method[],
) {
  const { offeredAt, product } = goods
  const { item, description, limit, quantity, intent } = goods.claims
  if (isCart) return { offer, description: cartDescription(lines, descriptionRoom(methods, intent)), lines }
  return {
    ...{ offer, item, description },
    ...(offeredAt !== undefined && { offeredAt }),
    ...(limit !== undefined && { limit }),
    ...(quantity && { units: choice.quantity ?? quantity.min }),
    ...(product && { product: soldProduct(product), chosen: choice }),
  }
}

/** The methods that every offer and the edge allow. */
export function saleMethods(
  { lines }: Pick<Sale, 'lines'>,
  config: Parameters<typeof offerMethods>[0],
): Result<readonly Method[], Refusal> {
  const offered = offerMethods(config)
  const each = lines.map(({ goods: { claims } }) =>
    (claims.methods ?? offered).filter((one) => offered.includes(one)),
  )
  const common = each.reduce((some, others) => some.filter((one) => others.includes(one)))
  if (isPayable(common)) return accepted(common)
  return refused({ code: each.every(isPayable) ? 'methods-disjoint' : 'method-off' })
}

/** An offer names no customer, so it has no saved card to choose from. */
const isPayable = (methods: readonly Method[]) => methods.some((one) => one !== 'saved-card')

/** The gateway signs the e-mail address, so it is always collected. */
function collectOf({ lines }: Sale): readonly Collect[] {
  const asked = lines.flatMap(({ goods }) => [...(goods.claims.collect ?? []), ...goods.endpoint.requires])
  return COLLECT.filter((group) => group === 'email' || asked.includes(group))
}

/** An order ends with the first of its offers, or soon with a product, whose price may change. */
const expiryOf = ({ lines }: Sale) => Math.min(...lines.map(({ goods }) => goods.endsAt))

function returnUrlOf(sale: Sale, { request, config }: TermsRequest): string | undefined {
  if (request.returnUrl === undefined) return payPage(config.PUBLIC_URL)
  return parseReturnUrl(request.returnUrl, allowedBy(sale, config))
}

const allowedBy = ({ origins }: Sale, { PUBLIC_URL: publicUrl }: TermsRequest['config']) => ({
  origins,
  publicUrl,
})
