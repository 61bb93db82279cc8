/** Deaths of order objects, drawn by a seed. Kept by the isolate, which outlives the objects. */
import type { CrashPoint } from '../order/context.ts'
import { chance } from './seeded-random.ts'

/** How often objects die, and what decides where. */
interface CrashSetting {
  /** From 0 to 1, at each point that is reached. */
  readonly probability: number
  readonly seed: number
}

/** How often an order reached a point. */
const reached = new Map<string, number>()

/** Deaths by point since the isolate began. */
const deaths = new Map<CrashPoint, number>()

/** Whether an order dies at a point that it has just reached. The same order dies at the same points in every run. */
export function isDying(setting: string | undefined, order: string, point: CrashPoint): boolean {
  if (!setting) return false
  const { probability, seed } = JSON.parse(setting) as CrashSetting
  const place = `${order} ${point}`
  const time = (reached.get(place) ?? 0) + 1
  reached.set(place, time)
  if (chance(seed, place, time) >= probability) return false
  deaths.set(point, (deaths.get(point) ?? 0) + 1)
  return true
}

/** How often objects died, by point. */
export const crashes = (): Readonly<Record<string, number>> => Object.fromEntries(deaths)
