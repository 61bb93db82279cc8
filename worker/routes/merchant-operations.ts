/** The interface, third part: what the merchant's own servers may ask for. */
import { empty } from '../domain/request-fields.ts'
import { rows } from './api-operation.ts'
import { cardReference, merchantOrder } from './openapi/order-schemas.ts'
import { cardInfo, opened, orderList, reindexed } from './openapi/response-schemas.ts'
import { panEligibilityBody } from './operations/check-pan-eligibility.ts'
import { sessionBody } from './operations/create-order.ts'
import { payoutBody } from './operations/create-payout.ts'
import { rebillBody } from './operations/create-rebill.ts'
import { recurringPaymentBody } from './operations/create-recurring-payment.ts'
import { transferBody } from './operations/create-transfer.ts'
import { cardRefBody, partBody, voidBody } from './operations/follow-up-body.ts'
import { listQuery, reindexBody } from './operations/list-query.ts'
import { verificationBody } from './operations/verify-card.ts'

const merchant = { tag: 'merchant', pages: 'merchant' } as const

const GATEWAY = ['gateway-refused', 'gateway-silent'] as const

/** An order without a shopper: its only attempt is sent before the answer. */
const unattended = {
  ...merchant,
  about:
    'The gateway has taken the request when this answers; the outcome is the order’s. The same reference with the same ' +
    'body answers the same order, however often it is sent.',
  reply: { status: 200, description: 'The order, with its only attempt.', body: merchantOrder },
} as const

/** A lost answer is none: the order stays in doubt, and is answered as it stands. */
const UNATTENDED = [
  'gateway-refused',
  'reference-reused',
  'currency-not-served',
  'payments-paused',
  // It was opened before and could not be sent, and its time has passed since.
  'order-final',
] as const

const changed = { status: 200, description: 'The order as it stands.', body: merchantOrder } as const

const followUp = {
  ...merchant,
  about: 'The same key does it once, however often it is sent. One at a time.',
  isKeyed: true,
  reply: { status: 200, description: 'The order, with what was done.', body: merchantOrder },
} as const

const FOLLOW_UP = [...GATEWAY, 'follow-up-in-flight', 'follow-up-impossible', 'key-reused'] as const

export const merchantOperations = rows({
  createOrder: {
    ...merchant,
    route: 'POST /v1/orders',
    summary: 'Opens an order that a shopper pays on the shop’s page',
    about:
      'An order that pays out needs the scope `payout`, every other one `charge`. The same reference with the same body ' +
      'answers the same order, however often it is sent.',
    access: { merchant: ['charge', 'payout'] },
    body: sessionBody,
    reply: { status: 200, description: 'The order and the token that pays it.', body: opened },
    problems: [
      'reference-reused',
      'amount-invalid',
      'currency-not-served',
      'customer-invalid',
      'method-off',
      'return-url-invalid',
      'description-too-long',
      'private-key-missing',
    ],
  },
  listOrders: {
    ...merchant,
    route: 'GET /v1/orders',
    summary: 'Lists orders, newest first',
    about: 'Orders enter the list with their first attempt.',
    access: { merchant: 'read' },
    query: listQuery,
    reply: { status: 200, description: 'A page of the list.', body: orderList },
    problems: [],
  },
  reindexOrders: {
    ...merchant,
    route: 'POST /v1/orders/reindex',
    summary: 'Makes a part of the list anew from the orders themselves',
    about: 'Call it with the cursor of the answer before until it is done. Repeating it is harmless.',
    access: { merchant: 'charge' },
    body: reindexBody,
    reply: { status: 200, description: 'Whether that was all.', body: reindexed },
    problems: [],
  },
  captureOrder: {
    ...followUp,
    route: 'POST /v1/orders/{id}/capture',
    summary: 'Takes the money that a preauthorization holds, or a part of it',
    access: { merchant: 'charge' },
    body: partBody,
    problems: [...FOLLOW_UP, 'amount-invalid'],
  },
  voidOrder: {
    ...followUp,
    route: 'POST /v1/orders/{id}/void',
    summary: 'Undoes a payment that is not settled yet',
    access: { merchant: 'refund' },
    body: voidBody,
    problems: FOLLOW_UP,
  },
  returnOrder: {
    ...followUp,
    route: 'POST /v1/orders/{id}/return',
    summary: 'Gives money back, all of it or a part',
    access: { merchant: 'refund' },
    body: partBody,
    problems: [...FOLLOW_UP, 'amount-invalid'],
  },
  refreshOrder: {
    ...merchant,
    route: 'POST /v1/orders/{id}/refresh',
    summary: 'Asks the gateway now how an order stands',
    access: { merchant: 'charge' },
    body: empty,
    reply: changed,
    problems: ['gateway-silent'],
  },
  declareNotAccepted: {
    ...merchant,
    route: 'POST /v1/orders/{id}/not-accepted',
    summary: 'Declares that the gateway never took what is in doubt',
    about: 'Recorded under the name of the key. For a merchant who has asked the gateway’s people.',
    access: { merchant: 'charge' },
    body: empty,
    reply: changed,
    problems: ['attempt-accepted'],
  },
  eraseOrder: {
    ...merchant,
    route: 'POST /v1/orders/{id}/erase',
    summary: 'Erases the personal data of an order',
    access: { merchant: 'charge' },
    body: empty,
    reply: changed,
    problems: ['attempt-in-flight', 'follow-up-in-flight'],
  },
  resendWebhooks: {
    ...merchant,
    route: 'POST /v1/orders/{id}/webhooks/resend',
    summary: 'Tells the receiver of webhooks once more how an order stands',
    about: 'Also tries anew what the receiver did not take in three days. Answers before anything is sent.',
    access: { merchant: 'charge' },
    body: empty,
    reply: changed,
    problems: ['webhook-off'],
  },
  createCardReference: {
    ...merchant,
    route: 'POST /v1/orders/{id}/card-ref',
    summary: 'Makes a reference to the card that an order was paid with',
    access: { merchant: 'charge' },
    body: cardRefBody,
    reply: { status: 200, description: 'The reference.', body: cardReference },
    problems: [...GATEWAY, 'follow-up-impossible', 'private-key-missing'],
  },
  getCardInfo: {
    ...merchant,
    route: 'GET /v1/card-refs/{ref}',
    summary: 'Tells which card a reference stands for',
    access: { merchant: 'read' },
    path: { ref: 'The reference, as createCardReference answers it.' },
    reply: { status: 200, description: 'What may be shown of the card.', body: cardInfo },
    problems: [...GATEWAY, 'not-found', 'currency-not-served', 'private-key-missing'],
  },
  createRebill: {
    ...unattended,
    route: 'POST /v1/rebills',
    summary: 'Charges a saved card while its holder is away',
    access: { merchant: 'charge' },
    body: rebillBody,
    problems: [...UNATTENDED, 'amount-invalid', 'card-invalid'],
  },
  createPayout: {
    ...unattended,
    route: 'POST /v1/payouts',
    summary: 'Pays money out',
    access: { merchant: 'payout' },
    body: payoutBody,
    problems: [...UNATTENDED, 'amount-invalid', 'card-invalid', 'customer-invalid'],
  },
  checkPayout: {
    ...unattended,
    route: 'POST /v1/payout-checks',
    summary: 'Checks a payout and registers it, without releasing anything',
    access: { merchant: 'payout' },
    body: payoutBody,
    problems: [...UNATTENDED, 'amount-invalid', 'card-invalid', 'customer-invalid', 'private-key-missing'],
  },
  payCheckedPayout: {
    ...followUp,
    route: 'POST /v1/payout-checks/{id}/pay',
    summary: 'Releases a payout that was checked',
    access: { merchant: 'payout' },
    body: empty,
    problems: [...FOLLOW_UP, 'payments-paused', 'private-key-missing'],
  },
  createTransfer: {
    ...unattended,
    route: 'POST /v1/transfers',
    summary: 'Moves money to a card, from a card or the merchant’s deposit',
    access: { merchant: 'payout' },
    body: transferBody,
    problems: [...UNATTENDED, 'amount-invalid', 'card-invalid', 'private-key-missing'],
  },
  checkPanEligibility: {
    ...unattended,
    route: 'POST /v1/pan-eligibility',
    summary: 'Asks whether a card may send money',
    access: { merchant: 'charge' },
    body: panEligibilityBody,
    problems: [...UNATTENDED, 'card-invalid'],
  },
  createRecurringPayment: {
    ...unattended,
    route: 'POST /v1/recurring-payments',
    summary: 'Lets the gateway charge a card by a schedule',
    about: `${unattended.about} The gateway has no way to stop a schedule.`,
    access: { merchant: 'charge' },
    body: recurringPaymentBody,
    problems: [
      ...UNATTENDED,
      'amount-invalid',
      'card-invalid',
      'customer-invalid',
      'collect-missing',
      'private-key-missing',
    ],
  },
  verifyCard: {
    ...unattended,
    route: 'POST /v1/verifications',
    summary: 'Checks a card at no charge',
    about:
      `${unattended.about} No cardholder is there: where the card’s bank asks for one, the order stays in ` +
      '`challenge` until the shopper follows `action.url`.',
    access: { merchant: 'charge' },
    body: verificationBody,
    problems: [...UNATTENDED, 'card-invalid', 'customer-invalid', 'collect-missing'],
  },
})
