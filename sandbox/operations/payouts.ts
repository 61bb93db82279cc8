import { hostOf } from '../api/call.ts'
import { type ApiError, apiError } from '../api/error-codes.ts'
import { minorUnits } from '../api/minor-units.ts'
import type { Outcome } from '../api/outcome.ts'
import { isEmail, isIpAddress, isWebAddress, optional, type Params, required } from '../api/params.ts'
import { errorReply, successReply } from '../api/reply.ts'
import { settle } from '../money/settlement.ts'
import { DESTINATION_KINDS, toDestination } from '../payouts/payout-destinations.ts'
import { outcomeByNumber, outcomeBySum, worstOf } from '../payouts/test-accounts-and-amounts.ts'
import { oauthSigned } from '../signing/oauth.ts'
import type { PayoutDestination, Transaction } from '../store/transaction.ts'
import type { Handler, Operations } from './handler.ts'
import { acceptedReply, createOrder, createSettled } from './new-order.ts'
import { money } from './param-groups.ts'

/** Sends money at once. Charges no card, so it needs no security code. */
const payout: Handler = (call, backend) => {
  const found = findDestination(call.params)
  if ('problem' in found) return errorReply(call, found.problem)
  const { destination, outcome } = found
  const currency = call.params.get('currency') ?? ''
  const amountMinor = minorUnits(call.params.get('amount') ?? '', currency) ?? 0
  const sent = worstOf(outcome, outcomeBySum(amountMinor, currency))
  return createSettled(call, { type: 'payout', destination }, sent, backend)
}

/** Checks whether a recipient can be paid, and prepares the payout. Money moves only at `payout-pay`. */
const payoutCheck: Handler = (call, backend) => {
  const found = findDestination(call.params)
  if ('problem' in found) return errorReply(call, found.problem)
  const { destination, outcome } = found
  return createSettled(call, { type: 'payout-check', destination }, outcome, backend)
}

type FoundDestination = { readonly destination: PayoutDestination; readonly outcome: Outcome }

function findDestination(params: Params): FoundDestination | { readonly problem: ApiError } {
  const named = DESTINATION_KINDS.filter(({ parameter }) => params.get(parameter))
  const [first, second] = named
  if (!first || second) return invalidParam('exactly one destination is needed')
  const number = params.get(first.parameter) ?? ''
  const bankName = params.get('bank_name')
  if (!first.accepts(number)) return invalidParam(`${first.parameter} is malformed`)
  if (first.kind === 'bank' && !bankName) return invalidParam('bank_name is missing')
  return { destination: toDestination(first.kind, number, bankName), outcome: outcomeByNumber(number) }
}

const invalidParam = (detail: string) => ({ problem: apiError('INVALID_PARAMETER', detail) })

/**
 * Pays a payout that was checked, as a new stage of its order.
 *
 * Only once, whatever the outcome: after a decline the merchant has to check a new payout.
 */
const payoutPay: Handler = (call, backend) => {
  const check = backend.store.newest('orderId', call.params.get('orderid') ?? '')
  if (!check || check.clientOrderId !== call.params.get('client_orderid'))
    return errorReply(call, apiError('UNKNOWN_ORDER', 'there is no such order'))
  const problem = problemOf(check)
  if (problem) return errorReply(call, problem)
  const { serialNumber, endpoint, fate, callback } = call
  const transaction: Transaction = {
    ...withoutOutcome(check),
    ...(fate && { fate }),
    ...(callback && { callback }),
    host: hostOf(call),
    ...{ serialNumber, endpoint, type: 'payout', status: 'processing', createdAt: backend.now() },
  }
  backend.store.add(transaction)
  settle(outcomeBySum(check.amountMinor, check.currency ?? ''), transaction, backend)
  return acceptedReply(call, transaction)
}

function withoutOutcome(check: Transaction): Transaction {
  const {
    outcome: _outcome,
    settledAt: _settledAt,
    fate: _fate,
    withheld: _withheld,
    twin: _twin,
    callback: _callback,
    ...order
  } = check
  return order
}

/** @param newest The newest stage of the order. */
function problemOf({ type, status }: Transaction): ApiError | undefined {
  if (type === 'payout') return apiError('PAYOUT_ALREADY_PAID', 'the payout was carried out before')
  if (type === 'payout-check' && status === 'approved') return undefined
  return apiError('PAYOUT_NOT_CHECKED', 'the order is no payout whose check was approved')
}

/** Opens a payout whose hosted page asks for the destination. Repeating the call opens another payout. */
const openPayoutForm: Handler = (call, backend) => {
  const formToken = crypto.randomUUID().replaceAll('-', '')
  const { clientOrderId, orderId } = createOrder(call, { type: 'payout', formToken }, backend)
  return successReply(call, 'async-form-response', {
    'merchant-order-id': clientOrderId,
    'paynet-order-id': orderId,
    'end-point-id': call.endpoint,
    'redirect-url': `${backend.settings.url}/payout/${formToken}`,
  })
}

const isMonth = (value: string) => /^(0?[1-9]|1[0-2])$/.test(value)
const isYear = (value: string) => /^\d{4}$/.test(value)
const ipaddress = optional(45, isIpAddress)
const server_callback_url = optional(128, isWebAddress)
const client_orderid = required(128)

/** The destination: a request has exactly one of the four numbers. */
const destination = {
  credit_card_number: optional(20),
  card_printed_name: optional(128),
  expire_month: optional(2, isMonth),
  expire_year: optional(4, isYear),
  account_number: optional(24),
  account_name: optional(128),
  bank_name: optional(255),
  bank_branch: optional(255),
  routing_number: optional(16),
  bank_province: optional(255),
  bank_city: optional(255),
  wallet_account: optional(128),
  receiver_phone: optional(15),
}

const recipient = {
  first_name: optional(50),
  last_name: optional(50),
  email: optional(50, isEmail),
  phone: optional(15),
}

const order = {
  client_orderid,
  ...money,
  order_desc: optional(64),
  purpose: optional(128),
  ipaddress,
  server_callback_url,
}

/** Operations that pay out the merchant's money. */
export const PAYOUTS: Operations = {
  payout: {
    prefix: '/api/v2/payout',
    auth: oauthSigned('HMAC-SHA1'),
    params: { ...order, ...destination, ...recipient },
    handle: payout,
  },
  'payout-form': {
    prefix: '/api/v2/payout-form',
    auth: oauthSigned('HMAC-SHA1'),
    params: {
      ...order,
      order_desc: required(65_535),
      redirect_url: required(128, isWebAddress),
      email: optional(50, isEmail),
      phone: optional(15),
    },
    handle: openPayoutForm,
  },
  'payout-check': {
    prefix: '/api/v4/payout-check',
    auth: oauthSigned('RSA-SHA256'),
    params: { ...order, ...destination, ...recipient },
    handle: payoutCheck,
  },
  'payout-pay': {
    prefix: '/api/v4/payout-pay',
    auth: oauthSigned('RSA-SHA256'),
    params: { login: optional(20), client_orderid, orderid: required(20) },
    handle: payoutPay,
  },
}
