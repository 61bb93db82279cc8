/**
 * Schemas of the order list and of a day's sums. The types of `order-list.ts` are read off them, and the API document
 * describes them; nothing is parsed with them.
 */
import * as z from 'zod'
import { ATTENTION_REASONS } from '../order-values.ts'
import { intent, linkState, moment, money, status, way } from './order-schemas.ts'
import { attack } from './response-schemas.ts'

/** One line of the list of orders. */
export const listedOrder = z
  .object({
    id: z.string(),
    reference: z.string(),
    intent,
    amount: money,
    currency: z.string(),
    /** As in the order's view. Absent in an entry that an older version of the edge wrote. */
    captured: money
      .describe('As in the order’s view. Absent in an entry that an older version wrote.')
      .exactOptional(),
    returned: money.exactOptional(),
    /** What banks took back by chargebacks, besides `returned`. */
    chargedBack: money.describe('What banks took back by chargebacks, besides `returned`.').exactOptional(),
    description: z.string(),
    status,
    /** Since when the list has shown this status: the date of a chargeback, say. */
    statusSince: moment.describe('Since when the list has shown this status: the date of a chargeback, say.'),
    needsAttention: z.boolean(),
    /** Why it does; empty if it does not. Absent in an entry that an older version of the edge wrote. */
    attention: z
      .array(z.enum(ATTENTION_REASONS))
      .describe('Why it needs attention, as in the order. Absent in an entry that an older version wrote.')
      .exactOptional(),
    test: z.boolean(),
    /** Of a payment request: when a person first clicked on the page of its link. */
    seenAt: moment
      .describe('Of a payment request: when a person first clicked on the page of its link.')
      .exactOptional(),
    /** Of a payment request that can still be paid: whether its link, as it was last given out, still counts. */
    link: linkState.exactOptional(),
    /** How it was paid, or tried to pay last. Absent without an attempt, and in an entry that an older version wrote. */
    method: way
      .describe(
        'How it was paid; where nothing was, the last way that somebody tried. Absent without an attempt, and in an entry ' +
          'that an older version wrote.',
      )
      .exactOptional(),
    /** The start of its first attempt, or a payment request's opening. The list is sorted by it. */
    startedAt: moment.describe('Start of its first attempt; of a payment request its opening.'),
    updatedAt: moment,
    seq: z.int(),
    /** When the bank lets the money of a preauth go. Known only where `GATEWAY_PROFILE.holdDays` is set. */
    holdEndsAt: moment
      .describe(
        'Of a preauth whose money is held: `GATEWAY_PROFILE.holdDays` after its start, if that is set.',
      )
      .exactOptional(),
  })
  .meta({ id: 'ListedOrder' })

export const orderList = z
  .object({
    orders: z.array(listedOrder),
    cursor: z
      .string()
      .describe(
        'Asks for the next page; absent on the last one. With filters a page may be short, or have no order, and yet not be the last.',
      )
      .exactOptional(),
    attack: attack
      .describe(
        'With `needsAttention=true`, while too many cards fail: offers take none in the page, hosted pages stay.',
      )
      .exactOptional(),
  })
  .meta({ id: 'OrderList', description: 'Orders that had an attempt, and payment requests.' })

export const orderSum = z
  .object({
    currency: z.string(),
    test: z.boolean().describe('Sums of the sandbox: no money moved.'),
    /** Orders that began on the day, with every outcome. */
    orders: z.int().describe('Orders that began on the day, with every outcome.'),
    /** Orders of which money was taken. */
    paid: z.int().describe('Orders of which money was taken.'),
    needsAttention: z.int(),
    /** Taken from shoppers. */
    taken: money.describe('Taken from shoppers.'),
    /** Given back to shoppers so far. */
    refunded: money.describe('Given back to shoppers so far.'),
    /** Taken back by the shoppers' banks. */
    chargedBack: money.describe('Taken back by the shoppers’ banks.'),
    /** `taken` without `refunded` and `chargedBack`. */
    net: money.describe('`taken` without `refunded` and `chargedBack`.'),
    /** Reserved on cards, and not taken. */
    held: money.describe('Reserved on cards, and not taken.'),
    /** Sent to people. */
    paidOut: money.describe('Sent to people.'),
    /** Status → orders that have it. */
    statuses: z.partialRecord(status, z.int()).describe('Status → orders that have it.'),
  })
  .meta({ id: 'OrderSum' })

export const orderSums = z
  .object({
    /** `YYYY-MM-DD`, in UTC or the zone that was asked for. */
    day: z.iso.date(),
    /** The day's beginning, ISO 8601. */
    from: moment,
    /** Its end, ISO 8601, which belongs to the next day. */
    to: moment.describe('The beginning of the next day.'),
    sums: z.array(orderSum).describe('One for each currency, the sandbox’s apart.'),
    /** Orders that the sums leave out, because an older version of the edge listed them. Rebuild the list. */
    incomplete: z
      .int()
      .describe('Orders that the sums leave out, since an older version listed them: rebuild the list.')
      .exactOptional(),
  })
  .meta({ id: 'OrderSums', description: 'Sums of the orders that began on a day, as they stand now.' })

export const dailySums = z
  .object({
    zone: z.string().describe('The time zone of the days.'),
    days: z.array(orderSums).describe('The earliest first.'),
  })
  .meta({ id: 'DailySums', description: 'Sums of days of a time zone.' })
