import { type Fields, isWebAddress, optional } from '../api/params.ts'
import { refused } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { type FoundCard, readCard, readWholeCard } from '../cards/card-params.ts'
import { newToken, payDirectly } from '../cards/card-payment.ts'
import type { TransactionType } from '../money/transaction.ts'
import { signed } from '../signing/control.ts'
import type { Handler, Operations } from './handler.ts'
import { acceptedWithStep, createOrder } from './new-order.ts'
import { browser, card, cardRef, control, money, order, payer, shop } from './param-groups.ts'

type ReadCard = (fields: Fields, backend: Backend) => FoundCard

/**
 * Pays with a card that the merchant sent, or with one of its references. Repeating the call pays again.
 *
 * The order has a page of its own, to which the bank leads back where 3-D Secure goes through the gateway.
 */
export const payWithCard =
  (type: TransactionType, read: ReadCard = readCard): Handler =>
  (call, backend) => {
    const found = read(call.fields, backend)
    if ('problem' in found) return refused(call, found.problem)
    const transaction = createOrder(call, { type, formToken: newToken() }, backend)
    payDirectly(found.card, transaction, backend, call.fields.get('tds_cres_notification_url'))
    return acceptedWithStep(call, transaction, backend)
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

/** Payments whose card the merchant sends. */
export const CARD_PAYMENTS: Operations = {
  'account-verification': {
    prefix: '/api/v2/account-verification',
    auth: signed('endpoint', 'client_orderid', 'email'),
    fields: { ...order, ...payer, ...shop, ...card, ...browser, redirect_url, control },
    handle: payWithCard('account-verification', (fields) => readWholeCard(fields)),
  },
  preauth: {
    prefix: '/api/v2/preauth',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: payment,
    handle: payWithCard('preauth'),
  },
  sale: {
    prefix: '/api/v2/sale',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: payment,
    handle: payWithCard('sale'),
  },
}
