import { order } from '../../../../shared/contract/order-schemas.ts'
import { empty } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'

/** `POST /v1/orders/{id}/method`: the page waited ten seconds for the bank's Method page. Repeating is harmless. */
export const endThreeDsMethod = operation(
  {
    route: 'POST /v1/orders/{id}/method',
    tag: 'shopper',
    summary: 'Reports that the bank’s Method page had its ten seconds',
    about: 'It changes nothing before the time is up by the order’s own clock. Repeating is harmless.',
    pages: 'shop',
    access: { token: 'pay' },
    body: empty,
    reply: { status: 200, description: 'The order as it stands.', body: order },
    problems: ['not-found'],
  },
  async (c, { id, caller }) => {
    const ended = await orderOf(c, id).endMethod(caller.issuedAt, caller.exchange)
    return ended.ok ? c.json(ended.value) : problem(c, ended.reason)
  },
)
