/**
 * Schemas of orders in responses. The types of `order-view.ts` are read off them, and the API document describes them;
 * nothing is parsed with them.
 */
import * as z from 'zod'
import { COLLECT } from '../customer.ts'
import { ORDER_PHASES, type OrderStatus } from '../order-status.ts'
import { ACTS, DECLINE_REASONS, FOLLOW_UPS, METHODS, PAYOUT_METHODS, REFUND_LIMITS } from '../order-values.ts'
import { shipment } from './shipment-schemas.ts'

/** Methods that only a merchant's server starts. */
const SERVER_METHODS = ['rebill', 'payout-check', 'transfer', 'pan-eligibility', 'recurring-payment'] as const

export const way = z.enum([...METHODS, ...PAYOUT_METHODS, ...SERVER_METHODS]).meta({ id: 'Way' })

export const intent = z.enum(['sale', 'preauth', 'verify', 'payout']).meta({ id: 'Intent' })

const act = z.enum(ACTS).meta({ id: 'Act', description: 'What the shopper does by paying.' })

const STATUSES = Object.keys(ORDER_PHASES) as OrderStatus[]

export const status = z.enum(STATUSES).meta({
  id: 'OrderStatus',
  description:
    'A filter of the gateway stopped the payment: the merchant reads `filtered`, the shopper’s page `declined`.',
})

/** Of a payment request that can still be paid: whether its link, as it was last given out, still counts. */
export const linkState = z
  .enum(['current', 'former', 'ended'])
  .describe(
    'Of a payment request that can still be paid, its link as last made: `current`; `former`: it ends with TOKEN_KEY_PREVIOUS; ' +
      '`ended`: a change of keys has ended it.',
  )

export const money = z.string().describe('Decimal text with exactly the currency’s decimals.')
export const moment = z.iso.datetime().describe('ISO 8601, UTC.')

export const failure = z
  .object({
    code: z.string(),
    /** The gateway's own code. */
    gatewayCode: z.string().exactOptional(),
    /** The gateway's own words. */
    gatewayMessage: z
      .string()
      .describe(
        'The gateway’s message, without digits. Erased with the shopper’s data, and never in webhooks.',
      )
      .exactOptional(),
    /** What the gateway's code means, where the setting `GATEWAY_PROFILE` lists it. */
    reason: z
      .enum([...DECLINE_REASONS, 'cancelled'])
      .describe('What the gateway’s code means, where `GATEWAY_PROFILE.declineCodes` lists it.')
      .exactOptional(),
    /** For `not-accepted`: the name of the merchant key that declared it. */
    declaredBy: z
      .string()
      .describe('Name of the merchant key that declared it, or the e-mail address of the person at the desk.')
      .exactOptional(),
  })
  .meta({ id: 'Failure', description: 'Why something failed, in full. For the merchant only.' })

export const attempt = z
  .object({
    number: z.int(),
    method: way,
    status: z.enum([...STATUSES, 'lost', 'superseded']),
    /** ISO 8601. */
    startedAt: moment,
  })
  .meta({ id: 'Attempt' })

const CARD_VERSIONS = ['v2', 'v4'] as const

export const keepCard = z
  .object({
    /** ISO 8601. */
    consentedAt: moment,
    version: z.enum(CARD_VERSIONS),
    /** Why there is no reference, once that is certain. */
    failure: failure.describe('Why there is no reference. Present once that is certain.').exactOptional(),
  })
  .meta({ id: 'KeepCard', description: 'The shopper agreed to keep the card.' })

export const merchantAttempt = attempt
  .extend({
    /** `client_orderid`. */
    clientOrderId: z.string(),
    /** The gateway's identifier of the transaction. */
    gatewayId: z.string().exactOptional(),
    failure: failure.exactOptional(),
    keepCard: keepCard.exactOptional(),
  })
  .meta({ id: 'MerchantAttempt' })

export const followUp = z
  .object({
    number: z.int(),
    kind: z.enum(FOLLOW_UPS),
    amount: money,
    status: z
      .enum([...STATUSES, 'waiting'])
      .describe(
        '`waiting`: it is above the limits of its key, the gateway was sent nothing, and another key decides. `cancelled`: that ' +
          'key refused. `expired`: none decided in time.',
      ),
    error: failure.exactOptional(),
    /** The limit of its key that it is above. */
    limit: z
      .enum(REFUND_LIMITS)
      .describe('The limit of its key that it was above, so that it had to wait.')
      .exactOptional(),
    /** Name of the key with limits that asked for it. */
    askedBy: z.string().describe('Of a key with limits: its name.').exactOptional(),
    /** Who approved or refused it. */
    decidedBy: z
      .string()
      .describe(
        'Name of the key that approved or refused it, or the e-mail address of the person at the desk.',
      )
      .exactOptional(),
    /** While it waits: when it lapses. */
    expiresAt: moment.describe('While it waits: when it lapses.').exactOptional(),
    /** Why the merchant asked for it, as the gateway was told. */
    comment: z
      .string()
      .describe('Why you asked for it. Erased with the shopper’s data, and never in webhooks.')
      .exactOptional(),
    /** ISO 8601. */
    startedAt: moment,
  })
  .meta({ id: 'FollowUp' })

export const transaction = z
  .object({
    /** The gateway's identifier of it. */
    id: z.string(),
    type: z.string(),
    status,
    amount: money,
    /** A duplicate charge: an approval besides the payment. The order gives it back. */
    surplus: z
      .literal(true)
      .describe('A duplicate charge: another approval than the kept one.')
      .exactOptional(),
    /** The order gave it back. */
    reversed: z.literal(true).describe('The duplicate charge was refunded.').exactOptional(),
  })
  .meta({ id: 'Transaction' })

export const action = z
  .object({
    type: z.enum(['redirect', 'method', 'challenge', 'page']),
    /** A full page. It always works. */
    url: z.string().describe('For a full page; always works.'),
    /** A page of the edge to show in a frame of the shop's page instead. Absent where that cannot be done. */
    frame: z
      .string()
      .describe('An address for a frame instead, if the attempt was made with `presentation` `frame`.')
      .exactOptional(),
    /** Whole seconds until the order goes on without it, by the order's own clock. Absent where it has no limit. */
    secondsLeft: z
      .int()
      .describe('Seconds until the order continues without it; absent without a limit.')
      .exactOptional(),
  })
  .meta({ id: 'Action', description: 'The page’s next step.' })

export const savedCard = z
  .object({
    /** Its place in the session's list, from `1`. Pages know a saved card by nothing else. */
    handle: z.string().describe('For `savedCard` when paying.'),
    brand: z.string(),
    /** At most the first six and the last four digits. */
    masked: z.string(),
    /** `MM/YY`; empty where the gateway does not report it. */
    expires: z.string().describe('`MM/YY`; empty if the gateway does not report it.'),
  })
  .meta({ id: 'SavedCard' })

const payingCard = z.object({
  brand: z.string(),
  masked: z.string(),
  /** `MM/YY` for the merchant, and empty for a page, which does not need it. */
  expires: z.string().describe('`MM/YY` for the merchant; empty for a page.'),
})

const line = z
  .object({
    item: z.string().describe('The item of the offer, or the product’s id.'),
    description: z.string(),
    /** Of a product: the version that was sold. */
    version: z.string().describe('Of a product: the version that was sold.').exactOptional(),
    /** Of a product: the picture of that version. */
    image: z
      .string()
      .describe('Of a product: the address of the picture that this version had.')
      .exactOptional(),
    quantity: z.int(),
    amount: money.describe('Of all pieces together.'),
  })
  .meta({ id: 'Line' })

const ERROR_CODES =
  'Why the last attempt failed. `declined-expired-card`, `declined-funds` and `declined-security-code` where the bank’s ' +
  'reason helps the shopper, who may read it; `declined` for every other decline; `cancelled-at-gateway` where the shopper ' +
  'cancelled on the gateway’s page.'

export const orderError = z.object({
  code: z.string().describe(ERROR_CODES),
  recoverable: z.boolean(),
  /** Shoppers quote it to the merchant's support. */
  supportId: z.string(),
})

export const order = z
  .object({
    id: z.string(),
    reference: z.string(),
    intent,
    /** Absent where no shopper pays by it, and in orders of earlier versions: there the offer's default counts. */
    act: act
      .describe(
        'Absent where no shopper pays by it: of verifications, payouts and what your server charges. Erased with the order.',
      )
      .exactOptional(),
    amount: money,
    currency: z.string(),
    description: z.string(),
    /**
     * What an offer or a cart sells, in the order in which the page listed it; each amount is of all pieces. Absent for a
     * session, which has a description alone.
     */
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
    /** What a payment still needs, by groups of fields. Absent where that is nothing. */
    collect: z
      .array(z.enum(COLLECT))
      .describe(
        'What a payment still needs of the shopper, because nobody gave it: ask for it before the click, and send it as ' +
          '`customer`. Absent where that is nothing, and without a token that pays.',
      )
      .exactOptional(),
    /** The card that paid. */
    card: payingCard.exactOptional(),
    /** For `saved-card`, as far as the gateway reported them. Absent where there are none. */
    savedCards: z
      .array(savedCard)
      .describe('For `saved-card`: the cards that the gateway has described so far. Only with a `pay` token.')
      .exactOptional(),
    /** The shopper may have a newly typed card kept, since the session is that of a customer. */
    mayKeepCard: z
      .literal(true)
      .describe('A payment by `card` may send `keepCard`, because the session belongs to a customer.')
      .exactOptional(),
    /** The shopper may remove a saved card from the session; the merchant's server then learns of it. */
    mayRemoveCards: z
      .literal(true)
      .describe('The shopper may remove a saved card from the session. Only with a `pay` token.')
      .exactOptional(),
    error: orderError.exactOptional(),
    /** Until when a hosted form keeps units of a limited offer. Then others may have them. ISO 8601. */
    reservedUntil: moment
      .describe(
        'A limited offer is reserved until then for an unanswered hosted form. Afterwards other shoppers may buy it.',
      )
      .exactOptional(),
    /** Who cancelled it, if not the shopper. */
    cancelledBy: z
      .literal('shop')
      .describe('The merchant’s server cancelled it. Absent: the shopper did.')
      .exactOptional(),
    /** The shop's page on which the order was opened or last paid, if it is known. For the shopper alone. */
    pageUrl: z
      .string()
      .describe('The shop’s page that opened or last paid the order, for a way back.')
      .exactOptional(),
    /** What a person may know who has only the link to the order: nothing of who tries or paid, and of no card. */
    byLink: z
      .literal(true)
      .describe('What the link to the order shows: nothing of who tries to pay it or paid it, and no card.')
      .exactOptional(),
    /** Digest of the offer that the order was opened with; of a cart, the digest of `cartInput` (`shared/offer.ts`). */
    offer: z.string().exactOptional(),
    /** The gateway is a sandbox: no money moves. */
    test: z.literal(true).describe('The gateway is a sandbox: no money moves.').exactOptional(),
    /** Grows with every change. A view with a smaller one is older. */
    seq: z.int().describe('Grows with every change. A view with a smaller number is older.'),
    /** ISO 8601. */
    updatedAt: moment,
  })
  .meta({ id: 'Order', description: 'The order as the shopper’s page sees it.' })

export const cardReference = z
  .object({
    version: z.enum(CARD_VERSIONS),
    cardRef: z.string(),
    /** One per card number, even if the card has several references. */
    uniqueCardRef: z.string().exactOptional(),
    recurringPaymentId: z.string().exactOptional(),
  })
  .meta({ id: 'CardReference' })

/** Another order of the same merchant. */
export const orderName = z
  .object({ id: z.string(), reference: z.string() })
  .meta({ id: 'OrderName', description: 'Another order of yours.' })

export const merchantOrder = order
  .omit({ pageUrl: true, byLink: true, collect: true })
  .extend({
    attempts: z.array(merchantAttempt),
    followUps: z.array(followUp),
    cardRefs: z.array(cardReference),
    /** Saved cards of the session that the shopper removed, so that the merchant forgets them. */
    removedCardRefs: z
      .array(z.string())
      .describe(
        'Saved cards of the session that the shopper removed: forget them. Erased with the shopper’s data.',
      )
      .exactOptional(),
    recurringPaymentId: z.string().exactOptional(),
    /** When the merchant first said that the goods were sent. ISO 8601. */
    sentAt: moment.describe('When you first said that the goods were sent.').exactOptional(),
    /** How, as far as the merchant said so. */
    shipment: shipment
      .describe('How the goods were sent. Erased with the shopper’s data, and never in webhooks.')
      .exactOptional(),
    /** The merchant's own words. */
    note: z
      .string()
      .describe('Your note. Erased with the shopper’s data, and never in webhooks.')
      .exactOptional(),
    /** A person gets the link to it, so it is listed from its opening. */
    request: z
      .literal(true)
      .describe('A payment request: a person gets its link, and it is listed from its opening.')
      .exactOptional(),
    /** The order whose payment this one asks for again. */
    follows: orderName.describe('The order whose payment this one asks for again.').exactOptional(),
    /** The orders that ask for this one's payment again, the latest last. */
    followedBy: z
      .array(orderName)
      .describe('The orders that ask for this one’s payment again, the latest last.')
      .exactOptional(),
    /** Until when a request takes attempts. */
    expiresAt: moment.describe('Until when a payment request takes new attempts.').exactOptional(),
    /** When a person first clicked on the page of its link. */
    seenAt: moment
      .describe('When a person first clicked on the page of its link. Opening the link changes nothing.')
      .exactOptional(),
    /** A person has to decide something: an uncertain outcome, a duplicate charge, an unmatched transaction. */
    needsAttention: z.boolean().describe('A person has to resolve something.'),
  })
  .meta({ id: 'MerchantOrder', description: 'The order as its merchant’s own server sees it.' })

export const refreshedOrder = merchantOrder
  .extend({
    /** The gateway answered about the order just now. `false`: nothing of the order could be asked about. */
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
