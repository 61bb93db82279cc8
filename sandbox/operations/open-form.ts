import type { Call } from '../call.ts'
import { minorUnits } from '../minor-units.ts'
import { succeeded } from '../reply.ts'
import type { Transaction, TransactionType } from '../transactions.ts'
import type { Handler } from './handler.ts'

/**
 * Opens a transaction that waits for its card on a hosted page.
 *
 * Repeating the call opens another transaction, under the same client_orderid if that is the same: so does the
 * gateway that this one stands for.
 */
export const openForm =
  (type: TransactionType): Handler =>
  (call, { store, settings, now }) => {
    const formToken = crypto.randomUUID().replaceAll('-', '')
    const transaction = { ...described(call, type), orderId: store.nextOrderId(now()), createdAt: now() }
    store.add({ ...transaction, formToken })
    return succeeded(call, 'async-form-response', {
      'merchant-order-id': transaction.clientOrderId,
      'paynet-order-id': transaction.orderId,
      'end-point-id': call.endpoint,
      'redirect-url': `${settings.url}/form/${formToken}`,
    })
  }

function described(call: Call, type: TransactionType): Omit<Transaction, 'orderId' | 'createdAt'> {
  const field = (name: string) => call.fields.get(name) ?? ''
  const callbackUrl = field('server_callback_url') || field('notify_url')
  return {
    serialNumber: call.serialNumber,
    clientOrderId: field('client_orderid'),
    endpoint: call.endpoint,
    type,
    status: 'processing',
    ...price(call, type),
    description: field('order_desc'),
    email: field('email'),
    redirectUrl: field('redirect_url'),
    ...(field('phone') && { phone: field('phone') }),
    ...(field('merchant_data') && { merchantData: field('merchant_data') }),
    ...(callbackUrl && { callbackUrl }),
  }
}

function price({ fields }: Call, type: TransactionType): Pick<Transaction, 'amountMinor' | 'currency'> {
  if (type === 'account-verification') return { amountMinor: 0 }
  const currency = fields.get('currency') ?? ''
  return { amountMinor: minorUnits(fields.get('amount') ?? '', currency) ?? 0, currency }
}
