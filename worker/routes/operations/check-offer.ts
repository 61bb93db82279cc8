import * as z from 'zod'
import { checkedOffer } from '../../../shared/contract/response-schemas.ts'
import { readOffer } from '../../credentials/offer-verification.ts'
import { operation } from '../define-operation.ts'
import { problem } from '../respond.ts'
import { OFFER_PROBLEMS, signedOffer } from './checkout.ts'

/** `POST /v1/offers/check`: verifies an offer without opening an order. Repeating is harmless. */
export const checkOffer = operation(
  {
    route: 'POST /v1/offers/check',
    tag: 'shopper',
    summary: 'Checks whether the merchant signed an offer and it is still valid',
    about:
      'For pages that show offers of others, like the edge’s own page: do not trust an offer before this check.',
    pages: 'shop',
    access: {},
    budget: 'open',
    body: z.strictObject({ offer: signedOffer }).meta({ id: 'OfferCheck' }),
    reply: { status: 200, description: 'The offer is genuine and can be sold.', body: checkedOffer },
    problems: OFFER_PROBLEMS,
  },
  async (c, { body }) => {
    const offer = await readOffer(body.offer, c.get('config'), Math.floor(Date.now() / 1000))
    return offer.ok ? c.json({ digest: offer.value.digest }) : problem(c, offer.reason)
  },
)
