import { merchantOrder } from '../../../../shared/contract/order-schemas.ts'
import { empty } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { orderResponse } from '../../follow-up.ts'
import { orderOf } from '../../order-place.ts'

/** `POST /v1/orders/{id}/revoke`: ends the order's tokens, such as one that got into the wrong hands. */
export const revokeTokens = operation(
  {
    route: 'POST /v1/orders/{id}/revoke',
    tag: 'merchant',
    summary: 'Revokes the tokens of an order',
    about:
      'Ends every token that was issued until now, and closes the sockets that they opened. The payment itself goes on. ' +
      'For a session, `POST /v1/orders` with the same body returns a new token. The order of an offer gets none, so that ' +
      'its page cannot open it again. Repeating is harmless.',
    pages: 'merchant',
    access: { merchant: 'admin' },
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: merchantOrder },
    problems: [],
  },
  async (c, { id, caller }) => orderResponse(c, await orderOf(c, id).revokeTokens(caller.name)),
)
