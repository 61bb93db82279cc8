/**
 * Schemas of an order with its history. The types of `order-history.ts` are read off them, and the API document describes
 * them; nothing is parsed with them.
 */
import * as z from 'zod'
import {
  ATTENTION_REASONS,
  BANK_STEPS,
  DELIVERY_STATUSES,
  FOLLOW_UPS,
  HISTORY_KINDS,
  MAIL_KINDS,
  MAIL_STATUSES,
  PAYMENT_STAGES,
} from '../order-values.ts'
import { linkState, merchantOrder, moment, money, order, orderName, status, way } from './order-schemas.ts'
import { shipment } from './shipment-schemas.ts'

export const delivery = z.object({
  channel: z.enum(['webhook', 'mail']),
  /** The id of one of `WEBHOOKS`. Absent for the receiver of `WEBHOOK_URL`. */
  endpoint: z
    .string()
    .describe('Which of `WEBHOOKS`: its host, and a mark of its address. Absent for `WEBHOOK_URL`.')
    .exactOptional(),
  status: z.enum(DELIVERY_STATUSES),
  /** When it was delivered, ISO 8601; absent where the order no longer knows. */
  at: moment.describe('When it was delivered, where the order knows.').exactOptional(),
  /** When the last try failed, ISO 8601; absent where the order no longer knows. */
  triedAt: moment.describe('When the last try failed, where the order knows.').exactOptional(),
  /** What the receiver answered last. */
  httpStatus: z.int().describe('The HTTP status of the receiver’s last answer.').exactOptional(),
  /** Why no answer came, such as `timeout`. */
  failure: z
    .string()
    .describe('Why no answer came, such as `timeout` or `unreachable`; `off`: the setting is not there.')
    .exactOptional(),
})

export const mailDelivery = z
  .object({
    channel: z.literal('shopper-mail'),
    kind: z.enum(MAIL_KINDS),
    status: z
      .enum(MAIL_STATUSES)
      .describe(
        '`delivered`: the platform took it. `unsure`: it may have gone out, and is not sent again. `given-up`: it was not sent.',
      ),
    /** ISO 8601: when it is due, or when it ended. */
    at: moment.describe('When it was sent or given up; of a pending one, when it is tried next.'),
    failure: z
      .string()
      .describe('Why the last try failed: a code of the platform, or `address-limit`, `outdated`, `timeout`.')
      .exactOptional(),
    by: z.string().describe('Name of the merchant key that asked for it.').exactOptional(),
  })
  .meta({ id: 'MailDelivery' })

const ABOUT_KINDS =
  'New kinds may be added. `sent` is written before the request goes out. `gateway-misnamed`: the gateway answered about ' +
  'another order, or about none, which decides nothing. `events-omitted`: the order keeps its first 30 events and its ' +
  'last 30.'

export const event = z
  .object({
    /** ISO 8601. */
    at: moment,
    kind: z.enum(HISTORY_KINDS).describe(ABOUT_KINDS),
    /** Number of the attempt that it is about. */
    attempt: z.int().exactOptional(),
    /** Number of the follow-up that it is about. */
    followUp: z.int().exactOptional(),
    /** Number of the refund of a duplicate charge that it is about. */
    refund: z.int().describe('Number of the refund of a duplicate charge.').exactOptional(),
    /** Number of the unmatched transaction that it is about. */
    unmatched: z.int().describe('Number of the unmatched transaction.').exactOptional(),
    method: way.exactOptional(),
    /** What the follow-up does. */
    operation: z.enum(FOLLOW_UPS).exactOptional(),
    /** Decimal text, in the order's currency. */
    amount: money.exactOptional(),
    /** The status that the gateway reported. */
    status: status.describe('As the gateway reported it.').exactOptional(),
    /** The stage that the gateway reported on. */
    stage: z.enum(PAYMENT_STAGES).describe('What the gateway’s report was about.').exactOptional(),
    /** The gateway's identifier of the transaction. */
    transaction: z.string().describe('The gateway’s identifier.').exactOptional(),
    /** Why something failed. */
    code: z.string().describe('Why something failed.').exactOptional(),
    /** The gateway's own code for it. */
    gatewayCode: z.string().exactOptional(),
    step: z.enum(BANK_STEPS).exactOptional(),
    /** The new end of the request, ISO 8601. */
    expiresAt: moment.describe('The new end of the request.').exactOptional(),
    /** The order that asks for the payment again. */
    order: orderName.describe('The order that asks for the payment again.').exactOptional(),
    /** How the goods were sent. */
    shipment: shipment.describe('Erased with the shopper’s data.').exactOptional(),
    /** Name of the merchant key that asked for it. */
    by: z
      .string()
      .describe(
        'Name of the merchant key that asked for it, or the e-mail address of the person at the desk.',
      )
      .exactOptional(),
    /** Type of the notification, as webhooks have it. */
    notification: z.string().describe('Type of the notification, as webhooks have it.').exactOptional(),
    deliveries: z.array(delivery).exactOptional(),
    /** The order's status after the event. */
    orderStatus: status.describe('Of the order after the event.').exactOptional(),
  })
  .meta({ id: 'HistoryEvent' })

export const hold = z.object({
  amount: money,
  /** When it was approved, ISO 8601. */
  since: moment,
  /** When the bank lets it go, ISO 8601. Known only where `GATEWAY_PROFILE.holdDays` is set. */
  endsAt: moment
    .describe('`GATEWAY_PROFILE.holdDays` after the start of the first attempt, if that is set.')
    .exactOptional(),
})

export const chargeback = z.object({
  /** When the order learned of it, ISO 8601. */
  at: moment,
  /** Decimal text, in the order's currency. */
  amount: money,
})

const address = z
  .object({
    address: z.string(),
    city: z.string(),
    postalCode: z.string().exactOptional(),
    /** ISO 3166-1 alpha-2. */
    country: z.string().describe('ISO 3166-1 alpha-2.'),
    state: z.string().exactOptional(),
  })
  .meta({ id: 'ShopperAddress' })

/** A shopper's data as a merchant reads it: `Customer` of `shared/customer.ts`, in which it was given. */
const shopper = z
  .object({
    email: z.string().exactOptional(),
    name: z.string().exactOptional(),
    phone: z.string().exactOptional(),
    billing: address.exactOptional(),
    shipping: address.exactOptional(),
  })
  .meta({ id: 'Shopper', description: 'A shopper’s data, in the shape in which it was given.' })

export const orderDetails = merchantOrder
  .extend({
    /** Who ordered. Only for a key with the scope `personal`, and until it is erased. */
    customer: shopper
      .describe(
        'Only for a key with the scope `personal`, until it is erased. The history notes who read it.',
      )
      .exactOptional(),
    /** Of a payment request that can still be paid: whether its link, as it was last given out, still counts. */
    link: linkState.exactOptional(),
    /** Opens it on the edge's own page. For a key with the scope `charge`. */
    payUrl: z
      .string()
      .describe(
        'The link to pay it on the edge’s own page, for a key with the scope `charge`. It counts as long as the order can be paid.',
      )
      .exactOptional(),
    attention: z.array(z.enum(ATTENTION_REASONS)).describe('Why a person has to look at it.'),
    hold: hold.describe('Money of a preauth that is neither captured nor voided.').exactOptional(),
    chargebacks: z.array(chargeback),
    /** The ids of the receivers of webhooks. Absent where there is none. */
    webhookEndpoints: z
      .array(z.string())
      .describe('The receivers of webhooks, as `deliveries` and `resendWebhooks` name them.')
      .exactOptional(),
    /** Oldest first. Absent where there is none. */
    mails: z
      .array(mailDelivery)
      .describe('The last mails to the shopper, oldest first. Absent where there is none.')
      .exactOptional(),
    /** Oldest first. Empty once the order was erased. */
    history: z.array(event).describe('Oldest first. Empty once the order was erased.'),
  })
  .meta({ id: 'OrderDetails', description: 'One order with its history, for its merchant.' })

export const eitherDetails = z
  .union([orderDetails, order])
  .describe('The merchant’s view with the history for a merchant key, the shopper’s view for an order token.')
