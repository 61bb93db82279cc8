import { order } from '../../../../shared/contract/order-schemas.ts'
import { empty } from '../../../domain/request-fields.ts'
import { addressOf } from '../../client-address.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { SCARCITY_PROBLEMS } from '../../payment-body.ts'
import { problem } from '../../respond.ts'

/** `POST /v1/orders/{id}/continue`: the shopper continues to the hosted form. Repeating is harmless. */
export const continueOrder = operation(
  {
    route: 'POST /v1/orders/{id}/continue',
    tag: 'shopper',
    summary: 'Extends the reservation as the shopper continues to the hosted form',
    about:
      'A limited offer is reserved for an unanswered form until `reservedUntil`. This extends the reservation once by the ' +
      'same time, or reserves again after it lapsed. Call it before the shopper continues. Repeating is harmless.',
    pages: 'shop',
    access: { token: 'pay' },
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: order },
    problems: ['not-found', ...SCARCITY_PROBLEMS],
  },
  async (c, { id, caller }) => {
    const continued = await orderOf(c, id).continuePayment(addressOf(c), caller.issuedAt, caller.exchange)
    return continued.ok ? c.json(continued.value) : problem(c, continued.reason)
  },
)
