import { signed } from '../control.ts'
import { openForm } from './open-form.ts'
import type { Operations } from './operation.ts'
import { control, hosted, money, order, payer, shop } from './parameters.ts'

/** Hosted pages that ask for a card. */
export const FORMS: Operations = {
  'account-verification-form': {
    prefix: '/api/v2/account-verification-form',
    auth: signed('endpoint', 'client_orderid', 'email'),
    fields: { ...order, ...payer, ...shop, ...hosted, control },
    handle: openForm('account-verification'),
  },
  'preauth-form': {
    prefix: '/api/v2/preauth-form',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: { ...order, ...money, ...payer, ...shop, ...hosted, control },
    handle: openForm('preauth'),
  },
  'sale-form': {
    prefix: '/api/v2/sale-form',
    auth: signed('endpoint', 'client_orderid', 'amountMinor', 'email'),
    fields: { ...order, ...money, ...payer, ...shop, ...hosted, control },
    handle: openForm('sale'),
  },
}
