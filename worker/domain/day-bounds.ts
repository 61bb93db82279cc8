/** Where the days of a time zone begin. Pure. */

/** Every zone of today is a whole number of these away from UTC. */
const QUARTER_MS = 900_000

const DAY_MS = 86_400_000

/** Tells the clock of a zone. */
export type ZoneClock = (time: number) => number

/**
 * @param zone An IANA name, or an offset such as `+05:30`.
 * @returns By how much the zone is ahead of UTC at a time, in milliseconds; `undefined` for a zone that does not exist.
 */
export function zoneClock(zone: string): ZoneClock | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', era: 'short' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
    return (time) => {
      const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
      const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
      const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
      return shown - Math.floor(time / 1000) * 1000
    }
  } catch {
    return undefined
  }
}

/**
 * The beginnings of days in a zone, and the end of the last one, in milliseconds since the epoch. A day has 23 or 25 hours
 * where the clocks change, and one whose midnight is skipped begins with the hour after.
 *
 * @param first Midnight of the first day, as if the zone was UTC.
 * @param count How many days.
 */
export const dayBounds = (clock: ZoneClock, first: number, count: number): readonly number[] =>
  Array.from({ length: count + 1 }, (_, day) => beginningOf(clock, first + day * DAY_MS))

/** Of two midnights the earlier one: the clocks were put back across it. */
function beginningOf(clock: ZoneClock, midnight: number): number {
  const [before, after] = [midnight - clock(midnight - DAY_MS), midnight - clock(midnight + DAY_MS)]
  const found = [before, after].toSorted((one, other) => one - other)
  const begin = found.find((time) => time + clock(time) === midnight) ?? before
  return Math.floor(begin / QUARTER_MS) * QUARTER_MS
}
