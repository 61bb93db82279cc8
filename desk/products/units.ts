/** Units of a product: how many are left, and a change as people type it. Pure. */
import type { Product } from '../../shared/product.ts'

/** The edge's. */
const MAX_UNITS = 999_999_999

/** So few left that somebody should look, where the merchant names no number: the last tenth, and at least the last one. */
const LOW_SHARE = 0.1

/** How much is left of a product. `unknown`: the counter did not answer. */
type StockLevel = 'uncounted' | 'unknown' | 'out' | 'low' | 'enough'

type Counted = Pick<Product, 'units' | 'sold' | 'lowAt'>

/** Never below zero: units may be taken away that were sold already. */
export const unitsLeft = ({ units, sold }: { readonly units: number; readonly sold: number }): number =>
  Math.max(0, units - sold)

export function stockLevel({ units, sold, lowAt }: Counted): StockLevel {
  if (units === undefined) return 'uncounted'
  if (sold === undefined) return 'unknown'
  const left = unitsLeft({ units, sold })
  if (left === 0) return 'out'
  const isLow = lowAt === undefined ? sold > 0 && left <= Math.max(1, units * LOW_SHARE) : left <= lowAt
  return isLow ? 'low' : 'enough'
}

/**
 * Reads a typed change. A sign has to be there: a bare number may be meant as the new count.
 *
 * @returns `undefined` for anything else, and for no change.
 */
export function readUnitsChange(typed: string): number | undefined {
  const text = typed.trim().replace(/^[−–]/, '-')
  const change = /^[+-]\s?\d{1,9}$/.test(text) ? Number(text.replace(/\s/, '')) : 0
  return change !== 0 && Math.abs(change) <= MAX_UNITS ? change : undefined
}

/** A change with its sign. */
export const signed = (change: number): string => (change > 0 ? `+${change}` : `${change}`)
