/** When the charges of a recurring payment are due. Pure: no clock, no storage, no network. */

/** What an interval is counted in. */
export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** Every so many periods, counted from the day it was agreed on. */
export interface Schedule {
  readonly period: Period
  /** How many periods lie between two charges; at least one. */
  readonly interval: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

const DAY_MS = 86_400_000

const DUE: Readonly<Record<Period, (startedAt: number, count: number) => number>> = {
  day: (startedAt, count) => startedAt + count * DAY_MS,
  week: (startedAt, count) => startedAt + count * 7 * DAY_MS,
  month: addMonths,
  year: (startedAt, count) => addMonths(startedAt, count * 12),
}

/**
 * When a charge is due.
 *
 * It is counted from the start and not from the charge before, so that a payment agreed on the 31st comes on the last
 * day of a shorter month and on the 31st again after it.
 *
 * @param number Of the charge, from 1, which is due one interval after the start.
 * @returns Milliseconds since the epoch; the time of day is that of the start, in UTC.
 */
export function dueAt({ period, interval, startedAt }: Schedule, number: number): number {
  return DUE[period](startedAt, interval * number)
}

function addMonths(startedAt: number, count: number): number {
  const start = new Date(startedAt)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + count]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const date = new Date(startedAt)
  date.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay))
  return date.getTime()
}
