import { merchantOrder } from '../../../../shared/contract/order-schemas.ts'
import { empty } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

/** `POST /v1/orders/{id}/erase`: deletes the shopper's personal data, and keeps what the books need. */
export const eraseOrder = operation(
  {
    route: 'POST /v1/orders/{id}/erase',
    tag: 'merchant',
    summary: 'Erases the personal data of an order',
    about: 'What is erased does not come back, so it needs a key of its own scope. Repeating is harmless.',
    pages: 'merchant',
    access: { merchant: 'admin' },
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: merchantOrder },
    problems: ['attempt-in-flight', 'follow-up-in-flight'],
  },
  async (c, { id, caller }) => orderResponse(c, await orderOf(c, id).erase(caller.name)),
)
