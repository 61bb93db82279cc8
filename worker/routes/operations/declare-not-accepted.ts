import { empty } from '../../domain/request-fields.ts'
import { operation } from '../define-operation.ts'
import { orderResponse } from '../follow-up.ts'
import { merchantOrder } from '../openapi/order-schemas.ts'
import { orderOf } from '../order-place.ts'

/** `POST /v1/orders/{id}/not-accepted`: a merchant resolves a payment in doubt by hand. */
export const declareNotAccepted = operation(
  {
    route: 'POST /v1/orders/{id}/not-accepted',
    tag: 'merchant',
    summary: 'Declares that the gateway never accepted a payment in doubt',
    about: 'Recorded under the name of the key. Ask the gateway’s support before you call it.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: merchantOrder },
    problems: ['attempt-accepted'],
  },
  async (c, { id, caller }) => orderResponse(c, await orderOf(c, id).declareNotAccepted(caller.name)),
)
