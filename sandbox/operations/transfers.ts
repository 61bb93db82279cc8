import { type ApiError, apiError } from '../api/error-codes.ts'
import { minorUnits } from '../api/minor-units.ts'
import type { Outcome } from '../api/outcome.ts'
import { isIpAddress, isWebAddress, optional, type Params, required } from '../api/params.ts'
import { errorReply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { type CardInput, isExpired } from '../cards/card-input.ts'
import { isCardNumber, maskedCard } from '../cards/card-number.ts'
import { findRecurringCard, readCardWithoutCode } from '../cards/card-params.ts'
import { storeCard } from '../cards/card-vault.ts'
import { decide, EXPIRED_CARD } from '../cards/issuer-decision.ts'
import { toDestination } from '../payouts/payout-destinations.ts'
import { outcomeByNumber, outcomeBySum, worstOf } from '../payouts/test-accounts-and-amounts.ts'
import { oauthSigned } from '../signing/oauth.ts'
import type { Handler, Operations } from './handler.ts'
import { createSettled } from './new-order.ts'
import { card, money } from './param-groups.ts'

/**
 * Moves money from the merchant's deposit, or from a card, to a card.
 *
 * The request contains each card as a whole or by its `recurring-payment-id`. It refuses every other combination. The
 * bank challenges no cardholder. Repeating the call moves the money again.
 */
const transfer: Handler = (call, backend) => {
  const source = findSource(call.params, backend)
  if ('problem' in source) return errorReply(call, source.problem)
  const target = findTarget(call.params, backend)
  if ('problem' in target) return errorReply(call, target.problem)
  const { card, number } = { ...source, ...target }
  const outcome = worstOf(outcomeFrom(card, backend), outcomeByNumber(number), outcomeOfAmount(call.params))
  const details = {
    type: 'transfer' as const,
    destination: toDestination('card', number),
    paidFrom: card ? maskedCard(card.number) : 'deposit',
    ...(card && { card: storeCard(card, backend.records) }),
  }
  return createSettled(call, details, outcome, backend)
}

type Problem = { readonly problem: ApiError }

/** @returns The card to charge, or none for the deposit. */
function findSource(params: Params, backend: Backend): { readonly card?: CardInput } | Problem {
  const deposit = params.get('deposit2card') === 'true'
  const [number, id] = [params.get('credit_card_number'), params.get('card_recurring_payment_id')]
  if ([deposit, number, id].filter(Boolean).length !== 1)
    return invalidParam(
      'exactly one of deposit2card, credit_card_number and card_recurring_payment_id is needed',
    )
  if (deposit) return {}
  return id ? cardOf(id, 'card_recurring_payment_id', backend) : readCardWithoutCode(params, backend)
}

/** @returns The number of the card to pay to. */
function findTarget(params: Params, backend: Backend): { readonly number: string } | Problem {
  const [number, id] = [
    params.get('destination-card-no'),
    params.get('destination_card_recurring_payment_id'),
  ]
  if (Boolean(number) === Boolean(id))
    return invalidParam('one of destination-card-no and destination_card_recurring_payment_id is needed')
  if (number) return isCardNumber(number) ? { number } : invalidParam('destination-card-no is malformed')
  const found = cardOf(id ?? '', 'destination_card_recurring_payment_id', backend)
  return 'problem' in found ? found : { number: found.card.number }
}

function cardOf(id: string, parameter: string, backend: Backend): { readonly card: CardInput } | Problem {
  const card = findRecurringCard(id, backend)
  if (card) return { card }
  return { problem: apiError('UNKNOWN_RECURRING_PAYMENT', `${parameter} is of no card`) }
}

function outcomeFrom(card: CardInput | undefined, { now }: Backend): Outcome {
  if (!card) return { status: 'approved' }
  return isExpired(card, now()) ? EXPIRED_CARD.outcome : decide(card.number, card.code).outcome
}

function outcomeOfAmount(params: Params): Outcome {
  const currency = params.get('currency') ?? ''
  return outcomeBySum(minorUnits(params.get('amount') ?? '', currency) ?? 0, currency)
}

const invalidParam = (detail: string): Problem => ({ problem: apiError('INVALID_PARAMETER', detail) })

const server_callback_url = optional(128, isWebAddress)
const isDigits = (value: string) => /^\d+$/.test(value)

/** The operation that sends money to a card. */
export const TRANSFERS: Operations = {
  transfer: {
    prefix: '/api/v4/transfer',
    auth: oauthSigned('RSA-SHA256'),
    params: {
      client_orderid: required(128),
      ...money,
      ...card,
      order_desc: optional(65_535),
      ipaddress: required(45, isIpAddress),
      deposit2card: optional(5, (value) => /^(true|false)$/.test(value)),
      card_recurring_payment_id: optional(20, isDigits),
      'destination-card-no': optional(19),
      destination_card_recurring_payment_id: optional(20, isDigits),
      redirect_url: optional(128, isWebAddress),
      server_callback_url,
    },
    handle: transfer,
  },
}
