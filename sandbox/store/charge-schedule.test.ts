import { describe, expect, it } from 'vitest'
import { dueAt, type Period } from './charge-schedule.ts'

describe('a schedule', () => {
  it.each<[what: string, start: string, period: Period, interval: number, due: readonly string[]]>([
    ['every day', '2027-02-27T10:30:00Z', 'day', 1, ['2027-02-28', '2027-03-01', '2027-03-02']],
    ['every third day', '2027-12-30T10:30:00Z', 'day', 3, ['2028-01-02', '2028-01-05']],
    ['every week', '2027-01-28T10:30:00Z', 'week', 1, ['2027-02-04', '2027-02-11']],
    ['every other week', '2027-01-28T10:30:00Z', 'week', 2, ['2027-02-11', '2027-02-25']],
    ['every month', '2027-01-15T10:30:00Z', 'month', 1, ['2027-02-15', '2027-03-15']],
    [
      'every month from the 31st, on the last day of shorter ones',
      '2027-01-31T10:30:00Z',
      'month',
      1,
      ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ],
    [
      'every month from the 31st, in a leap year',
      '2028-01-31T10:30:00Z',
      'month',
      1,
      ['2028-02-29', '2028-03-31'],
    ],
    ['every month from the 30th', '2027-01-30T10:30:00Z', 'month', 1, ['2027-02-28', '2027-03-30']],
    [
      'every quarter over the end of a year',
      '2027-11-30T10:30:00Z',
      'month',
      3,
      ['2028-02-29', '2028-05-30'],
    ],
    [
      'every year from 29 February',
      '2028-02-29T10:30:00Z',
      'year',
      1,
      ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    ],
    ['every fourth year', '2028-02-29T10:30:00Z', 'year', 4, ['2032-02-29', '2036-02-29']],
  ])('falls due %s', (_what, start, period, interval, due) => {
    const schedule = { period, interval, startedAt: Date.parse(start) }

    const dates = due.map((_day, index) => new Date(dueAt(schedule, index + 1)).toISOString())

    expect(dates).toEqual(due.map((day) => `${day}T10:30:00.000Z`))
  })
})
