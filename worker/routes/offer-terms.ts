/** The terms of an order that a page opens with an offer. Pure; `domain/offer-price` computes the price. */
import { COLLECT, type Collect } from '../../shared/customer.ts'
import type { CheckoutRequest } from '../../shared/http-bodies.ts'
import type { Method } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import type { Offer } from '../credentials/offer-verification.ts'
import { customerRefusal } from '../domain/customer.ts'
import { priceOf, unitsOf } from '../domain/offer-price.ts'
import type { Refusal } from '../domain/refusal.ts'
import { keptPage, parseReturnUrl, payPage } from '../domain/return-url.ts'
import type { OrderTerms } from '../domain/terms.ts'

/** Everything besides the offer that decides the terms. */
export interface TermsRequest {
  readonly id: string
  readonly request: Omit<CheckoutRequest, 'offer'>
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

/** Origins that may sell an offer, besides the edge's own page. */
export const originsOf = ({ claims }: Offer, config: Pick<Config, 'ALLOWED_ORIGINS'>) =>
  claims.origins ?? config.ALLOWED_ORIGINS

/**
 * Works out the terms of an order. The same offer and request give the same terms, except for the two times.
 *
 * @returns The terms, or the first thing in the request that the offer does not allow.
 */
export function termsOf(offer: Offer, requested: TermsRequest): Result<OrderTerms, Refusal> {
  const { claims, digest, endpoint } = offer
  const { id, request, config, now } = requested
  const amount = priceOf(claims, endpoint.exponent, request)
  if (!amount.ok) return amount
  const offered = offerMethods(config)
  const methods = (claims.methods ?? offered).filter((one) => offered.includes(one))
  // An offer names no customer, so it has no saved card to choose from.
  if (methods.every((one) => one === 'saved-card')) return refused({ code: 'method-off' })
  const returnUrl = returnUrlOf(offer, requested)
  if (!returnUrl) return refused({ code: 'return-url-invalid' })
  const pageUrl = request.pageUrl && parseReturnUrl(request.pageUrl, allowedBy(offer, config))
  const collect = collectOf(offer)
  const wrong = request.customer && customerRefusal(request.customer, collect)
  if (wrong) return refused(wrong)
  return accepted({
    id,
    reference: id,
    intent: claims.intent,
    amountMinor: amount.value,
    currency: claims.currency,
    exponent: endpoint.exponent,
    description: claims.description,
    methods,
    collect,
    returnUrl,
    ...(pageUrl && { pageUrl: keptPage(pageUrl, config.PUBLIC_URL) }),
    offer: digest,
    item: claims.item,
    offeredAt: claims.iat * 1000,
    ...(claims.limit !== undefined && { limit: claims.limit }),
    ...unitsOf(claims, request),
    ...(request.locale !== undefined && { locale: request.locale }),
    openedAt: now,
    expiresAt: Math.min(claims.exp * 1000, now + config.times.orderExpires),
  })
}

/** The gateway signs the e-mail address, so it is always collected. */
function collectOf({ claims, endpoint }: Offer): readonly Collect[] {
  const asked: readonly Collect[] = ['email', ...(claims.collect ?? []), ...endpoint.requires]
  return COLLECT.filter((group) => asked.includes(group))
}

function returnUrlOf(offer: Offer, { request, config }: TermsRequest): string | undefined {
  if (request.returnUrl === undefined) return payPage(config.PUBLIC_URL)
  return parseReturnUrl(request.returnUrl, allowedBy(offer, config))
}

const allowedBy = (offer: Offer, config: TermsRequest['config']) => ({
  origins: originsOf(offer, config),
  publicUrl: config.PUBLIC_URL,
})
