import { loadNow } from './machine-load.ts'

/** One of the programs that are compared. */
export interface Side {
  readonly name: string
  /** Runs once. @returns The figure. */
  readonly sample: () => Promise<number>
}

/** The samples of one side. */
export interface Measured {
  readonly side: string
  readonly median: number
  /** A quarter of the samples is smaller than `low`, and a quarter larger than `high`. */
  readonly low: number
  readonly high: number
  /** The median beside that of the first side. */
  readonly ratio: number
  /** The machine's load average of a minute, at the end. */
  readonly load: number
}

/**
 * Samples all sides in turn, so that what else the machine does meets all of them.
 *
 * @param rounds How many samples of each side count. One more, at the beginning, does not.
 */
export async function alternate(sides: readonly Side[], rounds: number): Promise<Measured[]> {
  const samples = sides.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, { sample }] of sides.entries()) {
      const figure = await sample()
      if (round > 0) samples[place]?.push(figure)
    }
  }
  const first = quantile(samples[0] ?? [], 0.5)
  return sides.map(({ name }, place) => {
    const own = samples[place] ?? []
    const median = quantile(own, 0.5)
    return {
      ...{ side: name, median, low: quantile(own, 0.25), high: quantile(own, 0.75) },
      ...{ ratio: median / first, load: loadNow() },
    }
  })
}

/** The value that a part of the values does not exceed. `NaN` without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** How long a step takes, in milliseconds. */
export async function timed(step: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await step()
  return performance.now() - startedAt
}
