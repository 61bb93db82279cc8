/** When the merchant is told that few units of a product are left: once, until there are more again. Pure. */

/** What the merchant wants to be told of. */
export interface LowMark {
  /** The product's id. */
  readonly product: string
  /** So few units, or fewer. */
  readonly lowAt: number
}

/** The units of a product, as its counter keeps them. */
export interface Stock {
  /** All units, with those that are sold. */
  readonly limit: number
  readonly sold: number
  /** Absent: the merchant wants to be told of nothing. */
  readonly low?: LowMark
}

/** Never below zero: units may be taken away that were sold already. */
export const unitsLeft = ({ limit, sold }: Stock): number => Math.max(0, limit - sold)

/** Whether so few are left that the merchant wants to know. Units that orders reserve count as left. */
export const isLow = (stock: Stock): boolean => stock.low !== undefined && unitsLeft(stock) <= stock.low.lowAt
