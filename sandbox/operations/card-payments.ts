import { isWebAddress, optional } from '../api/params.ts'
import { readWholeCard } from '../cards/card-params.ts'
import { signed } from '../signing/control.ts'
import type { Operations } from './operation.ts'
import { browser, card, cardRef, control, money, order, payer, shop } from './param-groups.ts'
import { payWithCard } from './pay-directly.ts'

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
