/** The limited offers that carts are made of. */
import { createHash } from 'node:crypto'
import { signOffer } from '../cli/sign-offer.ts'
import type { Addresses } from '../scripts/stack/addresses.ts'
import type { Stack } from '../scripts/stack/stack.ts'
import type { CheckoutLine } from '../shared/http-bodies.ts'
import { toDecimal } from '../shared/money.ts'
import { signingInput } from '../shared/offer.ts'
import { MOST_PIECES, type PlannedLine, priceOf, STOCK_ITEMS } from './cart-plan.ts'

/** A limited offer. */
interface StockItem {
  readonly offer: string
  readonly limit: number
}

export type Stock = readonly StockItem[]

/** Of 1,000 orders, some want more pieces of an item than there are. */
const PIECES_PER_ORDER = 0.05

const LEAST_PIECES = 4

/** How many pieces of each item make a stock that is too small for so many orders. */
export const scarcePieces = (orders: number) => Math.max(LEAST_PIECES, Math.round(orders * PIECES_PER_ORDER))

/** Signs the offers of a stock with so many pieces of each item. */
export function signStock({ addresses, offerKey }: Stack, limit: number): Promise<Stock> {
  const iat = Math.floor(Date.now() / 1000)
  const signed = Array.from({ length: STOCK_ITEMS }, async (_, item) => {
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
  cart.map(({ item, quantity }) => ({ offer: stock[item]?.offer ?? '', quantity }))

/** What the counter of an offer has: the units that are sold, and those that each order holds. */
export interface Counted {
  readonly sold: number
  readonly held: Readonly<Record<string, number>>
}

/** Reads the counter of every offer, in the order of the stock. */
export const countStock = (stock: Stock, { local }: Addresses): Promise<Counted[]> =>
  Promise.all(
    stock.map(async (one) => {
      const reply = await fetch(`${local.edge}/__testing/stock/${digestOf(one)}`)
      return (await reply.json()) as Counted
    }),
  )

/** Identifies an offer at its counter. */
const digestOf = ({ offer }: StockItem): string =>
  createHash('sha256').update(signingInput(offer)).digest('base64url')
