/** `ORDER_TIMES`: overrides of the table of durations, for tests. */
import * as z from 'zod'
import { TIMES, type Times } from './durations.ts'

const duration = z.int().min(1)

const name = z.enum(Object.keys(TIMES) as [keyof Times])

/** Name of a duration → milliseconds; a rising list of them where the table has a list. */
export const orderTimes = z
  .partialRecord(name, z.union([duration, z.array(duration).min(1)]))
  .refine((times) => Object.entries(times).every(([key, value]) => fits(key as keyof Times, value)))
  .transform((times) => times as Partial<Times>)

const fits = (key: keyof Times, value: number | number[]): boolean =>
  Array.isArray(TIMES[key]) ? Array.isArray(value) && isRising(value) : !Array.isArray(value)

const isRising = (list: readonly number[]) => list.every((one, place) => one > (list[place - 1] ?? 0))
