import { receipt } from '../../../../shared/contract/response-schemas.ts'
import { isSettled } from '../../../../shared/order-status.ts'
import { receiptOf } from '../../../credentials/receipts.ts'
import { operation } from '../../define-operation.ts'
import { orderOf } from '../../order-place.ts'
import { problem } from '../../respond.ts'

/** `GET /v1/orders/{id}/receipt`: a signed statement of how a settled order stands. */
export const getReceipt = operation(
  {
    route: 'GET /v1/orders/{id}/receipt',
    tag: 'shopper',
    summary: 'Returns a signed receipt',
    about:
      'A JWS of type `pay-receipt+jwt` with `iss` (this edge), `sub` (the order), `iat` and the state of the order. ' +
      'Anybody can verify it with the keys at `/.well-known/jwks.json`. A refund may follow later: check `status`, and ' +
      'limit the age that you accept.',
    pages: 'shop',
    access: { token: 'view', merchant: 'read' },
    reply: { status: 200, description: 'The receipt.', body: receipt },
    problems: ['not-found', 'order-not-settled'],
  },
  async (c, { id, caller }) => {
    // A merchant's receipt is the shopper's.
    const { scope = 'pay', issuedAt, exchange } = caller.by === 'token' ? caller : {}
    const snapshot = await orderOf(c, id).snapshot(scope, issuedAt, { exchange })
    if (!snapshot) return problem(c, { code: 'not-found' })
    if (snapshot.isTokenVoid) return problem(c, { code: 'token-invalid', why: 'revoked' })
    const { order } = snapshot
    // It is for the person who paid.
    if ('byLink' in order) return problem(c, { code: 'scope-missing', why: 'paid by another exchange' })
    if (!isSettled(order.status)) return problem(c, { code: 'order-not-settled' })
    return c.json({ receipt: await receiptOf(order, c.get('config'), Date.now()) })
  },
)
