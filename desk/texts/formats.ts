/** Sums, times and days in a person's language. Pure but for the machine's time zone. */
import { formatPrice } from '../../widget/order/amount.ts'

/** How the desk writes values. */
export interface Formats {
  /** Decimal text with its currency; all decimals that are charged. */
  sum(amount: string, currency: string): string
  /** A moment in the machine's time zone, with the day only if it is not today. */
  moment(iso: string): string
  /** A moment in full, with its time zone, for tooltips and the history. */
  exactly(iso: string): string
  /** A day of UTC, `YYYY-MM-DD`. */
  day(day: string): string
  /** A day in a few letters. @param day `YYYY-MM-DD`. */
  shortDay(day: string): string
  /** From one moment to another in the machine's time zone, which it names. */
  span(from: string, to: string): string
  /** How far away a moment is: “in 3 days”. */
  distance(iso: string): string
}

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000] as const

/**
 * @param locale BCP 47 tag.
 * @param now Reads the clock, in milliseconds since the epoch.
 */
export function formatsIn(locale: string, now: () => number): Formats {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const dayAndTime = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  })
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    sum: (amount, currency) => formatPrice(amount, currency, locale),
    moment: (iso) => {
      const date = new Date(iso)
      const isToday = date.toDateString() === new Date(now()).toDateString()
      return (isToday ? time : dayAndTime).format(date)
    },
    exactly: (iso) => full.format(new Date(iso)),
    ...dayFormatsIn(locale),
    distance: (iso) => {
      const ms = Date.parse(iso) - now()
      if (Math.abs(ms) < HOUR_MS) return relative.format(Math.round(ms / MINUTE_MS), 'minute')
      if (Math.abs(ms) < DAY_MS) return relative.format(Math.round(ms / HOUR_MS), 'hour')
      return relative.format(Math.round(ms / DAY_MS), 'day')
    },
  }
}

/** Days, which have no time of their own, and spans between moments. */
function dayFormatsIn(locale: string): Pick<Formats, 'day' | 'shortDay' | 'span'> {
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const short = new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  })
  const span = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  })
  const noon = (day: string) => new Date(`${day}T12:00:00Z`)
  return {
    day: (day) => whole.format(noon(day)),
    shortDay: (day) => short.format(noon(day)),
    span: (from, to) => span.formatRange(new Date(from), new Date(to)),
  }
}

/** The day of UTC that a moment is on, `YYYY-MM-DD`. */
export const utcDayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The day of a time zone that a moment is on, `YYYY-MM-DD`. @param zone IANA name. */
export function dayIn(zone: string, ms: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(ms)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}`
}

/** A day some days away. */
export const dayBeside = (day: string, days: number) =>
  utcDayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS)
