import type { Call } from '../api/call.ts'
import { apiError } from '../api/error-codes.ts'
import { errorReply, successReply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { newToken } from '../cards/card-payment.ts'
import { findSavedCard } from '../cards/saved-cards.ts'
import { controlSigned } from '../signing/control.ts'
import type { TransactionType } from '../store/transaction.ts'
import type { Handler, Operations } from './handler.ts'
import { createOrder } from './new-order.ts'
import { cardRef, control, hosted, money, order, payer, shop } from './param-groups.ts'

/**
 * Opens a transaction that waits for a card on a hosted page, or for the security code of a saved card.
 *
 * Repeating the call opens another transaction, even under the same client_orderid: the real gateway does so too.
 */
const openForm =
  (type: TransactionType): Handler =>
  (call, backend) => {
    const savedCardRefId = call.params.get('cardrefid')
    if (savedCardRefId && !findSavedCard(savedCardRefId, backend))
      return errorReply(call, apiError('UNKNOWN_CARD_REF', 'cardrefid is of no saved card'))
    return open(call, { type, ...(savedCardRefId && { savedCardRefId }) }, backend)
  }

function open(call: Call, details: { type: TransactionType; savedCardRefId?: string }, backend: Backend) {
  const formToken = newToken()
  const { clientOrderId, orderId } = createOrder(call, { ...details, formToken }, backend)
  return successReply(call, 'async-form-response', {
    'merchant-order-id': clientOrderId,
    'paynet-order-id': orderId,
    'end-point-id': call.endpoint,
    'redirect-url': `${backend.settings.url}/form/${formToken}`,
  })
}

const payment = { ...order, ...money, ...payer, ...shop, ...hosted, ...cardRef, control }

/** Hosted pages that ask the shopper for a card. */
export const FORMS: Operations = {
  'account-verification-form': {
    prefix: '/api/v2/account-verification-form',
    auth: controlSigned('endpoint', 'client_orderid', 'email'),
    params: { ...order, ...payer, ...shop, ...hosted, ...cardRef, control },
    handle: openForm('account-verification'),
  },
  'preauth-form': {
    prefix: '/api/v2/preauth-form',
    auth: controlSigned('endpoint', 'client_orderid', 'amountMinor', 'email'),
    params: payment,
    handle: openForm('preauth'),
  },
  'sale-form': {
    prefix: '/api/v2/sale-form',
    auth: controlSigned('endpoint', 'client_orderid', 'amountMinor', 'email'),
    params: payment,
    handle: openForm('sale'),
  },
  /** Assumption: the specification does not publish the formula, so that of the other forms applies. */
  'payment-form': {
    prefix: '/api/v2/payment-form',
    auth: controlSigned('endpoint', 'client_orderid', 'amountMinor', 'email'),
    params: payment,
    handle: openForm('sale'),
  },
}
