import type { Call } from '../api/call.ts'
import { refusal } from '../api/error-codes.ts'
import { isIpAddress, isWebAddress, optional, required } from '../api/params.ts'
import { type Reply, refused, succeeded } from '../api/reply.ts'
import type { Backend } from '../backend.ts'
import { chargeAbsent } from '../cards/card-payment.ts'
import { masked } from '../cards/card-vault.ts'
import { findSavedCard, type SavedCard, saveCard, useSavedCard } from '../cards/saved-cards.ts'
import { signed } from '../signing/control.ts'
import { oauthSigned } from '../signing/oauth.ts'
import { findOrder } from '../store/order-store.ts'
import type { Handler, Operations } from './handler.ts'
import { accepted, createOrder } from './new-order.ts'
import { control, earlier, earlierV4, money, order } from './param-groups.ts'

/** Saves the card of an approved order. Each call makes a new reference to the same card. */
export const createCardRef = savingCard(({ cardRefId }) => ({ 'card-ref-id': cardRefId }))

/** The same, which also names the card itself and its reference as transfers know it. */
export const createCardRefV4 = savingCard(({ cardRefId, unqCardRefId, recurringPaymentId }) => ({
  'card-ref-id': cardRefId,
  'unq-card-ref-id': unqCardRefId,
  'recurring-payment-id': recurringPaymentId,
}))

function savingCard(describe: (saved: SavedCard) => Record<string, string>): Handler {
  return (call, backend) => {
    const saved = save(call, backend)
    if ('name' in saved) return refused(call, saved)
    return succeeded(call, 'create-card-ref-response', { status: 'approved', ...describe(saved) })
  }
}

function save(call: Call, backend: Backend) {
  const [opened] = findOrder(call, backend) ?? []
  if (!opened) return refusal('UNKNOWN_ORDER', 'there is no such order')
  if (opened.status !== 'approved') return refusal('NOT_SUCCESSFUL', `the ${opened.type} is ${opened.status}`)
  if (!opened.card) return refusal('ORDER_WITHOUT_CARD', `no card was charged by a ${opened.type}`)
  return saveCard(opened.card, opened, backend)
}

/** Tells what may be shown of a saved card. */
export const getCardInfo: Handler = (call, backend): Reply => {
  const saved = findSavedCard(call.fields.get('cardrefid') ?? '', backend)
  if (!saved) return refused(call, refusal('UNKNOWN_CARD_REF', 'cardrefid is of no saved card'))
  const { card } = saved
  return succeeded(call, 'get-card-info-response', {
    'card-printed-name': card.holder,
    bin: card.bin,
    'card-type': card.brand,
    brand: card.brand,
    'masked-pan': masked(card, backend.records),
    'last-four-digits': card.last4,
    'expire-month': card.expiryMonth,
    'expire-year': card.expiryYear,
  })
}

/** Charges a saved card without its holder. Repeating the call charges again. */
export const rebill: Handler = (call, backend) => {
  const saved = findSavedCard(call.fields.get('cardrefid') ?? '', backend)
  if (!saved) return refused(call, refusal('UNKNOWN_CARD_REF', 'cardrefid is of no saved card'))
  const transaction = createOrder(call, { type: 'rebill' }, backend)
  chargeAbsent(useSavedCard(saved, call.fields.get('cvv2'), backend), transaction, backend)
  return accepted(call, transaction)
}

const login = required(20)
const cardrefid = required(20)

/** Operations with saved cards. */
export const CARD_REFS: Operations = {
  'create-card-ref': {
    prefix: '/api/v2/create-card-ref',
    auth: signed('login', 'client_orderid', 'orderid'),
    fields: { ...earlier, control },
    handle: createCardRef,
  },
  /** Its formula is not published; what identifies the card stands in. */
  'get-card-info': {
    prefix: '/api/v2/get-card-info',
    auth: signed('login', 'cardrefid'),
    fields: { login, cardrefid, control },
    handle: getCardInfo,
  },
  'make-rebill': {
    prefix: '/api/v2/make-rebill',
    auth: signed('login', 'client_orderid', 'cardrefid', 'amountMinor', 'currency'),
    fields: {
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
    fields: earlierV4,
    handle: createCardRefV4,
  },
}
