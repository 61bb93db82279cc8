import type { Call } from '../api/call.ts'
import { apiError } from '../api/error-codes.ts'
import { isIpAddress, isWebAddress, optional, required } from '../api/params.ts'
import { errorReply, type Reply, successReply } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { chargeSavedCard } from '../cards/card-payment.ts'
import { maskedNumber } from '../cards/card-vault.ts'
import { findSavedCard, type SavedCard, saveCard, useSavedCard } from '../cards/saved-cards.ts'
import { controlSigned } from '../signing/control.ts'
import { oauthSigned } from '../signing/oauth.ts'
import { findOrder } from '../store/order-store.ts'
import type { Handler, Operations } from './handler.ts'
import { acceptedReply, createOrder } from './new-order.ts'
import { control, existingOrder, existingOrderV4, money, order } from './param-groups.ts'

/** Saves the card of an approved order. Each call makes another reference to the card. */
const createCardRef = savingCard(({ cardRefId }) => ({ 'card-ref-id': cardRefId }))

/** The same, and also returns an id of the card itself and the id that transfers use. */
const createCardRefV4 = savingCard(({ cardRefId, unqCardRefId, recurringPaymentId }) => ({
  'card-ref-id': cardRefId,
  'unq-card-ref-id': unqCardRefId,
  'recurring-payment-id': recurringPaymentId,
}))

function savingCard(describe: (saved: SavedCard) => Record<string, string>): Handler {
  return (call, backend) => {
    const saved = save(call, backend)
    if ('name' in saved) return errorReply(call, saved)
    return successReply(call, 'create-card-ref-response', { status: 'approved', ...describe(saved) })
  }
}

function save(call: Call, backend: Backend) {
  const [first] = findOrder(call, backend) ?? []
  if (!first) return apiError('UNKNOWN_ORDER', 'there is no such order')
  if (first.status !== 'approved') return apiError('NOT_SUCCESSFUL', `the ${first.type} is ${first.status}`)
  if (!first.card) return apiError('ORDER_WITHOUT_CARD', `no card was charged by a ${first.type}`)
  return saveCard(first.card, first, backend)
}

/** Returns what may be shown of a saved card. */
const getCardInfo: Handler = (call, backend): Reply => {
  const saved = findSavedCard(call.params.get('cardrefid') ?? '', backend)
  if (!saved) return errorReply(call, apiError('UNKNOWN_CARD_REF', 'cardrefid is of no saved card'))
  const { card } = saved
  return successReply(call, 'get-card-info-response', {
    'card-printed-name': card.holder,
    bin: card.bin,
    'card-type': card.brand,
    brand: card.brand,
    'masked-pan': maskedNumber(card, backend.records),
    'last-four-digits': card.last4,
    'expire-month': card.expiryMonth,
    'expire-year': card.expiryYear,
  })
}

/** Charges a saved card without its cardholder. Repeating the call charges again. */
const rebill: Handler = (call, backend) => {
  const saved = findSavedCard(call.params.get('cardrefid') ?? '', backend)
  if (!saved) return errorReply(call, apiError('UNKNOWN_CARD_REF', 'cardrefid is of no saved card'))
  const transaction = createOrder(call, { type: 'rebill' }, backend)
  chargeSavedCard(useSavedCard(saved, call.params.get('cvv2'), backend), transaction, backend)
  return acceptedReply(call, transaction)
}

const login = required(20)
const cardrefid = required(20)

/** Operations on saved cards. */
export const CARD_REFS: Operations = {
  'create-card-ref': {
    prefix: '/api/v2/create-card-ref',
    auth: controlSigned('login', 'client_orderid', 'orderid'),
    params: { ...existingOrder, control },
    handle: createCardRef,
  },
  /** Assumption: the specification does not publish the formula, so the parameters that identify the card are signed. */
  'get-card-info': {
    prefix: '/api/v2/get-card-info',
    auth: controlSigned('login', 'cardrefid'),
    params: { login, cardrefid, control },
    handle: getCardInfo,
  },
  'make-rebill': {
    prefix: '/api/v2/make-rebill',
    auth: controlSigned('login', 'client_orderid', 'cardrefid', 'amountMinor', 'currency'),
    params: {
      ...{ login, cardrefid, control },
      ...order,
      ...money,
      ipaddress: required(45, isIpAddress),
      comment: optional(50),
      cvv2: optional(4, (value) => /^\d{3,4}$/.test(value)),
      server_callback_url: optional(128, isWebAddress),
      notify_url: optional(128, isWebAddress),
    },
    handle: rebill,
  },
  'create-card-ref-v4': {
    prefix: '/api/v4/create-card-ref',
    auth: oauthSigned('RSA-SHA256'),
    params: existingOrderV4,
    handle: createCardRefV4,
  },
}
