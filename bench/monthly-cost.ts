/** What a month costs on the platform, with what the plan includes. */

import type { PartResult } from '../scripts/reference/bench-results.ts'
import {
  INCLUDED,
  MESSAGES_A_REQUEST,
  OBJECT_GIGABYTES,
  PLAN_USD,
  PRICES,
} from '../worker/order/testing/price-list.ts'
import type { PlatformUse } from '../worker/testing/platform-use.ts'

const ORDERS = [1_000, 100_000, 10_000_000]

/** What one order used. */
export type OrderUse = PlatformUse & { readonly cpuMs: number }

/** What the platform bills, in units of its price list. */
type Billed = Readonly<Record<keyof typeof PRICES, number>>

/** What was used between two counts. */
export const usedSince = (before: OrderUse, after: OrderUse): OrderUse =>
  eachCount((name) => after[name] - before[name])

/** What one order uses in the mean of several. */
export const meanOf = (uses: readonly OrderUse[]): OrderUse =>
  eachCount((name) => uses.reduce((sum, use) => sum + use[name], 0) / uses.length)

const eachCount = (count: (name: keyof OrderUse) => number): OrderUse => ({
  ...{ requests: count('requests'), calls: count('calls'), alarms: count('alarms') },
  ...{ messages: count('messages'), rowsRead: count('rowsRead'), rowsWritten: count('rowsWritten') },
  ...{ activeMs: count('activeMs'), cpuMs: count('cpuMs') },
})

/** What of the price list an order uses. */
const billed = (use: OrderUse): Billed => ({
  request: use.requests,
  objectRequest: use.calls + use.alarms + use.messages / MESSAGES_A_REQUEST,
  cpuMs: use.cpuMs,
  gigabyteSecond: (use.activeMs / 1000) * OBJECT_GIGABYTES,
  rowRead: use.rowsRead,
  rowWritten: use.rowsWritten,
})

/** USD for a million such orders, beyond what the plan includes. */
export const priceOf = (use: OrderUse): number => {
  const units = billed(use)
  return names.reduce((sum, name) => sum + units[name] * PRICES[name], 0)
}

const names = Object.keys(PRICES) as (keyof typeof PRICES)[]

/** USD of a month with the plan, where each of these orders came so many times. */
export function monthOf(uses: readonly OrderUse[], orders: number): number {
  const million = orders / 1_000_000
  const beyond = names.map((name) => {
    const used = uses.reduce((sum, use) => sum + billed(use)[name], 0) * million
    return Math.max(0, used - INCLUDED[name]) * PRICES[name]
  })
  return PLAN_USD + beyond.reduce((sum, usd) => sum + usd, 0)
}

/** @param uses Kind of order → what one uses. */
export function monthlyCosts(uses: ReadonlyMap<string, OrderUse>): PartResult {
  const paid = uses.get('hosted, with limits')
  const abandoned = uses.get('abandoned at the hosted page')
  const mixes = { 'all paid': [paid], 'and as many abandoned': [paid, abandoned] }
  return {
    title: 'A month on the platform, USD',
    rows: ORDERS.map((orders) => ({
      'paid orders a month': orders,
      ...Object.fromEntries(
        Object.entries(mixes).map(([name, mix]) => [
          name,
          monthOf(
            mix.filter((use) => use !== undefined),
            orders,
          ),
        ]),
      ),
    })),
    notes: [
      `Hosted orders with limits, and abandoned ones without. The plan’s ${PLAN_USD} USD and what it includes are in the figure; the storage of orders is not.`,
    ],
  }
}
