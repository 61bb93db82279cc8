/** `POST /v1/orders/{id}/not-accepted`: a merchant resolves a payment or follow-up in doubt by hand. */
import * as z from 'zod'
import { merchantOrder } from '../../../../shared/contract/order-schemas.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

const number = z.int().min(1)

const body = z
  .strictObject({
    attempt: number.describe('Number of the attempt in doubt.').exactOptional(),
    followUp: number.describe('Number of the follow-up in doubt.').exactOptional(),
  })
  .refine(({ attempt, followUp }) => attempt === undefined || followUp === undefined)
  .meta({
    id: 'NotAcceptedRequest',
    description:
      'Names what you asked the support about, one or the other. Without it, what is in doubt is meant.',
  })

/** Takes the merchant's word for the request that the merchant means, and for no other. */
export const declareNotAccepted = operation(
  {
    route: 'POST /v1/orders/{id}/not-accepted',
    tag: 'merchant',
    summary: 'Declares that the gateway never accepted a payment or follow-up in doubt',
    about:
      'Recorded under the name of the key. Ask the gateway’s support before you call it, and name the attempt or follow-up ' +
      'that you asked about: another one is then refused with `not-in-doubt`, and a repeat is harmless.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    body,
    reply: { status: 200, description: 'The order as it stands.', body: merchantOrder },
    problems: ['attempt-accepted', 'not-in-doubt'],
  },
  async (c, { id, caller, body: named }) =>
    orderResponse(c, await orderOf(c, id).declareNotAccepted(caller.name, named)),
)
