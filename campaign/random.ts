import { createHash } from 'node:crypto'

/**
 * Random numbers that a seed repeats: the same names give the same numbers in the same order.
 *
 * The edge under test draws its crashes by a generator of its own (`worker/testing/seeded-random.ts`). workerd has no
 * synchronous SHA-256, and another hash here would give every seed other orders.
 */
export class Random {
  readonly #names: string
  #draws = 0

  constructor(...names: readonly (string | number)[]) {
    this.#names = names.join('\n')
  }

  /** A number from 0 to 1, 1 excluded. */
  number(): number {
    this.#draws += 1
    const digest = createHash('sha256').update(`${this.#names}\n${this.#draws}`).digest()
    return digest.readUInt32BE() / 2 ** 32
  }

  /** True with this probability. */
  isTrue(probability: number): boolean {
    return this.number() < probability
  }

  /** A whole number, both ends included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.number() * (most - least + 1))
  }

  /**
   * One of several names, each as often as its weight says.
   *
   * @throws {TypeError} If there is no name with a weight.
   */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.number() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    throw new TypeError('no name has a weight')
  }
}
