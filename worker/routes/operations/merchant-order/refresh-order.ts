import { refreshedOrder } from '../../../../shared/contract/order-schemas.ts'
import { empty } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

/** `POST /v1/orders/{id}/refresh`: asks the gateway for the status now instead of at the next poll. */
export const refreshOrder = operation(
  {
    route: 'POST /v1/orders/{id}/refresh',
    tag: 'merchant',
    summary: 'Refreshes an order from the gateway',
    pages: 'merchant',
    access: { merchant: 'charge' },
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: refreshedOrder },
    problems: ['gateway-silent'],
  },
  async (c, { id }) => orderResponse(c, await orderOf(c, id).refresh()),
)
