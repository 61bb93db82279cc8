import { signed } from '../signing/control.ts'
import { openForm } from './open-form.ts'
import type { Operations } from './operation.ts'
import { cardRef, control, hosted, money, order, payer, shop } from './param-groups.ts'

const payment = { ...order, ...money, ...payer, ...shop, ...hosted, ...cardRef, control }

/** Hosted pages that ask for a card. */
export const FORMS: Operations = {
  'account-verification-form': {
    prefix: '/api/v2/account-verification-form',
    auth: signed('endpoint', 'client_orderid', 'email'),
    fields: { ...order, ...payer, ...shop, ...hosted, ...cardRef, control },
    handle: openForm('account-verification'),
  },
  'preauth-form': {
    prefix: '/api/v2/preauth-form',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: payment,
    handle: openForm('preauth'),
  },
  'sale-form': {
    prefix: '/api/v2/sale-form',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: payment,
    handle: openForm('sale'),
  },
  /** Its formula is not published; that of the other forms stands in. */
  'payment-form': {
    prefix: '/api/v2/payment-form',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: payment,
    handle: openForm('sale'),
  },
}
