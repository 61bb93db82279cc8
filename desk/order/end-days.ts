/** The days on which a payment request may end, in the time zone of the reader. Pure but for that. */
import type { OrderDetails } from '../../shared/order-history.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** As the edge has it: 180 days after the opening at most, and at least a minute from now. */
const MAX_DAYS = 180

/** Days as an input of type `date` has them, `YYYY-MM-DD`, which compare as texts. */
export interface EndDays {
  readonly first: string
  readonly last: string
  /** Milliseconds since the epoch: the last day may not be whole. */
  readonly latest: number
}

/**
 * Finds the first and the last day.
 *
 * @param now Milliseconds since the epoch. Where the history does not tell the opening, the edge decides.
 */
export function endDays({ history }: Partial<Pick<OrderDetails, 'history'>>, now: number): EndDays {
  const [first] = history ?? []
  const openedAt = first?.kind === 'order-opened' ? Date.parse(first.at) : now
  const latest = openedAt + MAX_DAYS * DAY_MS
  return { first: dayOf(now + MINUTE_MS), last: dayOf(latest), latest }
}

/** The day of a moment. @param moment ISO 8601, or milliseconds since the epoch. */
export function dayOf(moment: string | number): string {
  const at = new Date(moment)
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}

/** The last second of a day that is allowed, ISO 8601. `undefined` if it is no day, or none of these. */
export function endOfDay(day: string, { first, last, latest }: EndDays): string | undefined {
  const end = Date.parse(`${day}T23:59:59`)
  return Number.isNaN(end) || day < first || day > last
    ? undefined
    : new Date(Math.min(end, latest)).toISOString()
}
