import * as z from 'zod'
import { order } from '../../../../shared/contract/order-schemas.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'

/** More places than any session has. */
const MAX_HANDLE = 3

const body = z
  .strictObject({
    savedCard: z.string().max(MAX_HANDLE).describe('`handle` of a card in `savedCards`.'),
  })
  .meta({ id: 'RemoveCardRequest' })

/** `POST /v1/orders/{id}/remove-card`: the shopper removes a saved card. Repeating is harmless. */
export const removeCard = operation(
  {
    route: 'POST /v1/orders/{id}/remove-card',
    tag: 'shopper',
    summary: 'Removes a saved card from the session',
    about:
      'Only if the order has `mayRemoveCards`, and while no payment is under way. The card cannot be chosen in this order ' +
      'any more, and the merchant’s server is notified by `card.removed`. The gateway has no operation that deletes a ' +
      'reference, so the merchant forgets it. Repeating is harmless.',
    pages: 'shop',
    access: { token: 'pay' },
    body,
    reply: { status: 200, description: 'The order without the card.', body: order },
    problems: ['not-found', 'method-off', 'card-invalid', 'attempt-in-flight', 'order-final'],
  },
  async (c, { id, caller, body }) => {
    // The holder of the order's link may be another person than the customer whose card it is.
    if (caller.exchange !== undefined) return problem(c, { code: 'scope-missing', why: 'exchange of a link' })
    const removed = await orderOf(c, id).removeCard(body.savedCard, caller.issuedAt)
    return removed.ok ? c.json(removed.value) : problem(c, removed.reason)
  },
)
