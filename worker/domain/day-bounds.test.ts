import { describe, expect, it } from 'vitest'
import { dayBounds, zoneClock } from './day-bounds.ts'

/** The beginnings of a day and of the next one. */
function dayIn(zone: string, day: string): string[] {
  const clock = zoneClock(zone)
  if (!clock) throw new TypeError(`${zone} is no zone`)
  return dayBounds(clock, Date.parse(`${day}T00:00:00Z`), 1).map((time) =>
    new Date(time).toISOString().slice(0, 16),
  )
}

describe('a day', () => {
  it.each<[string, string, string, string, string]>([
    ['in UTC', 'UTC', '2026-11-23', '2026-11-23T00:00', '2026-11-24T00:00'],
    ['east of it', 'Europe/Berlin', '2026-11-23', '2026-11-22T23:00', '2026-11-23T23:00'],
    ['west of it', 'America/Los_Angeles', '2026-11-23', '2026-11-23T08:00', '2026-11-24T08:00'],
    ['14 hours ahead', 'Pacific/Kiritimati', '2026-11-23', '2026-11-22T10:00', '2026-11-23T10:00'],
    ['by half an hour', 'Asia/Kolkata', '2026-11-23', '2026-11-22T18:30', '2026-11-23T18:30'],
    ['by three quarters', 'Asia/Kathmandu', '2026-11-23', '2026-11-22T18:15', '2026-11-23T18:15'],
    ['of an offset', '+05:30', '2026-11-23', '2026-11-22T18:30', '2026-11-23T18:30'],
    ['of 23 hours', 'Europe/Berlin', '2026-03-29', '2026-03-28T23:00', '2026-03-29T22:00'],
    ['of 25 hours', 'Europe/Berlin', '2026-10-25', '2026-10-24T22:00', '2026-10-25T23:00'],
    [
      'whose clocks change by half an hour',
      'Australia/Lord_Howe',
      '2026-04-05',
      '2026-04-04T13:00',
      '2026-04-05T13:30',
    ],
    ['without midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00', '2026-04-24T21:00'],
    [
      'after which midnight comes twice',
      'Africa/Cairo',
      '2026-10-29',
      '2026-10-28T21:00',
      '2026-10-29T22:00',
    ],
    ['whose midnight comes twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00', '2026-11-02T05:00'],
  ])('%s', (_, zone, day, begin, end) => {
    expect(dayIn(zone, day)).toEqual([begin, end])
  })

  it('ends where the next one begins, in every zone, on a quarter of an hour, while clocks change', () => {
    const first = Date.UTC(2026, 2, 1)
    const flaws = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
      const clock = zoneClock(zone)
      const bounds = clock ? dayBounds(clock, first, 40) : []
      const isDay = (from: number, place: number) => {
        const hours = ((bounds[place + 1] ?? 0) - from) / 3_600_000
        // A station in Antarctica changes its clocks by two hours.
        return hours >= 22 && hours <= 26 && from % 900_000 === 0
      }
      return bounds.length === 41 && bounds.slice(0, -1).every(isDay) ? [] : [zone]
    })

    expect(flaws).toEqual([])
  })
})

it.each(['Europe/Atlantis', '', 'UTC+25', '+99:00', 'a/b/c'])('"%s" is no zone', (zone) => {
  expect(zoneClock(zone)).toBeUndefined()
})
