import type { Call } from '../api/call.ts'
import type { Transaction } from '../money/transaction.ts'

/** What a later stage has of its order. Only `notify_url` is told of what comes after the first outcome. */
export function laterStage(
  call: Pick<Call, 'serialNumber' | 'endpoint' | 'fate'>,
  opened: Transaction,
): Omit<Transaction, 'type' | 'amountMinor' | 'createdAt'> {
  const { orderId, clientOrderId, description, email, phone, merchantData, currency, card, notifyUrl } =
    opened
  const { serialNumber, endpoint, fate } = call
  return {
    ...{ serialNumber, orderId, clientOrderId, endpoint, status: 'processing', description },
    ...(email && { email }),
    ...(phone && { phone }),
    ...(merchantData && { merchantData }),
    ...(currency && { currency }),
    ...(card && { card }),
    ...(fate && { fate }),
    ...(notifyUrl && { notifyUrl, callbackUrl: notifyUrl }),
  }
}
