/** What a page says when it opens the order of its offer. */
import * as z from 'zod'
import { customer } from '../../domain/customer.ts'

/** BCP 47, as far as browsers write it. */
const LOCALE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,5}$/

const offer = z.string().trim().describe('The signed offer.')

/** What a page says that wants to know whether an offer is the merchant's. */
export const offerBody = z.strictObject({ offer }).meta({ id: 'OfferCheck' })

/** Strict: what else a page would like to say about money is refused, not ignored. */
export const checkoutBody = z
  .strictObject({
    offer,
    quantity: z.int().exactOptional(),
    amount: z.string().describe('Decimal text; only where the offer leaves the sum open.').exactOptional(),
    locale: z.string().regex(LOCALE).exactOptional(),
    returnUrl: z.string().exactOptional(),
    pageUrl: z
      .string()
      .describe('The page that asks, where its shopper can go back to; left out where it lies elsewhere.')
      .exactOptional(),
    customer: customer.exactOptional(),
  })
  .meta({ id: 'CheckoutRequest' })
