/** The limited offers and products that carts are made of. */
import { createHash } from 'node:crypto'
import { signOffer } from '../cli/sign-offer.ts'
import type { Addresses } from '../scripts/stack/addresses.ts'
import type { Stack } from '../scripts/stack/stack.ts'
import type { CheckoutLine } from '../shared/http-bodies.ts'
import { toDecimal } from '../shared/money.ts'
import { cartInput, productInput, signingInput } from '../shared/offer.ts'
import { orderIdOf } from '../worker/credentials/order-id.ts'
import { isProduct, MOST_PIECES, type PlannedLine, priceOf, STOCK } from './cart-plan.ts'
import { type Catalogue, productId } from './catalogue.ts'

/** A limited offer, or a product with units. */
interface StockItem {
  /** Absent: a product. */
  readonly offer?: string
  /** The units in all. Those of a product grow. */
  readonly limit: number
  /** Of a product: the units that the catalogue says. */
  readonly kept?: number
}

export type Stock = readonly StockItem[]

/** Of 1,000 orders, some want more pieces of an item than there are. */
const PIECES_PER_ORDER = 0.05

const LEAST_PIECES = 4

/** How many pieces of each item make a stock that is too small for so many orders. */
export const scarcePieces = (orders: number) => Math.max(LEAST_PIECES, Math.round(orders * PIECES_PER_ORDER))

/** Signs the offers of a stock with so many pieces of each item; the catalogue has the products. */
export function signStock({ addresses, offerKey }: Stack, limit: number): Promise<Stock> {
  const iat = Math.floor(Date.now() / 1000)
  const signed = STOCK.map(async (item) => {
    if (isProduct(item)) return { limit }
    const offer = await signOffer(
      {
        ...{
          aud: addresses.edge,
          iat,
          exp: iat + 86_400,
          item: `item-${item}`,
          description: `Thing ${item}`,
        },
        ...{ currency: 'EUR', intent: 'sale', amount: toDecimal(priceOf(item), 2), limit },
        quantity: { min: 1, max: MOST_PIECES },
      },
      offerKey,
    )
    return { offer, limit }
  })
  return Promise.all(signed)
}

/** The lines of a cart, as the shop's page sends them. */
export const checkoutLines = (stock: Stock, cart: readonly PlannedLine[]): CheckoutLine[] =>
  cart.map(({ item, quantity }) =>
    isProduct(item) ? { product: productId(item), quantity } : { offer: stock[item]?.offer ?? '', quantity },
  )

/** The stock with the units that its products have by now. */
export const withUnits = (stock: Stock, catalogue: Catalogue): Promise<Stock> =>
  Promise.all(
    stock.map(async (one, item) => {
      if (!isProduct(item)) return one
      const kept = await catalogue.keptUnitsOf(item)
      return { limit: catalogue.unitsOf(item), ...(kept !== undefined && { kept }) }
    }),
  )

/** The id of the order that a cart, or its one product, opens under a key. */
export function orderIdOfCart(
  stock: Stock,
  {
    cart,
    isSingle,
    key,
  }: { readonly cart: readonly PlannedLine[]; readonly isSingle: boolean; readonly key: string },
): Promise<string> {
  const lines = cart.map(({ item, quantity }) => ({ digest: digestOf(stock, item), quantity }))
  return orderIdOf(isSingle ? (lines[0]?.digest ?? '') : hash(cartInput(lines)), key)
}

/** What the counter of an offer has: the units that are sold, and those that each order holds. */
export interface Counted {
  readonly sold: number
  readonly held: Readonly<Record<string, number>>
}

/** Reads the counter of every offer, in the order of the stock. */
export const countStock = (stock: Stock, { local }: Addresses): Promise<Counted[]> =>
  Promise.all(
    stock.map(async (_, item) => {
      const reply = await fetch(`${local.edge}/__testing/stock/${digestOf(stock, item)}`)
      return (await reply.json()) as Counted
    }),
  )

/** Identifies an offer or product at its counter. */
const digestOf = (stock: Stock, item: number): string =>
  hash(isProduct(item) ? productInput(productId(item)) : signingInput(stock[item]?.offer ?? ''))

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
