/** The due dates of a recurring payment. Pure: no clock, no storage, no network. */

/** The units of an interval. */
export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** A charge every so many periods, counted from the agreement. */
export interface Schedule {
  readonly period: Period
  /** The number of periods between two charges, at least one. */
  readonly interval: number
  /** When the customer agreed, in milliseconds since the epoch. */
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
 * Computes when a charge is due.
 *
 * Counts from the start and not from the previous charge. So a payment agreed on the 31st is due on the last day of a
 * shorter month, and on the 31st again after it.
 *
 * @param number Counts the charges from 1. Charge 1 is due one interval after the start.
 * @returns Milliseconds since the epoch, at the same time of day as the start, in UTC.
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
