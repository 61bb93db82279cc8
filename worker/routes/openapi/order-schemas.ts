/** Schemas of orders in responses. Only the API document uses them; nothing is parsed with them. */

import * as z from 'zod'
import { ORDER_PHASES, type OrderStatus } from '../../../shared/order-status.ts'
import {
  type CardReference,
  DECLINE_REASONS,
  FOLLOW_UPS,
  METHODS,
  type MerchantOrderView,
  type OrderView,
  PAYOUT_METHODS,
  type RefreshedOrderView,
} from '../../../shared/order-view.ts'
import type { Fact, Same } from './type-assertions.ts'

const SERVER_METHODS = ['rebill', 'payout-check', 'transfer', 'pan-eligibility', 'recurring-payment'] as const

export const way = z.enum([...METHODS, ...PAYOUT_METHODS, ...SERVER_METHODS]).meta({ id: 'Way' })

export const intent = z.enum(['sale', 'preauth', 'verify', 'payout']).meta({ id: 'Intent' })

const STATUSES = Object.keys(ORDER_PHASES) as OrderStatus[]

export const status = z.enum(STATUSES).meta({
  id: 'OrderStatus',
  description:
    'A filter of the gateway stopped the payment: the merchant reads `filtered`, the shopper’s page `declined`.',
})

export const money = z.string().describe('Decimal text with exactly the currency’s decimals.')
export const moment = z.iso.datetime().describe('ISO 8601, UTC.')

const failure = z
  .object({
    code: z.string(),
    gatewayCode: z.string().exactOptional(),
    gatewayMessage: z
      .string()
      .describe(
        'The gateway’s message, without digits. Erased with the shopper’s data, and never in webhooks.',
      )
      .exactOptional(),
    reason: z
      .enum([...DECLINE_REASONS, 'cancelled'])
      .describe('What the gateway’s code means, where `GATEWAY_PROFILE.declineCodes` lists it.')
      .exactOptional(),
    declaredBy: z.string().describe('Name of the merchant key that declared it.').exactOptional(),
  })
  .meta({ id: 'Failure', description: 'Why something failed, in full. For the merchant only.' })

const attempt = z
  .object({
    number: z.int(),
    method: way,
    status: z.enum([...STATUSES, 'lost', 'superseded']),
    startedAt: moment,
  })
  .meta({ id: 'Attempt' })

const CARD_VERSIONS = ['v2', 'v4'] as const

const keepCard = z
  .object({
    consentedAt: moment,
    version: z.enum(CARD_VERSIONS),
    failure: failure.describe('Why there is no reference. Present once that is certain.').exactOptional(),
  })
  .meta({ id: 'KeepCard', description: 'The shopper agreed to keep the card.' })

const merchantAttempt = attempt
  .extend({
    clientOrderId: z.string(),
    gatewayId: z.string().exactOptional(),
    failure: failure.exactOptional(),
    keepCard: keepCard.exactOptional(),
  })
  .meta({ id: 'MerchantAttempt' })

const followUp = z
  .object({
    number: z.int(),
    kind: z.enum(FOLLOW_UPS),
    amount: money,
    status,
    error: failure.exactOptional(),
    startedAt: moment,
  })
  .meta({ id: 'FollowUp' })

const transaction = z
  .object({
    id: z.string(),
    type: z.string(),
    status,
    amount: money,
    surplus: z
      .literal(true)
      .describe('A duplicate charge: another approval than the kept one.')
      .exactOptional(),
    reversed: z.literal(true).describe('The duplicate charge was refunded.').exactOptional(),
  })
  .meta({ id: 'Transaction' })

const action = z
  .object({
    type: z.enum(['redirect', 'method', 'challenge', 'page']),
    url: z.string().describe('For a full page; always works.'),
    frame: z
      .string()
      .describe('An address for a frame instead, if the attempt was made with `presentation` `frame`.')
      .exactOptional(),
    secondsLeft: z
      .int()
      .describe('Seconds until the order continues without it; absent without a limit.')
      .exactOptional(),
  })
  .meta({ id: 'Action', description: 'The page’s next step.' })

const savedCard = z
  .object({
    handle: z.string().describe('For `savedCard` when paying.'),
    brand: z.string(),
    masked: z.string(),
    expires: z.string().describe('`MM/YY`; empty if the gateway does not report it.'),
  })
  .meta({ id: 'SavedCard' })

const payingCard = z.object({
  brand: z.string(),
  masked: z.string(),
  expires: z.string().describe('`MM/YY` for the merchant; empty for a page.'),
})

const line = z
  .object({
    item: z.string(),
    description: z.string(),
    quantity: z.int(),
    amount: money.describe('Of all pieces together.'),
  })
  .meta({ id: 'Line' })

const ERROR_CODES =
  'Why the last attempt failed. `declined-expired-card`, `declined-funds` and `declined-security-code` where the bank’s ' +
  'reason helps the shopper and may be told; `declined` for every other decline; `cancelled-at-gateway` where the shopper ' +
  'cancelled on the gateway’s page.'

export const order = z
  .object({
    id: z.string(),
    reference: z.string(),
    intent,
    amount: money,
    currency: z.string(),
    description: z.string(),
    lines: z.array(line).describe('What an order of an offer sells.').exactOptional(),
    status,
    action: action.exactOptional(),
    methods: z.array(way),
    attempts: z.array(attempt),
    transactions: z.array(transaction),
    captured: money.describe(
      'The captured sum: of an approved sale its amount, of a preauth what was captured, of a payout what was sent.',
    ),
    returned: money.describe('The refunded sum. `captured` minus this is what the merchant has.'),
    card: payingCard.exactOptional(),
    savedCards: z
      .array(savedCard)
      .describe('For `saved-card`: the cards that the gateway has described so far. Only with a `pay` token.')
      .exactOptional(),
    mayKeepCard: z
      .literal(true)
      .describe('A payment by `card` may send `keepCard`, because the session belongs to a customer.')
      .exactOptional(),
    mayRemoveCards: z
      .literal(true)
      .describe('The shopper may remove a saved card from the session. Only with a `pay` token.')
      .exactOptional(),
    error: z
      .object({ code: z.string().describe(ERROR_CODES), recoverable: z.boolean(), supportId: z.string() })
      .exactOptional(),
    reservedUntil: moment
      .describe(
        'A limited offer is reserved until then for an unanswered hosted form. Afterwards other shoppers may buy it.',
      )
      .exactOptional(),
    cancelledBy: z
      .literal('shop')
      .describe('The merchant’s server cancelled it. Absent: the shopper did.')
      .exactOptional(),
    pageUrl: z
      .string()
      .describe('The shop’s page that opened or last paid the order, for a way back.')
      .exactOptional(),
    offer: z.string().exactOptional(),
    test: z.literal(true).describe('The gateway is a sandbox: no money moves.').exactOptional(),
    seq: z.int().describe('Grows with every change. A view with a smaller number is older.'),
    updatedAt: moment,
  })
  .meta({ id: 'Order', description: 'The order as the shopper’s page sees it.' })

export const cardReference = z
  .object({
    version: z.enum(CARD_VERSIONS),
    cardRef: z.string(),
    uniqueCardRef: z.string().exactOptional(),
    recurringPaymentId: z.string().exactOptional(),
  })
  .meta({ id: 'CardReference' })

export const merchantOrder = order
  .omit({ pageUrl: true })
  .extend({
    attempts: z.array(merchantAttempt),
    followUps: z.array(followUp),
    cardRefs: z.array(cardReference),
    removedCardRefs: z
      .array(z.string())
      .describe(
        'Saved cards of the session that the shopper removed: forget them. Erased with the shopper’s data.',
      )
      .exactOptional(),
    recurringPaymentId: z.string().exactOptional(),
    needsAttention: z.boolean().describe('A person has to resolve something.'),
  })
  .meta({ id: 'MerchantOrder', description: 'The order as its merchant’s own server sees it.' })

export const refreshedOrder = merchantOrder
  .extend({
    gatewayAnswered: z
      .boolean()
      .describe(
        'Whether the gateway answered about the order just now. `false`: nothing of the order could be asked about.',
      ),
  })
  .meta({ id: 'RefreshedOrder', description: 'The order as a refresh leaves it.' })

export const eitherOrder = z
  .union([merchantOrder, order])
  .describe('The merchant’s view for a merchant key, the shopper’s view for an order token.')

/**
 * Fails to compile unless the schemas match the types.
 *
 * @public Nothing imports it: the compiler reads it.
 */
export type OrderProofs = [
  Fact<Same<typeof order, OrderView>>,
  Fact<Same<typeof merchantOrder, MerchantOrderView>>,
  Fact<Same<typeof refreshedOrder, RefreshedOrderView>>,
  Fact<Same<typeof cardReference, CardReference>>,
]
