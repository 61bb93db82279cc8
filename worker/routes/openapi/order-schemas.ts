/** Schemas of orders in responses. Only the API document uses them; nothing is parsed with them. */

import * as z from 'zod'
import { ORDER_PHASES, type OrderStatus } from '../../../shared/order-status.ts'
import {
  type CardReference,
  FOLLOW_UPS,
  METHODS,
  type MerchantOrderView,
  type OrderView,
  PAYOUT_METHODS,
} from '../../../shared/order-view.ts'
import type { Fact, Same } from './type-assertions.ts'

const SERVER_METHODS = ['rebill', 'payout-check', 'transfer', 'pan-eligibility', 'recurring-payment'] as const

const way = z.enum([...METHODS, ...PAYOUT_METHODS, ...SERVER_METHODS]).meta({ id: 'Way' })

export const intent = z.enum(['sale', 'preauth', 'verify', 'payout']).meta({ id: 'Intent' })

const STATUSES = Object.keys(ORDER_PHASES) as OrderStatus[]

export const status = z.enum(STATUSES).meta({ id: 'OrderStatus' })

export const money = z.string().describe('Decimal text with exactly the currency’s decimals.')
export const moment = z.iso.datetime().describe('ISO 8601, UTC.')

const failure = z
  .object({
    code: z.string(),
    gatewayCode: z.string().exactOptional(),
    gatewayMessage: z
      .string()
      .describe('What the gateway said, without digits; until the shopper is erased, and never in webhooks.')
      .exactOptional(),
    declaredBy: z.string().describe('The merchant key that declared it.').exactOptional(),
  })
  .meta({ id: 'Failure', description: 'Why something failed, in full: for the merchant alone.' })

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
    failure: failure.describe('Why there is no reference, once that is certain.').exactOptional(),
  })
  .meta({ id: 'KeepCard', description: 'The shopper agreed that the card is kept.' })

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
    surplus: z.literal(true).describe('An approval beyond the one that was kept.').exactOptional(),
    reversed: z.literal(true).describe('The surplus was given back.').exactOptional(),
  })
  .meta({ id: 'Transaction' })

const action = z
  .object({
    type: z.enum(['redirect', 'method', 'challenge', 'page']),
    url: z.string().describe('As a full page; works always.'),
    frame: z
      .string()
      .describe('To be put in a frame instead, where the attempt was made with `presentation` `frame`.')
      .exactOptional(),
    secondsLeft: z
      .int()
      .describe('Until the order goes on without it; absent without a limit.')
      .exactOptional(),
  })
  .meta({ id: 'Action', description: 'What the page has to do next.' })

const savedCard = z
  .object({
    handle: z.string().describe('For `savedCard` when paying.'),
    brand: z.string(),
    masked: z.string(),
    expires: z.string().describe('`MM/YY`; empty where the gateway does not tell.'),
  })
  .meta({ id: 'SavedCard' })

const payingCard = z.object({
  brand: z.string(),
  masked: z.string(),
  expires: z.string().describe('`MM/YY` for the merchant, empty for a page.'),
})

export const order = z
  .object({
    id: z.string(),
    reference: z.string(),
    intent,
    amount: money,
    currency: z.string(),
    description: z.string(),
    status,
    action: action.exactOptional(),
    methods: z.array(way),
    attempts: z.array(attempt),
    transactions: z.array(transaction),
    captured: money.describe(
      'What was taken: a sale’s amount once it is approved, what was captured of a preauth; of a payout what was sent.',
    ),
    returned: money.describe('What went back. Taken off `captured` it is what is left.'),
    card: payingCard.exactOptional(),
    savedCards: z
      .array(savedCard)
      .describe('For `saved-card`, as far as the gateway has told of them; only for whoever may pay.')
      .exactOptional(),
    mayKeepCard: z
      .literal(true)
      .describe('`keepCard` may be said when paying by `card`: the session is that of a customer.')
      .exactOptional(),
    error: z.object({ code: z.string(), recoverable: z.boolean(), supportId: z.string() }).exactOptional(),
    reservedUntil: moment
      .describe('Until when a limited offer is kept for an unanswered hosted form; then others may have it.')
      .exactOptional(),
    cancelledBy: z
      .literal('shop')
      .describe('A server of the merchant’s cancelled it. Absent: the shopper gave it up.')
      .exactOptional(),
    pageUrl: z
      .string()
      .describe(
        'The shop’s page on which the order was opened or last paid, where the shopper can go back to.',
      )
      .exactOptional(),
    offer: z.string().exactOptional(),
    test: z.literal(true).describe('The gateway is a sandbox: no money moves.').exactOptional(),
    seq: z.int().describe('Grows with every change; a view with a smaller one is older.'),
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
    recurringPaymentId: z.string().exactOptional(),
    needsAttention: z.boolean().describe('Something cannot be settled without a person.'),
  })
  .meta({ id: 'MerchantOrder', description: 'The order as its merchant’s own server sees it.' })

export const eitherOrder = z
  .union([merchantOrder, order])
  .describe('With a merchant key the merchant’s view, with an order’s token the shopper’s.')

/** Fails to compile unless the schemas match the types. */
export type OrderProofs = [
  Fact<Same<typeof order, OrderView>>,
  Fact<Same<typeof merchantOrder, MerchantOrderView>>,
  Fact<Same<typeof cardReference, CardReference>>,
]
