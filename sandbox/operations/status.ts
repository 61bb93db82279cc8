import type { Backend } from '../backend.ts'
import type { Call } from '../call.ts'
import { majorUnits } from '../minor-units.ts'
import { refusal } from '../refusals.ts'
import { refused, succeeded } from '../reply.ts'
import {
  acquirerId,
  approvalCode,
  DESCRIPTOR,
  retrievalNumber,
  stageOf,
  type Transaction,
} from '../transactions.ts'
import type { Handler } from './handler.ts'

/**
 * Tells where an order stands: its newest stage, or the one that `by-request-sn` names.
 *
 * Without an order id the newest order under the merchant's id is meant.
 */
export const status: Handler = (call, { store }) => {
  const newest = find(call, store)
  if (!newest) return refused(call, refusal('UNKNOWN_ORDER', 'there is no such order'))
  const serialNumber = call.fields.get('by-request-sn')
  const stage = serialNumber ? store.newest('serialNumber', serialNumber) : newest
  if (stage?.orderId === newest.orderId) return succeeded(call, 'status-response', describe(stage))
  const unknown = refusal('UNKNOWN_SERIAL_NUMBER', 'by-request-sn is of no request for this order')
  return refused(call, unknown, newest.orderId)
}

function find({ fields }: Call, store: Backend['store']): Transaction | undefined {
  const [orderId, clientOrderId = ''] = [fields.get('orderid'), fields.get('client_orderid')]
  if (!orderId) return store.newest('clientOrderId', clientOrderId)
  const newest = store.newest('orderId', orderId)
  return newest?.clientOrderId === clientOrderId ? newest : undefined
}

function describe(stage: Transaction): Record<string, string | undefined> {
  return {
    status: stage.status,
    'merchant-order-id': stage.clientOrderId,
    'paynet-order-id': stage.orderId,
    'end-point-id': stage.endpoint,
    'transaction-type': stage.type,
    'order-stage': stageOf(stage),
    'by-request-sn': stage.serialNumber,
    ...describeMoney(stage),
    'error-code': stage.outcome?.errorCode,
    'error-message': stage.outcome?.errorMessage,
    ...describeCard(stage),
    ...describeProcessing(stage),
    email: stage.email,
    phone: stage.phone,
    merchantdata: stage.merchantData,
  }
}

function describeMoney({ amountMinor, currency }: Transaction): Record<string, string> {
  if (!currency) return {}
  const amount = majorUnits(amountMinor, currency)
  const none = majorUnits(0, currency)
  return { amount, 'initial-amount': amount, 'total-reversal-amount': none, currency }
}

function describeCard({ card }: Transaction): Record<string, string | undefined> {
  return {
    'card-type': card?.brand,
    bin: card?.bin,
    'last-four-digits': card?.last4,
    'card-exp-month': card?.expiryMonth,
    'card-exp-year': card?.expiryYear,
    'cardholder-name': card?.holder,
    name: card?.holder,
  }
}

function describeProcessing(stage: Transaction): Record<string, string | undefined> {
  if (!stage.settledAt) return {}
  return {
    'processor-tx-id': acquirerId(stage),
    'processor-rrn': retrievalNumber(stage),
    'approval-code': approvalCode(stage),
    'verified-3d-status': stage.outcome?.verified3d,
    descriptor: DESCRIPTOR,
    'gate-partial-reversal': 'enabled',
    'gate-partial-capture': 'enabled',
    'paynet-processing-date': moscowTime(stage.settledAt),
  }
}

/** The gateway's dates are in the zone of Moscow, which is three hours ahead of UTC all year. */
function moscowTime(at: number): string {
  const text = new Date(at + 3 * 3_600_000).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)} MSK`
}
