import { succeeded } from '../api/reply.ts'
import type { Handler } from './handler.ts'
import { createOrder } from './new-order.ts'

/** Opens a payout that waits on a hosted page to be told where it goes. Repeating the call opens another one. */
export const openPayoutForm: Handler = (call, backend) => {
  const formToken = crypto.randomUUID().replaceAll('-', '')
  const { clientOrderId, orderId } = createOrder(call, { type: 'payout', formToken }, backend)
  return succeeded(call, 'async-form-response', {
    'merchant-order-id': clientOrderId,
    'paynet-order-id': orderId,
    'end-point-id': call.endpoint,
    'redirect-url': `${backend.settings.url}/payout/${formToken}`,
  })
}
