import { createHash } from 'node:crypto'

/** Draws that a seed repeats: the same names draw the same numbers in the same order. */
export class Dice {
  readonly #names: string
  #draws = 0

  constructor(...names: readonly (string | number)[]) {
    this.#names = names.join('\n')
  }

  /** A number from 0 to 1, 1 excluded. */
  next(): number {
    this.#draws += 1
    const digest = createHash('sha256').update(`${this.#names}\n${this.#draws}`).digest()
    return digest.readUInt32BE() / 2 ** 32
  }

  /** True in this share of all draws. */
  isLucky(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number; both ends are drawn too. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /**
   * One of several names, each as often as its weight says.
   *
   * @throws {TypeError} If there is nothing to draw from.
   */
  pick<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    throw new TypeError('there is nothing to draw from')
  }
}
