import { type Call, hostOf } from '../api/call.ts'
import { minorUnits } from '../api/minor-units.ts'
import type { Outcome } from '../api/outcome.ts'
import { clientOrderIdOf } from '../api/params.ts'
import { type Reply, successReply, withoutEmpty } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { settle } from '../money/settlement.ts'
import type { Transaction } from '../store/transaction.ts'
import { stepInReply } from './three-ds-step-reply.ts'

/** The properties of an order that depend on its operation. */
export type OrderDetails = Pick<Transaction, 'type'> & Partial<Transaction>

/** Creates an order for a request. Repeating the request creates another one. */
export function createOrder(call: Call, details: OrderDetails, { store, now }: Backend): Transaction {
  const transaction: Transaction = {
    serialNumber: call.serialNumber,
    orderId: store.nextOrderId(now()),
    clientOrderId: clientOrderIdOf(call.params),
    endpoint: call.endpoint,
    status: 'processing',
    description: descriptionOf(call),
    createdAt: now(),
    host: hostOf(call),
    ...(call.fate && { fate: call.fate }),
    ...(call.callback && { callback: call.callback }),
    ...price(call, details),
    ...contacts(call),
    ...details,
  }
  store.add(transaction)
  return transaction
}

/**
 * Creates an order that waits for nothing, and settles it.
 *
 * The reply does not contain the outcome; `status` and the callback do.
 */
export function createSettled(call: Call, details: OrderDetails, outcome: Outcome, backend: Backend): Reply {
  const transaction = createOrder(call, details, backend)
  settle(outcome, transaction, backend)
  return acceptedReply(call, transaction)
}

/** The reply to a request whose outcome comes later. */
export function acceptedReply(call: Call, { clientOrderId, orderId }: Transaction): Reply {
  return successReply(call, 'async-response', {
    'merchant-order-id': clientOrderId,
    'paynet-order-id': orderId,
    'end-point-id': call.endpoint,
  })
}

/** The same reply, with the 3-D Secure step if one is due and the card reports it in the reply. */
export function acceptedReplyWithStep(call: Call, before: Transaction, { store, settings }: Backend): Reply {
  const order = store.newest('serialNumber', before.serialNumber) ?? before
  const reply = acceptedReply(call, order)
  return { ...reply, body: { ...reply.body, ...withoutEmpty(stepInReply(order, settings)) } }
}

/** The description as the merchant sent it, with its spaces. */
const descriptionOf = ({ form }: Call) => form.find(([name]) => name === 'order_desc')?.[1] ?? ''

function price({ params }: Call, { type }: OrderDetails): Pick<Transaction, 'amountMinor' | 'currency'> {
  if (type === 'account-verification') return { amountMinor: 0 }
  const [amount, currency] = [params.get('amount'), params.get('currency')]
  return amount && currency
    ? { amountMinor: minorUnits(amount, currency) ?? 0, currency }
    : { amountMinor: 0 }
}

function contacts({ params }: Call): Partial<Transaction> {
  const notifyUrl = params.get('notify_url')
  const callbackUrl = params.get('server_callback_url') || params.get('server-callback-url') || notifyUrl
  return {
    ...optionalProperty('email', params.get('email')),
    ...optionalProperty('phone', params.get('phone')),
    ...optionalProperty('merchantData', params.get('merchant_data')),
    ...optionalProperty('redirectUrl', params.get('redirect_url')),
    ...optionalProperty('callbackUrl', callbackUrl),
    ...optionalProperty('notifyUrl', notifyUrl),
  }
}

const optionalProperty = (name: keyof Transaction, value: string | undefined): Partial<Transaction> =>
  value ? { [name]: value } : {}
