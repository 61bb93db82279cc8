import { isWebAddress, optional, type Params } from '../api/params.ts'
import { errorReply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { type FoundCard, readCard, readWholeCard } from '../cards/card-params.ts'
import { newToken, payDirectly } from '../cards/card-payment.ts'
import { controlSigned } from '../signing/control.ts'
import type { TransactionType } from '../store/transaction.ts'
import type { Handler, Operations } from './handler.ts'
import { acceptedReplyWithStep, createOrder } from './new-order.ts'
import { browser, card, cardRef, control, money, order, payer, shop } from './param-groups.ts'

type ReadCard = (params: Params, backend: Backend) => FoundCard

/**
 * Pays with a card or a card reference that the merchant sent. Repeating the call pays again.
 *
 * The order has its own hosted page. The bank leads back to it if 3-D Secure goes through the gateway.
 */
const payWithCard =
  (type: TransactionType, read: ReadCard = readCard): Handler =>
  (call, backend) => {
    const found = read(call.params, backend)
    if ('problem' in found) return errorReply(call, found.problem)
    const transaction = createOrder(call, { type, formToken: newToken() }, backend)
    payDirectly(found.card, transaction, backend, call.params.get('tds_cres_notification_url'))
    return acceptedReplyWithStep(call, transaction, backend)
  }

const redirect_url = optional(128, isWebAddress)
const payment = {
  ...order,
  ...money,
  ...payer,
  ...shop,
  ...card,
  ...cardRef,
  ...browser,
  redirect_url,
  control,
}

/** Payments with a card that the merchant sends. */
export const CARD_PAYMENTS: Operations = {
  'account-verification': {
    prefix: '/api/v2/account-verification',
    auth: controlSigned('endpoint', 'client_orderid', 'email'),
    params: { ...order, ...payer, ...shop, ...card, ...browser, redirect_url, control },
    handle: payWithCard('account-verification', (params) => readWholeCard(params)),
  },
  preauth: {
    prefix: '/api/v2/preauth',
    auth: controlSigned('endpoint', 'client_orderid', 'amountMinor', 'email'),
    params: payment,
    handle: payWithCard('preauth'),
  },
  sale: {
    prefix: '/api/v2/sale',
    auth: controlSigned('endpoint', 'client_orderid', 'amountMinor', 'email'),
    params: payment,
    handle: payWithCard('sale'),
  },
}
