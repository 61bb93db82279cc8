/** Schemas of an order with its history. Only the API document uses them; nothing is parsed with them. */
import * as z from 'zod'
import {
  ATTENTION_REASONS,
  BANK_STEPS,
  DELIVERY_STATUSES,
  HISTORY_KINDS,
  type OrderDetails,
  PAYMENT_STAGES,
} from '../../../shared/order-history.ts'
import { FOLLOW_UPS } from '../../../shared/order-view.ts'
import { merchantOrder, moment, money, order, status, way } from './order-schemas.ts'
import type { Fact, Same } from './type-assertions.ts'

const delivery = z.object({
  channel: z.enum(['webhook', 'mail']),
  status: z.enum(DELIVERY_STATUSES),
  at: moment.describe('When it was delivered, where the order knows.').exactOptional(),
})

const ABOUT_KINDS =
  'New kinds may be added. `sent` is written before the request goes out. `gateway-misnamed`: the gateway answered about ' +
  'another order, or about none, which decides nothing. `events-omitted`: the order keeps its first 30 events and its ' +
  'last 30.'

const event = z
  .object({
    at: moment,
    kind: z.enum(HISTORY_KINDS).describe(ABOUT_KINDS),
    attempt: z.int().exactOptional(),
    followUp: z.int().exactOptional(),
    refund: z.int().describe('Number of the refund of a duplicate charge.').exactOptional(),
    unmatched: z.int().describe('Number of the unmatched transaction.').exactOptional(),
    method: way.exactOptional(),
    operation: z.enum(FOLLOW_UPS).exactOptional(),
    amount: money.exactOptional(),
    status: status.describe('As the gateway reported it.').exactOptional(),
    stage: z.enum(PAYMENT_STAGES).describe('What the gateway’s report was about.').exactOptional(),
    transaction: z.string().describe('The gateway’s identifier.').exactOptional(),
    code: z.string().describe('Why something failed.').exactOptional(),
    gatewayCode: z.string().exactOptional(),
    step: z.enum(BANK_STEPS).exactOptional(),
    by: z.string().describe('Name of the merchant key that asked for it.').exactOptional(),
    notification: z.string().describe('Type of the notification, as webhooks have it.').exactOptional(),
    deliveries: z.array(delivery).exactOptional(),
    orderStatus: status.describe('Of the order after the event.').exactOptional(),
  })
  .meta({ id: 'HistoryEvent' })

const hold = z.object({
  amount: money,
  since: moment,
  endsAt: moment
    .describe('`GATEWAY_PROFILE.holdDays` after the start of the first attempt, if that is set.')
    .exactOptional(),
})

const orderDetails = merchantOrder
  .extend({
    attention: z.array(z.enum(ATTENTION_REASONS)).describe('Why a person has to look at it.'),
    hold: hold.describe('Money of a preauth that is neither captured nor voided.').exactOptional(),
    chargebacks: z.array(z.object({ at: moment, amount: money })),
    history: z.array(event).describe('Oldest first. Empty once the order was erased.'),
  })
  .meta({ id: 'OrderDetails', description: 'One order with its history, for its merchant.' })

export const eitherDetails = z
  .union([orderDetails, order])
  .describe('The merchant’s view with the history for a merchant key, the shopper’s view for an order token.')

/**
 * Fails to compile unless the schemas match the types.
 *
 * @public Nothing imports it: the compiler reads it.
 */
export type HistoryProofs = [Fact<Same<typeof orderDetails, OrderDetails>>]
