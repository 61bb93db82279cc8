import type { Call } from '../api/call.ts'
import { refusal } from '../api/error-codes.ts'
import { refused, succeeded } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { newToken } from '../cards/card-payment.ts'
import { findSavedCard } from '../cards/saved-cards.ts'
import type { TransactionType } from '../money/transaction.ts'
import type { Handler } from './handler.ts'
import { createOrder } from './new-order.ts'

/**
 * Opens a transaction that waits for its card on a hosted page; of a saved card, for its code alone.
 *
 * Repeating the call opens another transaction, under the same client_orderid if that is the same: so does the
 * gateway that this one stands for.
 */
export const openForm =
  (type: TransactionType): Handler =>
  (call, backend) => {
    const savedCardRefId = call.fields.get('cardrefid')
    if (savedCardRefId && !findSavedCard(savedCardRefId, backend))
      return refused(call, refusal('UNKNOWN_CARD_REF', 'cardrefid is of no saved card'))
    return open(call, { type, ...(savedCardRefId && { savedCardRefId }) }, backend)
  }

function open(call: Call, details: { type: TransactionType; savedCardRefId?: string }, backend: Backend) {
  const formToken = newToken()
  const { clientOrderId, orderId } = createOrder(call, { ...details, formToken }, backend)
  return succeeded(call, 'async-form-response', {
    'merchant-order-id': clientOrderId,
    'paynet-order-id': orderId,
    'end-point-id': call.endpoint,
    'redirect-url': `${backend.settings.url}/form/${formToken}`,
  })
}
