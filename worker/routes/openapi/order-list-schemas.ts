/** Schemas of the order list and of a day's sums. Only the API document uses them; nothing is parsed with them. */
import * as z from 'zod'
import { ATTENTION_REASONS } from '../../../shared/order-history.ts'
import type { ListedOrder, OrderSums } from '../../../shared/order-list.ts'
import { intent, moment, money, status } from './order-schemas.ts'
import { attack } from './response-schemas.ts'
import type { Fact, Same } from './type-assertions.ts'

/** One line of the list of orders. */
const listedOrder = z
  .object({
    id: z.string(),
    reference: z.string(),
    intent,
    amount: money,
    currency: z.string(),
    captured: money
      .describe('As in the order’s view. Absent in an entry that an older version wrote.')
      .exactOptional(),
    returned: money.exactOptional(),
    chargedBack: money.describe('What banks took back by chargebacks, besides `returned`.').exactOptional(),
    description: z.string(),
    status,
    statusSince: moment.describe('Since when the list has shown this status: the date of a chargeback, say.'),
    needsAttention: z.boolean(),
    attention: z
      .array(z.enum(ATTENTION_REASONS))
      .describe('Why it needs attention, as in the order. Absent in an entry that an older version wrote.')
      .exactOptional(),
    test: z.boolean(),
    startedAt: moment.describe('Start of its first attempt.'),
    updatedAt: moment,
    seq: z.int(),
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
  .meta({ id: 'OrderList', description: 'Orders that had an attempt.' })

const orderSum = z
  .object({
    currency: z.string(),
    test: z.boolean().describe('Sums of the sandbox: no money moved.'),
    orders: z.int().describe('Orders that began on the day, whatever became of them.'),
    paid: z.int().describe('Orders of which money was taken.'),
    needsAttention: z.int(),
    taken: money.describe('Taken from shoppers.'),
    refunded: money.describe('Given back to shoppers so far.'),
    chargedBack: money.describe('Taken back by the shoppers’ banks.'),
    net: money.describe('`taken` without `refunded` and `chargedBack`.'),
    held: money.describe('Reserved on cards, and not taken.'),
    paidOut: money.describe('Sent to people.'),
    statuses: z.partialRecord(status, z.int()).describe('Status → orders that have it.'),
  })
  .meta({ id: 'OrderSum' })

export const orderSums = z
  .object({
    day: z.iso.date(),
    from: moment,
    to: moment.describe('The beginning of the next day.'),
    sums: z.array(orderSum).describe('One for each currency, the sandbox’s apart.'),
    incomplete: z
      .int()
      .describe('Orders that the sums leave out, since an older version listed them: rebuild the list.')
      .exactOptional(),
  })
  .meta({ id: 'OrderSums', description: 'Sums of the orders that began on a day, as they stand now.' })

/**
 * Fails to compile unless the schemas match the types.
 *
 * @public Nothing imports it: the compiler reads it.
 */
export type ListProofs = [
  Fact<Same<typeof listedOrder, ListedOrder>>,
  Fact<Same<typeof orderSums, OrderSums>>,
]
