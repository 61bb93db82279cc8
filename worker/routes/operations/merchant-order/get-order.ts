import { eitherDetails } from '../../../../shared/contract/history-schemas.ts'
import { TOKEN_HEADER } from '../../../../shared/http-bodies.ts'
import { orderToken } from '../../../credentials/order-tokens.ts'
import { type Caller, scopeRefusal } from '../../authorize.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { linkMembers } from '../../pay-link.ts'
import { problem } from '../../respond.ts'

/** `GET /v1/orders/{id}`: the order, when to ask again, and a token: the caller's own under the current key, or a merchant's to look. */
export const getOrder = operation(
  {
    route: 'GET /v1/orders/{id}',
    tag: 'shopper',
    summary: 'Returns an order',
    about:
      'A key that also has the scope `personal` gets `customer` with it. Each such read is in the log of the Worker, and the ' +
      'first one of each key and day in the order’s history. ' +
      'The token of a link shows what is to be paid, and whether it still can be: no card, no customer, no error. Reading ' +
      'changes nothing, also with a link, so that scanners of mail may open it.',
    pages: 'shop',
    access: { token: 'any', merchant: 'read' },
    reply: {
      status: 200,
      description: 'The order as it stands.',
      body: eitherDetails,
      headers: {
        'Order-Token':
          'For scope `pay`: the same token under the current key, with the same end. For a ' +
          'merchant key: a token of scope `view`, with which a browser can open the socket. Once somebody has tried by the ' +
          'order’s link, it shows what the link shows.',
        'Retry-After': 'Seconds until the next poll, while something is under way.',
      },
    },
    problems: ['not-found'],
  },
  async (c, { id, caller }) => {
    const who = caller.by === 'token' ? caller.scope : 'merchant'
    const { issuedAt, exchange } = caller.by === 'token' ? caller : {}
    const snapshot = await orderOf(c, id).snapshot(who, issuedAt, { reader: readerOf(caller), exchange })
    if (!snapshot) return problem(c, { code: 'not-found' })
    if (snapshot.isTokenVoid) return problem(c, { code: 'token-invalid', why: 'revoked' })
    const { order, link, retryAfterSeconds } = snapshot
    if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterSeconds)))
    if (caller.by === 'token' && who === 'pay') {
      const { until, issuedAt: since } = caller
      // It is no newer: a token that is renewed while the merchant revokes it would outlive that.
      c.header(TOKEN_HEADER, await orderToken(c.get('config'), { id, scope: who, until, exchange }, since))
    }
    if (caller.by === 'token') return c.json(order)
    c.header(TOKEN_HEADER, await orderToken(c.get('config'), { id, scope: 'view' }, c.get('receivedAt')))
    // Each holder of the link may pay, and that may be what its key must not arrange.
    const isShown = link && !scopeRefusal(caller.merchant, 'charge')
    return c.json(isShown ? { ...order, ...(await linkMembers(c.get('config'), { id, ...link })) } : order)
  },
)

/** The name of a key that may read the shopper's data. */
const readerOf = (caller: Caller): string | undefined =>
  caller.by === 'merchant' && !scopeRefusal(caller.merchant, 'personal') ? caller.merchant.name : undefined
