/** The carts that shoppers put together from a stock of limited offers and products. Pure: the seed alone decides. */
import type { Random } from './random.ts'

/** One line of a cart. */
export interface PlannedLine {
  /** Number of the item in the stock, from 0. */
  readonly item: number
  readonly quantity: number
}

/** How many items are sold as signed offers. So few that most carts want the same ones. */
const OFFER_ITEMS = 5

/** How many are products of the catalogue; their numbers come after those of the offers. */
const PRODUCT_ITEMS = 3

/** Every item in stock. */
export const STOCK: readonly number[] = Array.from({ length: OFFER_ITEMS + PRODUCT_ITEMS }, (_, item) => item)

/** Whether the catalogue sells an item, and says its price. */
export const isProduct = (item: number) => item >= OFFER_ITEMS

/** The most pieces of an item in a cart. */
export const MOST_PIECES = 3

/** The price of an item, in minor units; of a product, its first one. No two carts that differ are likely to cost the same. */
export const priceOf = (item: number) => 412 + 137 * item * item

/** Draws a cart of offers: some items, each once, in any order. */
export const planCart = (random: Random): readonly PlannedLine[] =>
  drawLines(random, random.integer(1, 4), STOCK.slice(0, OFFER_ITEMS))

/** Draws lines of products. */
const planProductLines = (random: Random, count: number): readonly PlannedLine[] =>
  drawLines(random, count, STOCK.slice(OFFER_ITEMS))

function drawLines(random: Random, count: number, items: readonly number[]): readonly PlannedLine[] {
  const left = [...items]
  return Array.from({ length: count }, () => {
    const [item = 0] = left.splice(random.integer(0, left.length - 1), 1)
    return { item, quantity: random.integer(1, MOST_PIECES) }
  })
}

/** What a cart costs at first, in minor units. The price of a product only rises. */
export const cartMinor = (cart: readonly PlannedLine[]) =>
  cart.reduce((sum, { item, quantity }) => sum + priceOf(item) * quantity, 0)

/** Between which two steps of a shopper the merchant changes what they buy. */
const STEPS = { 'after-look': 3, 'after-lost-answer': 3, 'while-answering': 3, 'before-later-attempt': 2 }

/** What the merchant changes: the price; whether the product is shown, for a while; or more units are there. */
const CHANGES = { price: 5, hiding: 2, units: 3 }

/** A merchant's change of a product, between two steps of somebody who buys it. */
export interface PlannedChange {
  readonly step: keyof typeof STEPS
  readonly what: keyof typeof CHANGES
  /** Number of the product in the stock. */
  readonly item: number
}

/** Products that somebody buys. */
interface PlannedProducts {
  readonly cart: readonly PlannedLine[]
  /** The page sells the one product by its name, and no cart. */
  readonly isSingle: boolean
  readonly change?: PlannedChange
}

/** The share of sales with products in which one of them changes. */
const CHANGED = 0.7

/** Draws products, as a single sale or as lines of a cart, beside those of a cart of offers. */
export function planProducts(random: Random, offers: readonly PlannedLine[]): PlannedProducts {
  const isSingle = random.isTrue(0.4)
  const lines = planProductLines(random, isSingle ? 1 : random.integer(1, 2))
  const change = {
    step: random.weighted(STEPS),
    what: random.weighted(CHANGES),
    item: lines[0]?.item ?? 0,
  }
  const cart = isSingle ? lines : [...lines, ...offers]
  return { cart, isSingle, ...(random.isTrue(CHANGED) && { change }) }
}
