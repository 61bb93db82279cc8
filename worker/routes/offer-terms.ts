/** From a checked offer and a page's request to what is agreed. Pure: no clock, no storage, no network. */
import { COLLECT, type Collect } from '../../shared/customer.ts'
import type { CheckoutRequest } from '../../shared/messages.ts'
import { toMinor } from '../../shared/money.ts'
import type { Method } from '../../shared/order-view.ts'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Config } from '../config/config.ts'
import type { Offer } from '../credentials/offer-verification.ts'
import { customerRefusal } from '../domain/customer.ts'
import type { Refusal } from '../domain/refusal.ts'
import { keptPage, parseReturnUrl, payPage } from '../domain/return-url.ts'
import type { OrderTerms } from '../domain/terms.ts'

/** What the terms depend on besides the offer. */
export interface Asked {
  readonly id: string
  readonly request: Omit<CheckoutRequest, 'offer'>
  readonly config: Pick<Config, 'ALLOWED_ORIGINS' | 'CHECKOUT_METHODS' | 'PUBLIC_URL' | 'times'>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * An offer is open to anybody: without a budget of attempts, which there is none of yet, it would be a place to try out
 * stolen cards at. Sessions are opened by the merchant's own server.
 */
const NOT_FOR_ANYBODY: readonly Method[] = ['card', 'saved-card']

/** Beyond it the gateway and the order's integers do not go. */
const MAX_MINOR = 999_999_999_999

/** Origins at which an offer may be sold, besides the edge's own page. */
export const originsOf = ({ claims }: Offer, config: Pick<Config, 'ALLOWED_ORIGINS'>) =>
  claims.origins ?? config.ALLOWED_ORIGINS

/**
 * Works out the terms of an order. The same offer and request give the same terms, but for the two times.
 *
 * @returns The terms, or the first thing in the request that the offer does not allow.
 */
export function termsOf(offer: Offer, asked: Asked): Result<OrderTerms, Refusal> {
  const { claims, digest, endpoint } = offer
  const { id, request, config, now } = asked
  const amount = totalOf(offer, request)
  if (!amount.ok) return amount
  const methods = (claims.methods ?? config.CHECKOUT_METHODS).filter(
    (one) => config.CHECKOUT_METHODS.includes(one) && !NOT_FOR_ANYBODY.includes(one),
  )
  if (methods.length === 0) return refused({ code: 'method-off' })
  const returnUrl = returnUrlOf(offer, asked)
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
    ...(claims.limit !== undefined && { limit: claims.limit, ...unitsOf(offer, request) }),
    ...(request.locale !== undefined && { locale: request.locale }),
    openedAt: now,
    expiresAt: Math.min(claims.exp * 1000, now + config.times.orderExpires),
  })
}

/** The gateway signs the e-mail, so it is always asked for. */
function collectOf({ claims, endpoint }: Offer): readonly Collect[] {
  const asked: readonly Collect[] = ['email', ...(claims.collect ?? []), ...endpoint.requires]
  return COLLECT.filter((group) => asked.includes(group))
}

function returnUrlOf(offer: Offer, { request, config }: Asked): string | undefined {
  if (request.returnUrl === undefined) return payPage(config.PUBLIC_URL)
  return parseReturnUrl(request.returnUrl, allowedBy(offer, config))
}

const allowedBy = (offer: Offer, config: Asked['config']) => ({
  origins: originsOf(offer, config),
  publicUrl: config.PUBLIC_URL,
})

type Sums = Pick<CheckoutRequest, 'quantity' | 'amount'>

function totalOf(offer: Offer, request: Sums): Result<number, Refusal> {
  const quantity = quantityOf(offer, request.quantity)
  if (!quantity.ok) return quantity
  const price = priceOf(offer, request.amount)
  if (!price.ok) return price
  // A product beyond 2^53 may be rounded, but never to below the limit.
  const total = price.value * quantity.value
  return total > MAX_MINOR ? refused({ code: 'amount-invalid', why: 'too many digits' }) : accepted(total)
}

function quantityOf({ claims }: Offer, asked: number | undefined): Result<number, Refusal> {
  const { min, max } = claims.quantity ?? { min: 1, max: 1 }
  const quantity = asked ?? min
  const isOffered = Number.isInteger(quantity) && quantity >= min && quantity <= max
  return isOffered ? accepted(quantity) : refused({ code: 'quantity-invalid', fields: ['quantity'] })
}

/** How many units of a limited offer an order is for, where a quantity is offered. */
function unitsOf(offer: Offer, request: Sums): Pick<OrderTerms, 'units'> {
  const units = offer.claims.quantity ? quantityOf(offer, request.quantity) : undefined
  return units?.ok ? { units: units.value } : {}
}

/** The fixed price, or the shopper's choice within the range, in minor units. Nothing for a verification. */
function priceOf({ claims, endpoint }: Offer, asked: string | undefined): Result<number, Refusal> {
  const minorOf = (text: string) => toMinor(text, endpoint.exponent)
  const { min, max } = claims
  if (min === undefined || max === undefined) {
    const fixed = minorOf(claims.amount ?? '0')
    return fixed.ok && asked === undefined ? fixed : badAmount
  }
  const [low, high, chosen] = [minorOf(min), minorOf(max), minorOf(asked ?? '')]
  if (!low.ok || !high.ok || !chosen.ok) return badAmount
  return chosen.value >= low.value && chosen.value <= high.value ? chosen : badAmount
}

const badAmount = refused<Refusal>({ code: 'amount-invalid', fields: ['amount'] })
