import { exchangedLink } from '../../../../shared/contract/response-schemas.ts'
import type { LinkReply } from '../../../../shared/http-bodies.ts'
import { exchangeOf } from '../../../credentials/order-id.ts'
import { exchangedToken } from '../../../credentials/order-tokens.ts'
import { empty } from '../../../domain/request-fields.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'

/** `POST /v1/orders/{id}/link`: the click on the page of an order's link. The same key is the same exchange. */
export const exchangeLink = operation(
  {
    route: 'POST /v1/orders/{id}/link',
    tag: 'shopper',
    summary: 'Exchanges the link of an order for a token that pays it',
    about:
      'The edge’s own page sends it when the shopper clicks; opening a link sends nothing. The token’s life begins with the ' +
      'exchange. It shows and cancels only attempts of its own exchange, and no saved cards. Repeating it with the same ' +
      '`Idempotency-Key` is the same exchange. An order that is over is answered with `order-final`, except to the ' +
      'exchange that paid it.',
    pages: 'shop',
    access: { token: 'link' },
    budget: 'open',
    isKeyed: true,
    body: empty,
    reply: { status: 200, description: 'The order and the token that pays it.', body: exchangedLink },
    problems: ['not-found', 'order-final'],
  },
  async (c, { id, key, caller }) => {
    const exchange = await exchangeOf(id, key)
    const exchanged = await orderOf(c, id).exchangeLink(exchange, caller.issuedAt)
    if (!exchanged.ok) return problem(c, exchanged.reason)
    const { order, tokensRevokedAt } = exchanged.value
    const token = await exchangedToken(
      c.get('config'),
      { id, exchange, tokensRevokedAt },
      c.get('receivedAt'),
    )
    return c.json<LinkReply>({ order, token })
  },
)
