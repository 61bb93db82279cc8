import { majorUnits } from '../api/minor-units.ts'
import { withoutEmpty } from '../api/reply.ts'
import type { Settings } from '../settings.ts'
import { control } from '../signing/control.ts'
import {
  acquirerId,
  approvalCode,
  DESCRIPTOR,
  retrievalNumber,
  type Transaction,
} from '../store/transaction.ts'
import type { MessageFaults } from './messages.ts'

/** The parameters of the callback about a transaction, before fault rules change them. */
export function callbackParams(transaction: Transaction, key: string): Record<string, string> {
  const { email, card, merchantData } = transaction
  return {
    ...outcomeParams(transaction, key),
    ...withoutEmpty({
      name: card?.holder,
      email,
      'approval-code': approvalCode(transaction),
      'processor-rrn': retrievalNumber(transaction),
      'gate-partial-reversal': 'enabled',
      'gate-partial-capture': 'enabled',
      merchantdata: merchantData,
    }),
  }
}

/** The parameters that the shopper's browser posts to the shop, or `undefined` if a fault rule stops the browser return. */
export function returnParams(
  transaction: Transaction,
  { faults, settings }: { readonly faults: MessageFaults; readonly settings: Settings },
) {
  const params = {
    ...outcomeParams(transaction, settings.controlKey),
    ...withoutEmpty({ phone: transaction.phone, 'card-holder-name': transaction.card?.holder }),
  }
  return faults.messages('browser-return', transaction.clientOrderId, params)[0]?.params
}

/** The parameters that callback and browser return have in common. */
function outcomeParams(transaction: Transaction, key: string): Record<string, string> {
  const { status, orderId, clientOrderId, type, amountMinor, currency, card, outcome } = transaction
  return withoutEmpty({
    status,
    orderid: orderId,
    merchant_order: clientOrderId,
    client_orderid: clientOrderId,
    type,
    amount: currency && majorUnits(amountMinor, currency),
    descriptor: DESCRIPTOR,
    error_code: outcome?.errorCode,
    error_message: outcome?.errorMessage,
    'processor-tx-id': acquirerId(transaction),
    bin: card?.bin,
    'card-type': card?.brand,
    'last-four-digits': card?.last4,
    control: control([status, orderId, clientOrderId], key),
  })
}
