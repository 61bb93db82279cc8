/** Whether the edge can sell a product as its merchant wants it. Pure. */
import { hasOpenAmount } from '../../shared/offer.ts'
import type { ProductContent } from '../../shared/product.ts'
import { endpointFor } from '../config/gateway-endpoints.ts'
import { imageOrigins, type Merchant } from '../config/merchant-setting.ts'
import { hasValidPrices, priceOf } from '../domain/offer-price.ts'
import { saleClaimsOf } from '../domain/product.ts'
import type { Refusal } from '../domain/refusal.ts'
import { descriptionRoom } from '../order/model/methods.ts'
import { offerMethods, type TermsRequest } from './offer-terms.ts'

/** What of the settings decides. */
type SaleConfig = TermsRequest['config'] & {
  readonly GATEWAY_ENDPOINTS: Parameters<typeof endpointFor>[0]
  readonly MERCHANT: Merchant | undefined
}

/** Problems of a product's content. */
export const CONTENT_PROBLEMS = [
  ...(['currency-not-served', 'amount-invalid', 'description-too-long', 'image-not-allowed'] as const),
] as const

/** The first thing that keeps the edge from selling it; `undefined` if nothing does. */
export function contentRefusal(content: ProductContent, config: SaleConfig): Refusal | undefined {
  const claims = saleClaimsOf({ ...UNKEPT, content })
  const endpoint = endpointFor(config.GATEWAY_ENDPOINTS, claims.currency, claims.intent)
  if (!endpoint) return { code: 'currency-not-served', fields: ['currency'] }
  const isOpen = hasOpenAmount(claims)
  const dearest = isOpen ? claims.max : undefined
  const price = priceOf(claims, endpoint.exponent, dearest === undefined ? {} : { amount: dearest })
  if (!hasValidPrices(claims, endpoint.exponent) || !price.ok)
    return { code: 'amount-invalid', fields: isOpen ? ['min', 'max', 'suggested'] : ['amount'] }
  const methods = claims.methods ?? offerMethods(config)
  if (claims.description.length > descriptionRoom(methods, claims.intent))
    return { code: 'description-too-long', fields: ['name'] }
  return isShowable(content.image, config) ? undefined : { code: 'image-not-allowed', fields: ['image'] }
}

/** Whether the policy of the edge's own page lets the picture in. */
const isShowable = (image: string | undefined, { MERCHANT }: Pick<SaleConfig, 'MERCHANT'>) =>
  image === undefined || imageOrigins(MERCHANT).includes(new URL(image).origin)

/** What no decision here depends on. */
const UNKEPT = { id: '', version: '', changedAt: 0, changedBy: '', unitsRevision: 0 }
