/** Crashes order objects at random points, by a seed. The isolate, which outlives the objects, keeps the counts. */
import type { CrashPoint } from '../order/context.ts'
import { chance } from './seeded-random.ts'

/** The rate and the seed of crashes. */
interface CrashSetting {
  /** From 0 to 1, for each point that an order reaches. */
  readonly probability: number
  readonly seed: number
}

/** How often an order reached a point. */
const reached = new Map<string, number>()

/** Orders that crashed at least once. */
const crashed = new Set<string>()

/** Crashes by point since the isolate began. */
const deaths = new Map<CrashPoint, number>()

/** Whether an order crashes at the point that it has just reached. The same seed gives the same crashes in every run. */
export function isDying(setting: string | undefined, order: string, point: CrashPoint): boolean {
  if (!setting) return false
  const { probability, seed } = JSON.parse(setting) as CrashSetting
  const place = `${order} ${point}`
  const time = (reached.get(place) ?? 0) + 1
  reached.set(place, time)
  if (chance(seed, place, time) >= probability) return false
  deaths.set(point, (deaths.get(point) ?? 0) + 1)
  crashed.add(order)
  return true
}

/** Crashes so far, by point. */
export const crashes = (): Readonly<Record<string, number>> => Object.fromEntries(deaths)

/** Every order that crashed so far. */
export const crashedOrders = (): readonly string[] => [...crashed]
