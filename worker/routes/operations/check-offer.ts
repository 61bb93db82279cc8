/** `POST /v1/offers/check`: whether the merchant signed an offer, and whether it can be sold. Opens nothing. */
import { readOffer } from '../../credentials/offer-verification.ts'
import { problem } from '../respond.ts'
import type { HandlerOf } from '../serve.ts'

/** Answers what names the offer. Repeating is harmless. */
export const checkOffer: HandlerOf<'checkOffer'> = async (c, { body }) => {
  const offer = await readOffer(body.offer, c.get('config'), Math.floor(Date.now() / 1000))
  return offer.ok ? c.json({ digest: offer.value.digest }) : problem(c, offer.reason)
}
