/** The carts that shoppers put together from a stock of limited offers. Pure: the seed alone decides. */
import type { Random } from './random.ts'

/** One line of a cart. */
export interface PlannedLine {
  /** Number of the item in the stock, from 0. */
  readonly item: number
  readonly quantity: number
}

/** How many items are in stock. So few that most carts want the same ones. */
export const STOCK_ITEMS = 5

/** The most pieces of an item in a cart. */
export const MOST_PIECES = 3

/** The price of an item, in minor units. No two carts that differ are likely to cost the same. */
export const priceOf = (item: number) => 412 + 137 * item * item

/** Draws a cart: some items, each once, in any order. */
export function planCart(random: Random): readonly PlannedLine[] {
  const left = Array.from({ length: STOCK_ITEMS }, (_, item) => item)
  return Array.from({ length: random.integer(1, 4) }, () => {
    const [item = 0] = left.splice(random.integer(0, left.length - 1), 1)
    return { item, quantity: random.integer(1, MOST_PIECES) }
  })
}

/** What a cart costs, in minor units. */
export const cartMinor = (cart: readonly PlannedLine[]) =>
  cart.reduce((sum, { item, quantity }) => sum + priceOf(item) * quantity, 0)
