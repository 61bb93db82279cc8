import type { Fields } from '../api/params.ts'
import { refused } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { type FoundCard, readCard } from '../cards/card-params.ts'
import { newToken, payDirectly } from '../cards/card-payment.ts'
import type { TransactionType } from '../money/transaction.ts'
import type { Handler } from './handler.ts'
import { acceptedWithStep, createOrder } from './new-order.ts'

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
