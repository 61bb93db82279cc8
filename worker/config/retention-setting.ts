/** `RETENTION`: how long an order keeps its shopper's data, and itself. */
import * as z from 'zod'
import { TIMES, type Times } from './durations.ts'

const DAY_MS = 24 * 3600 * 1000

const days = z.int().min(1).max(3650)

/** Whole days → the two durations of the table of times, in milliseconds. What is absent keeps its default. */
export const retention = z
  .strictObject({ personalDays: days.exactOptional(), coreDays: days.exactOptional() })
  .transform(
    ({ personalDays, coreDays }): Pick<Times, 'personalKept' | 'coreKept'> => ({
      personalKept: personalDays === undefined ? TIMES.personalKept : personalDays * DAY_MS,
      coreKept: coreDays === undefined ? TIMES.coreKept : coreDays * DAY_MS,
    }),
  )
  .refine(({ personalKept, coreKept }) => personalKept <= coreKept)
