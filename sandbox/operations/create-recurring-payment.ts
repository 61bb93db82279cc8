import { apiError } from '../api/error-codes.ts'
import { minorUnits } from '../api/minor-units.ts'
import {
  clientOrderIdOf,
  isEmail,
  isIpAddress,
  isWebAddress,
  optional,
  type Params,
  required,
} from '../api/params.ts'
import { errorReply, successReply } from '../api/reply.ts'
import { isExpired } from '../cards/card-input.ts'
import { type CardNames, readCardWithoutCode } from '../cards/card-params.ts'
import { newId, storeCard } from '../cards/card-vault.ts'
import { decide } from '../cards/issuer-decision.ts'
import { oauthSigned } from '../signing/oauth.ts'
import { PERIODS, type Schedule } from '../store/charge-schedule.ts'
import type { RecurringPayment } from '../store/recurring-payments.ts'
import type { Handler, Operations } from './handler.ts'
import { card, cardRef, money } from './param-groups.ts'

const NAMES: CardNames = {
  credit_card_number: 'credit-card-number',
  card_printed_name: 'card-printed-name',
  expire_month: 'expire-month',
  expire_year: 'expire-year',
}

/**
 * Creates a recurring payment. Repeating the call creates another one.
 *
 * Charges nothing at once: the first charge is due one interval from now. Each charge is an order of its own.
 */
const createRecurringPayment: Handler = (call, backend) => {
  const { params } = call
  const found = readCardWithoutCode(params, backend, NAMES)
  if ('problem' in found) return errorReply(call, found.problem)
  const { card } = found
  if (isExpired(card, backend.now()))
    return errorReply(call, apiError('INVALID_PARAMETER', 'the card has expired'))
  const payment: RecurringPayment = {
    id: newId(),
    endpoint: call.endpoint,
    ...paymentTerms(params),
    card: storeCard(card, backend.records),
    outcome: decide(card.number, card.code).outcome,
    schedule: scheduleOf(params, backend.now()),
    charges: 0,
  }
  backend.recurringPayments.put(payment)
  return successReply(call, 'create-recurring-payment-response', {
    status: 'approved',
    'merchant-order-id': payment.clientOrderId,
    'recurring-payment-id': payment.id,
  })
}

const isPeriod = (value: string) => PERIODS.some((period) => period === value)

function scheduleOf(params: Params, startedAt: number): Schedule {
  const period = PERIODS.find((known) => known === params.get('period')) ?? 'month'
  return { period, interval: Number(params.get('interval')), startedAt }
}

function paymentTerms(params: Params) {
  const field = (name: string) => params.get(name) ?? ''
  const [phone, callbackUrl] = [field('phone'), field('server_callback_url')]
  return {
    clientOrderId: clientOrderIdOf(params),
    amountMinor: minorUnits(field('amount'), field('currency')) ?? 0,
    currency: field('currency'),
    description: field('order_desc'),
    email: field('email'),
    ...(phone && { phone }),
    ...(callbackUrl && { callbackUrl }),
  }
}

/** A recurring payment charges the card, so the card is the source. The other value is for cards that receive money. */
const isSource = (value: string) => value === 'SRC'

/** This operation has its own parameter names, most of them with hyphens. */
const recurringCustomer = {
  email: required(128, isEmail),
  'first-name': optional(128),
  'last-name': optional(128),
  address1: optional(256),
  city: optional(128),
  'zip-code': optional(10),
  country: optional(2, (value) => /^[A-Z]{2}$/.test(value)),
  state: optional(3),
  phone: optional(15),
  'customer-ip': optional(45, isIpAddress),
}

const recurringCard = {
  'credit-card-number': optional(20),
  'card-printed-name': optional(128),
  'expire-month': optional(2),
  'expire-year': optional(4),
  cvv2: card.cvv2,
}

/** The operation that creates recurring payments. */
export const RECURRING: Operations = {
  'create-recurring-payment': {
    prefix: '/api/v4/create-recurring-payment',
    auth: oauthSigned('RSA-SHA256'),
    params: {
      'client-orderid': required(128),
      order_desc: required(65_535),
      rp_card_type: required(3, isSource),
      ...money,
      ...recurringCustomer,
      ...recurringCard,
      ...cardRef,
      period: required(5, isPeriod),
      interval: required(3, (value) => /^[1-9]\d*$/.test(value)),
      server_callback_url: optional(128, isWebAddress),
    },
    handle: createRecurringPayment,
  },
}
