import type { Call } from '../api/call.ts'
import { clientOrderIdOf } from '../api/params.ts'
import { present, type Reply, succeeded } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { minorUnits } from '../money/minor-units.ts'
import type { Outcome } from '../money/outcome.ts'
import { settleWith } from '../money/settlement.ts'
import type { Transaction } from '../money/transaction.ts'
import { stepInReply } from './three-ds-step-reply.ts'

/** What a request adds to what every order has. */
export type Details = Pick<Transaction, 'type'> & Partial<Transaction>

/** Creates an order for a request. Repeating the request creates another one. */
export function createOrder(call: Call, details: Details, { store, now }: Backend): Transaction {
  const transaction: Transaction = {
    serialNumber: call.serialNumber,
    orderId: store.nextOrderId(now()),
    clientOrderId: clientOrderIdOf(call.fields),
    endpoint: call.endpoint,
    status: 'processing',
    description: descriptionOf(call),
    createdAt: now(),
    ...(call.fate && { fate: call.fate }),
    ...price(call, details),
    ...contacts(call),
    ...details,
  }
  store.add(transaction)
  return transaction
}

/**
 * Creates an order that needs nobody any more, and settles it.
 *
 * The reply tells of no outcome, which `status` and the callback do.
 */
export function createSettled(call: Call, details: Details, outcome: Outcome, backend: Backend): Reply {
  const transaction = createOrder(call, details, backend)
  settleWith(outcome, transaction, backend)
  return accepted(call, transaction)
}

/** The reply to a request whose outcome is told later. */
export function accepted(call: Call, { clientOrderId, orderId }: Transaction): Reply {
  return succeeded(call, 'async-response', {
    'merchant-order-id': clientOrderId,
    'paynet-order-id': orderId,
    'end-point-id': call.endpoint,
  })
}

/** The same where a step of 3-D Secure may have become due: told here or in `status`, as the card has it. */
export function acceptedWithStep(call: Call, before: Transaction, { store, settings }: Backend): Reply {
  const order = store.newest('serialNumber', before.serialNumber) ?? before
  const reply = accepted(call, order)
  return { ...reply, body: { ...reply.body, ...present(stepInReply(order, settings)) } }
}

/** As it was sent, spaces included. */
const descriptionOf = ({ form }: Call) => form.find(([name]) => name === 'order_desc')?.[1] ?? ''

function price({ fields }: Call, { type }: Details): Pick<Transaction, 'amountMinor' | 'currency'> {
  if (type === 'account-verification') return { amountMinor: 0 }
  const [amount, currency] = [fields.get('amount'), fields.get('currency')]
  return amount && currency
    ? { amountMinor: minorUnits(amount, currency) ?? 0, currency }
    : { amountMinor: 0 }
}

function contacts({ fields }: Call): Partial<Transaction> {
  const notifyUrl = fields.get('notify_url')
  const callbackUrl = fields.get('server_callback_url') || fields.get('server-callback-url') || notifyUrl
  return {
    ...given('email', fields.get('email')),
    ...given('phone', fields.get('phone')),
    ...given('merchantData', fields.get('merchant_data')),
    ...given('redirectUrl', fields.get('redirect_url')),
    ...given('callbackUrl', callbackUrl),
    ...given('notifyUrl', notifyUrl),
  }
}

const given = (name: keyof Transaction, value: string | undefined): Partial<Transaction> =>
  value ? { [name]: value } : {}
