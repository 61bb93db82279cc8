import { eitherOrder } from '../../../../shared/contract/order-schemas.ts'
import { empty } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'

/** `POST /v1/orders/{id}/cancel`, by the shopper or the merchant; each gets their own view. Repeating is harmless. */
export const cancelOrder = operation(
  {
    route: 'POST /v1/orders/{id}/cancel',
    tag: 'shopper',
    summary: 'Cancels an order',
    about:
      'Releases reserved units of a limited offer. The edge refunds an approval that arrives later. A shopper may also ' +
      'cancel during a challenge. A merchant key cancels an order that is open, failed, or at an unanswered hosted form, ' +
      'and the shopper reads that the shop cancelled it. Repeating is harmless.',
    pages: 'shop',
    access: { token: 'pay', merchant: 'charge' },
    body: empty,
    reply: { status: 200, description: 'The order, cancelled.', body: eitherOrder },
    problems: ['not-found', 'attempt-in-flight'],
  },
  async (c, { id, caller }) => {
    const order = orderOf(c, id)
    const cancelled =
      caller.by === 'token'
        ? await order.cancel(caller.issuedAt, caller.exchange)
        : await order.cancelForMerchant(caller.merchant.name)
    return cancelled.ok ? c.json(cancelled.value) : problem(c, cancelled.reason)
  },
)
