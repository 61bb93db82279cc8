import { apiError } from '../api/error-codes.ts'
import type { Outcome } from '../api/outcome.ts'
import { isWebAddress, optional, required } from '../api/params.ts'
import { errorReply } from '../api/reply.ts'
import { isExpired } from '../cards/card-input.ts'
import { type CardNames, readCard } from '../cards/card-params.ts'
import { storeCard } from '../cards/card-vault.ts'
import { EXPIRED_CARD } from '../cards/issuer-decision.ts'
import { outcomeByNumber } from '../payouts/test-accounts-and-amounts.ts'
import { oauthSigned } from '../signing/oauth.ts'
import type { Handler, Operations } from './handler.ts'
import { createSettled } from './new-order.ts'

/** A card from which its bank lets no money be sent. */
export const INELIGIBLE_CARD = '4000000000019119'

const INELIGIBLE: Outcome = {
  status: 'declined',
  errorCode: '119',
  errorMessage: 'Transaction not permitted to cardholder',
}

/** The operation charges no card, so it has no security code. */
const ANY_CODE = '123'

const NAMES: CardNames = {
  cardrefid: 'sending-card-ref-id',
  credit_card_number: 'sending-card-number',
  card_printed_name: 'card-printed-name',
  expire_month: 'expire-month',
  expire_year: 'expire-year',
}

/** Answers whether money may be sent from a card. Moves no money. */
const panEligibility: Handler = (call, backend) => {
  const { params } = call
  if (Boolean(params.get('sending-card-ref-id')) === Boolean(params.get('sending-card-number')))
    return errorReply(
      call,
      apiError('INVALID_PARAMETER', 'one of sending-card-ref-id and sending-card-number is needed'),
    )
  const found = readCard(new Map([...params, ['cvv2', ANY_CODE]]), backend, NAMES)
  if ('problem' in found) return errorReply(call, found.problem)
  const { card } = found
  const outcome = isExpired(card, backend.now()) ? EXPIRED_CARD.outcome : eligibilityOf(card.number)
  return createSettled(
    call,
    { type: 'pan-eligibility', card: storeCard(card, backend.records) },
    outcome,
    backend,
  )
}

const eligibilityOf = (number: string) => (number === INELIGIBLE_CARD ? INELIGIBLE : outcomeByNumber(number))

/** The operation that checks whether money may be sent from a card. */
export const ELIGIBILITY: Operations = {
  'pan-eligibility/send': {
    prefix: '/api/v2/pan-eligibility/send',
    auth: oauthSigned('HMAC-SHA1'),
    params: {
      'client-order-id': required(128),
      'sending-card-ref-id': optional(20, (value) => /^\d+$/.test(value)),
      'sending-card-number': optional(20),
      'card-printed-name': optional(128),
      'expire-month': optional(2),
      'expire-year': optional(4),
      'server-callback-url': optional(1024, isWebAddress),
    },
    handle: panEligibility,
  },
}
