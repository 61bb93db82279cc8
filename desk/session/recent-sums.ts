/** Sums of today and of the days before, as the reader's clock parts days. */
import type { OrderSum, OrderSums } from '../../shared/order-list.ts'
import { accepted, type Result } from '../../shared/result.ts'
import { sumOf } from '../../widget/order/amount.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { dayBeside, dayIn, utcDayOf } from '../texts/formats.ts'
import type { DeskContext } from './desk-context.ts'

/** How many days the chart shows, today among them. */
const CHART_DAYS = 30

type Desk = Pick<DeskContext, 'api' | 'env'>

/** Today's sums. An edge of an earlier version answers the day of UTC, with its own bounds. */
export async function todaySums(desk: Desk, signal?: AbortSignal): Promise<Result<OrderSums, Refusal>> {
  const days = await recentDays(desk, 1, signal)
  if (!days.ok) return days
  const [today] = days.value
  return today ? accepted(today) : desk.api.sums(utcDayOf(desk.env.now()), signal)
}

/** The days of the chart, today last; none from an edge of an earlier version. */
export const chartDays = (desk: Desk, signal?: AbortSignal) => recentDays(desk, CHART_DAYS, signal)

async function recentDays(
  { api, env }: Desk,
  count: number,
  signal?: AbortSignal,
): Promise<Result<readonly OrderSums[], Refusal>> {
  const to = dayIn(env.timeZone, env.now())
  const span = { from: dayBeside(to, 1 - count), to, zone: env.timeZone }
  const answer = await api.dailySums(span, signal)
  if (answer.ok) return accepted(answer.value.days)
  return answer.reason.code === 'not-found' ? accepted([]) : answer
}

/** One sum for each currency, those of the sandbox apart, that with the most orders first. Pure. */
export function totals(sums: readonly OrderSum[]): OrderSum[] {
  const groups = new Map<string, OrderSum>()
  for (const sum of sums) {
    const name = `${sum.currency} ${sum.test}`
    const known = groups.get(name)
    groups.set(name, known ? added(known, sum) : sum)
  }
  return [...groups.values()].sort(
    (one, other) => other.orders - one.orders || one.currency.localeCompare(other.currency),
  )
}

const MONEY = ['taken', 'refunded', 'chargedBack', 'net', 'held', 'paidOut'] as const
const COUNTS = ['orders', 'paid', 'needsAttention'] as const

function added(one: OrderSum, other: OrderSum): OrderSum {
  const money = MONEY.map((name) => [name, sumOf([one[name], other[name]])])
  const counts = COUNTS.map((name) => [name, one[name] + other[name]])
  return {
    ...one,
    ...Object.fromEntries([...money, ...counts]),
    statuses: addedCounts(one.statuses, other.statuses),
  }
}

/** Adds what is counted under the same name. */
function addedCounts(one: OrderSum['statuses'], other: OrderSum['statuses']): OrderSum['statuses'] {
  const names = Object.keys({ ...one, ...other }) as (keyof OrderSum['statuses'])[]
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}
