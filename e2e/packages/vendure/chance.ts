import { createHash } from 'node:crypto'

/** Chance that a seed repeats: the same names draw the same numbers in the same order. */
export class Chance {
  readonly #names: string
  #draws = 0

  constructor(...names: readonly (string | number)[]) {
    this.#names = names.join('\n')
  }

  /** A number from 0 to 1, 1 excluded. */
  number(): number {
    this.#draws += 1
    return createHash('sha256').update(`${this.#names}\n${this.#draws}`).digest().readUInt32BE() / 2 ** 32
  }

  /** A whole number, both ends included. */
  integer = (least: number, most: number): number => least + Math.floor(this.number() * (most - least + 1))

  /** One of the names, each as often as its weight says, in parts of the sum of all weights. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.number() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    const drawn = entries.find(([, weight]) => {
      left -= weight
      return left < 0
    })
    return (drawn ?? entries[0])?.[0] as Name
  }
}
