/** `GET /v1/order-sums/days`: the sums of each of some days, in a time zone. */
import * as z from 'zod'
import { dailySums } from '../../../../shared/contract/order-list-schemas.ts'
import { toIsoTime } from '../../../../shared/iso-time.ts'
import type { DailySums } from '../../../../shared/order-list.ts'
import { dayBounds, zoneClock } from '../../../domain/day-bounds.ts'
import { orderIndex } from '../../../outbox/order-index.ts'
import { operation } from '../../define-operation.ts'
import { problem } from '../../respond.ts'

const DAY_MS = 86_400_000

/** The most days at once. */
const MAX_DAYS = 62

const midnight = z.iso.date().transform((day) => Date.parse(`${day}T00:00:00Z`))

const query = z.strictObject({
  from: midnight.describe('The first day, such as `2026-10-30`.'),
  to: midnight.describe(`The last day. ${MAX_DAYS} days at most.`),
  zone: z
    .string()
    .regex(/^[\w+\-/:]{1,64}$/)
    .default('UTC')
    .describe(
      'The time zone whose days they are: an IANA name such as `Europe/Berlin`, or an offset such as `+05:30`.',
    ),
})

/** The days of a chart, today among them. */
export const sumDays = operation(
  {
    route: 'GET /v1/order-sums/days',
    tag: 'merchant',
    summary: 'Returns the sums of each of some days, in a time zone',
    about:
      'Adds up the orders whose first attempt began on each day, as they stand now. Every day is in the answer, also one ' +
      'without orders. It reads few rows: the sums of quarters of an hour are kept, and corrected when an order changes. ' +
      'Erased orders are left out.',
    pages: 'merchant',
    access: { merchant: 'read' },
    query,
    reply: { status: 200, description: 'The days, the earliest first.', body: dailySums },
    problems: [],
  },
  async (c, { query: { from, to, zone } }) => {
    const count = (to - from) / DAY_MS + 1
    const clock = zoneClock(zone)
    if (!clock) return problem(c, { code: 'query-malformed', fields: ['zone'] })
    if (count < 1 || count > MAX_DAYS) return problem(c, { code: 'query-malformed', fields: ['to'] })
    const bounds = dayBounds(clock, from, count)
    const sums = await orderIndex(c.env, () => c.get('config')).dailySums(bounds, Date.now())
    const days = sums.map(({ sums: own, incomplete }, place) => ({
      day: new Date(from + place * DAY_MS).toISOString().slice(0, 10),
      from: toIsoTime(bounds[place] ?? 0),
      to: toIsoTime(bounds[place + 1] ?? 0),
      sums: own,
      ...(incomplete > 0 && { incomplete }),
    }))
    return c.json<DailySums>({ zone, days })
  },
)
