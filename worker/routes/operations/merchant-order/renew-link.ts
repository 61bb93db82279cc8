import { orderDetails } from '../../../../shared/contract/history-schemas.ts'
import { linkKeys } from '../../../credentials/order-tokens.ts'
import { empty } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { linkMembers } from '../../pay-link.ts'
import { problem } from '../../respond.ts'

/** `POST /v1/orders/{id}/renew-link`: the link of a payment request, to be sent again after a change of keys. */
export const renewLink = operation(
  {
    route: 'POST /v1/orders/{id}/renew-link',
    tag: 'merchant',
    summary: 'Makes the link of a payment request again',
    about:
      'Links that were made under a former `TOKEN_KEY` end with `TOKEN_KEY_PREVIOUS`; `GET /v1/orders?link=former` and ' +
      '`link=ended` name them. This answers the link under the present key, and the list shows it as `current`. Links ' +
      'that still count go on doing so. Repeating is harmless.',
    pages: 'merchant',
    access: { merchant: 'charge' },
    body: empty,
    reply: { status: 200, description: 'The order with its link.', body: orderDetails },
    problems: [],
  },
  async (c, { id, caller }) => {
    const config = c.get('config')
    const [key] = await linkKeys(config)
    const renewed = await orderOf(c, id).renewLink(caller.name, key)
    if (!renewed.ok) return problem(c, renewed.reason)
    const { order, link } = renewed.value
    return c.json({ ...order, ...(link && (await linkMembers(config, { id, ...link }))) })
  },
)
