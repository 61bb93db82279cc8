import { refusal } from '../api/error-codes.ts'
import { clientOrderIdOf, type Fields } from '../api/params.ts'
import { refused, succeeded } from '../api/reply.ts'
import { verdictOf } from '../cards/approve-or-decline.ts'
import { isExpired } from '../cards/card-input.ts'
import type { CardNames } from '../cards/card-params.ts'
import { keep, newId } from '../cards/card-vault.ts'
import { readCardWithoutCode } from '../cards/recurring-cards.ts'
import { PERIODS, type Schedule } from '../money/charge-schedule.ts'
import { minorUnits } from '../money/minor-units.ts'
import type { RecurringPayment } from '../store/recurring-payments.ts'
import type { Handler } from './handler.ts'

const NAMES: CardNames = {
  credit_card_number: 'credit-card-number',
  card_printed_name: 'card-printed-name',
  expire_month: 'expire-month',
  expire_year: 'expire-year',
}

/**
 * Agrees on a payment that comes again and again. Repeating the call makes another one.
 *
 * Nothing is charged at once: the first charge is due one interval from now. Each is an order of its own.
 */
export const createRecurringPayment: Handler = (call, backend) => {
  const { fields } = call
  const found = readCardWithoutCode(fields, backend, NAMES)
  if ('problem' in found) return refused(call, found.problem)
  const { card } = found
  if (isExpired(card, backend.now()))
    return refused(call, refusal('INVALID_PARAMETER', 'the card has expired'))
  const payment: RecurringPayment = {
    id: newId(),
    endpoint: call.endpoint,
    ...agreed(fields),
    card: keep(card, backend.records),
    outcome: verdictOf(card.number, card.code).outcome,
    schedule: scheduleOf(fields, backend.now()),
    charges: 0,
  }
  backend.recurringPayments.put(payment)
  return succeeded(call, 'create-recurring-payment-response', {
    status: 'approved',
    'merchant-order-id': payment.clientOrderId,
    'recurring-payment-id': payment.id,
  })
}

/** Whether a value is the name of a period. */
export const isPeriod = (value: string) => PERIODS.some((period) => period === value)

function scheduleOf(fields: Fields, startedAt: number): Schedule {
  const period = PERIODS.find((known) => known === fields.get('period')) ?? 'month'
  return { period, interval: Number(fields.get('interval')), startedAt }
}

function agreed(fields: Fields) {
  const field = (name: string) => fields.get(name) ?? ''
  const [phone, callbackUrl] = [field('phone'), field('server_callback_url')]
  return {
    clientOrderId: clientOrderIdOf(fields),
    amountMinor: minorUnits(field('amount'), field('currency')) ?? 0,
    currency: field('currency'),
    description: field('order_desc'),
    email: field('email'),
    ...(phone && { phone }),
    ...(callbackUrl && { callbackUrl }),
  }
}
