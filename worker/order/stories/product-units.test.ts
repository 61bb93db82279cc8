/** Units of a product that change while it is sold: however orders, changes and messages cross, the newest figure counts. */
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { type Rows, UnitCounter } from '../unit-counter.ts'

fc.configureGlobal({ seed: inject('propertySeed'), numRuns: inject('propertyRuns') })

/** Rows that outlive the counter's object. */
function rowsOnDisk(): Rows {
  const disk = new Map<string, unknown>()
  return {
    get: (name: string) => disk.get(name) as never,
    put: (name: string, value: unknown) => void disk.set(name, structuredClone(value)),
    delete: (name: string) => disk.delete(name),
    list: ({ prefix = '' } = {}) => [...disk].filter(([name]) => name.startsWith(prefix)) as never,
  }
}

/** A product's catalogue and its counter. */
class Sale {
  /** Every figure that there was, the newest last. */
  readonly figures = [5]
  readonly #rows = rowsOnDisk()
  #counter = new UnitCounter(this.#rows)
  readonly #held = new Map<string, number>()
  #sold = 0
  #told = 0

  change(by: number) {
    this.figures.push(Math.max(0, (this.figures.at(-1) ?? 0) + by))
  }

  /** The counter learns of a figure, perhaps of a former one, or again. */
  tell(at: number) {
    const revision = at % this.figures.length
    this.#told = Math.max(this.#told, revision)
    this.#counter.keepLimit({ limit: this.figures[revision] ?? 0, revision })
  }

  /** An order that knows one of the figures wants units. */
  reserve(order: string, units: number, at: number) {
    const revision = at % this.figures.length
    const limit = this.figures[revision] ?? 0
    const isNew = !this.#held.has(order)
    // An order that knows a newer figure tells it.
    this.#told = Math.max(this.#told, revision)
    const refusal = this.#counter.reserve({ order, units, limit, revision, check: 'off' })
    if (refusal || !isNew) return
    this.#held.set(order, units)
    const known = this.figures[this.#told] ?? 0
    const held = [...this.#held.values()].reduce((sum, one) => sum + one, 0)
    // What was granted fits the newest figure that anybody told.
    expect(this.#sold + held).toBeLessThanOrEqual(known)
  }

  settle(order: string) {
    this.#sold += this.#held.get(order) ?? 0
    this.#held.delete(order)
    this.#counter.settle(order)
    expect(this.#counter.sold).toBe(this.#sold)
  }

  release(order: string) {
    this.#held.delete(order)
    this.#counter.release(order)
  }

  die() {
    this.#counter = new UnitCounter(this.#rows)
    expect(this.#counter.sold).toBe(this.#sold)
  }
}

const order = fc.constantFrom('a', 'b', 'c', 'd')
const figure = fc.nat({ max: 9 })

const steps: fc.Arbitrary<(sale: Sale) => void> = fc.oneof(
  fc.integer({ min: -4, max: 5 }).map((by) => (sale: Sale) => sale.change(by)),
  figure.map((at) => (sale: Sale) => sale.tell(at)),
  fc.tuple(order, fc.integer({ min: 1, max: 3 }), figure).map(
    ([id, units, at]) =>
      (sale: Sale) =>
        sale.reserve(id, units, at),
  ),
  order.map((id) => (sale: Sale) => sale.settle(id)),
  order.map((id) => (sale: Sale) => sale.release(id)),
  fc.constant((sale: Sale) => sale.die()),
)

describe('the units of a product that change while it is sold', () => {
  it('are never granted beyond the newest figure that was told, and no sale is lost', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), (all) => {
        const sale = new Sale()
        for (const step of all) step(sale)
      }),
    )
  })
})
