/** `POST /v1/orders/{id}/pay`: a shopper starts an attempt to pay. */
import { order } from '../../../../shared/contract/order-schemas.ts'
import { without } from '../../../../shared/without.ts'
import { operation } from '../../define-operation.ts'
import { sameRequest } from '../../idempotency.ts'
import { orderOf } from '../../order-place.ts'
import { PAYMENT_PROBLEMS, payment, readPayment } from '../../payment-body.ts'
import { problem } from '../../respond.ts'

/** The same key starts one attempt, or finds it. */
export const payOrder = operation(
  {
    route: 'POST /v1/orders/{id}/pay',
    tag: 'shopper',
    summary: 'Starts a payment attempt',
    about:
      'The order gets the outcome. The answer comes at once, or with `wait` after the gateway’s reply. The same key starts ' +
      'one attempt, however often it is sent: a request that joins it waits until the attempt is as old as `wait` says.',
    pages: 'shop',
    access: { token: 'pay' },
    isKeyed: true,
    body: payment,
    reply: { status: 200, description: 'The order, with the attempt under way.', body: order },
    problems: [
      ...PAYMENT_PROBLEMS,
      'not-found',
      'attempt-in-flight',
      'key-reused',
      'offer-withdrawn',
      'product-unavailable',
      'price-changed',
      'currency-not-served',
      'customer-invalid',
      'collect-missing',
      'country-not-served',
      'method-off',
      'return-url-invalid',
    ],
  },
  async (c, { id, key, body, caller }) => {
    const request = readPayment(c, body)
    if (!request.ok) return problem(c, request.reason)
    const order = orderOf(c, id)
    // Two tabs of one shopper may be on different pages, and a check is passed for each try.
    const compared = without(body, 'pageUrl', 'returnUrl', 'check', 'wait')
    const paid = await sameRequest(c, compared, (bodyDigest) =>
      order.pay({ key, ...request.value, bodyDigest }, caller.issuedAt, caller.exchange),
    )
    return paid.ok ? c.json(paid.value) : problem(c, paid.reason)
  },
)
