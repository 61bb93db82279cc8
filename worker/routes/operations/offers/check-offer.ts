/** `POST /v1/offers/check`: says whether offers can be sold, before anything is typed. */
import * as z from 'zod'
import { checkedOffer } from '../../../../shared/contract/response-schemas.ts'
import type { CheckedOffer } from '../../../../shared/http-bodies.ts'
import { objectNamed } from '../../../config/jurisdiction.ts'
import type { Sale } from '../../../credentials/sale.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { soldOutOffer } from '../../../order/offer-counters.ts'
import type { EdgeContext } from '../../context.ts'
import { operation } from '../../define-operation.ts'
import { saleMethods } from '../../offer-terms.ts'
import { problem } from '../../respond.ts'
import { goods, largeCart, namesOneOfGoods, ONE_OF_GOODS, SALE_PROBLEMS, saleIn } from '../../sale-body.ts'

const body = z.strictObject(goods).refine(namesOneOfGoods).meta({ id: 'OfferCheck', oneOf: ONE_OF_GOODS })

/** `POST /v1/offers/check`: verifies an offer or a cart without opening an order. Repeating is harmless. */
export const checkOffer = operation(
  {
    route: 'POST /v1/offers/check',
    tag: 'shopper',
    summary: 'Checks whether the merchant signed an offer or shows a product, and the page may sell it now',
    about:
      'For a page at the first touch, before anything is typed, and for pages that show offers of others, like the edge’s ' +
      'own page: do not trust an offer before this check. It opens no order and reserves nothing. What a shopper chooses, ' +
      'such as an open amount, is checked by the checkout. The answer names the country that the connection seems to come ' +
      'from; it is not stored, not logged, and not kept by any cache.',
    pages: 'shop',
    access: {},
    budget: 'open',
    body,
    longerBody: largeCart,
    reply: { status: 200, description: 'The offers are genuine and can be sold.', body: checkedOffer },
    problems: SALE_PROBLEMS,
  },
  async (c, { body }) => {
    const sale = await saleIn(c, body)
    if (!sale.ok) return problem(c, sale.reason)
    const methods = saleMethods(sale.value, c.get('config'))
    if (!methods.ok) return problem(c, methods.reason)
    const soldOut = await soldOutRefusal(c, sale.value)
    return soldOut
      ? problem(c, soldOut)
      : c.json<CheckedOffer>({ digest: sale.value.digest, ...countryOf(c) })
  },
)

/**
 * The country of the caller's connection, so that the form begins with the likely one. The platform knows none of a caller from
 * Tor (`T1`), or from nowhere (`XX`).
 */
function countryOf(c: EdgeContext): Pick<CheckedOffer, 'country'> {
  const { country } = c.req.raw.cf ?? {}
  return typeof country === 'string' && /^(?!XX)[A-Z]{2}$/.test(country) ? { country } : {}
}

/** Asks the counters of limited offers alone. A counter that gives no answer soon does not keep anybody from paying. */
async function soldOutRefusal(c: EdgeContext, { lines, isCart }: Sale): Promise<Refusal | undefined> {
  const { times } = c.get('config')
  const limited = lines.flatMap(({ goods: { digest: offer, claims, product } }) =>
    claims.limit === undefined ? [] : [{ offer, limit: claims.limit, ...(product && { product }) }],
  )
  const counterOf = (offer: string) => objectNamed(c.env.OFFER_LIMITS, offer, c.get('config'))
  const soldOut = await soldOutOffer({ counterOf, times: () => times }, limited)
  if (soldOut === undefined) return undefined
  const at = lines.findIndex(({ goods: { digest } }) => digest === soldOut)
  return { code: 'offer-limit', ...(isCart && { fields: [`lines.${at}`] }) }
}
