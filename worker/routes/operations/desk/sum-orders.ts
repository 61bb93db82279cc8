/** `GET /v1/order-sums`: the sums of a day. */
import * as z from 'zod'
import { orderSums } from '../../../../shared/contract/order-list-schemas.ts'
import { toIsoTime } from '../../../../shared/iso-time.ts'
import type { OrderSums } from '../../../../shared/order-list.ts'
import { orderIndex } from '../../../outbox/order-index.ts'
import { operation } from '../../define-operation.ts'
import { utcDay } from '../../order-query.ts'

/** Taken, refunded and net, per currency. */
export const sumOrders = operation(
  {
    route: 'GET /v1/order-sums',
    tag: 'merchant',
    summary: 'Returns the sums of a day',
    about:
      'Adds up the orders whose first attempt began on the day, UTC, as they stand now: a refund lowers the sums of the ' +
      'day on which its order began. Erased orders are left out.',
    pages: 'merchant',
    access: { merchant: 'read' },
    query: z.strictObject({ day: utcDay.describe('Such as `2026-11-23`; it begins at midnight UTC.') }),
    reply: { status: 200, description: 'The sums, one for each currency.', body: orderSums },
    problems: [],
  },
  async (c, { query: { day } }) => {
    const { sums, incomplete } = await orderIndex(c.env, () => c.get('config')).sums(day)
    return c.json<OrderSums>({
      day: day.day,
      from: toIsoTime(day.from),
      to: toIsoTime(day.to),
      sums,
      ...(incomplete > 0 && { incomplete }),
    })
  },
)
