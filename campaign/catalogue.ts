/** The merchant's side of the catalogue: makes products, and changes them while they are sold. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type MerchantClient,
  type Product,
  type ProductContent,
  RefusedError,
  UncertainError,
} from '../packages/server/src/server.ts'
import { toDecimal, toMinor } from '../shared/money.ts'
import { isProduct, MOST_PIECES, type PlannedChange, priceOf, STOCK } from './cart-plan.ts'

/** The id of an item of the stock that is a product. */
export const productId = (item: number) => `product-${item}`

/** Version → the price of a piece in minor units. */
export type PricesOfVersions = ReadonlyMap<string, number>

/** So long a product is hidden. */
const HIDDEN_MS = 300

/** A merchant adds so many units at once. */
const ADDED_UNITS = 2

/** Others change the same product meanwhile. */
const MOST_TRIES = 50

/** Changes products with a merchant key, and knows which changes the edge has confirmed. */
export class Catalogue {
  readonly #pay: MerchantClient
  /** Units by item, with every change. */
  readonly #units = new Map<number, number>()
  #prices = 0
  #changes = 0

  constructor(pay: MerchantClient) {
    this.#pay = pay
  }

  /** Makes every product, with so many units. */
  async create(units: number): Promise<void> {
    for (const item of STOCK.filter(isProduct)) {
      await this.#pay.createProduct({
        ...{
          id: productId(item),
          name: `Thing ${item}`,
          currency: 'EUR',
          intent: 'sale',
          shown: true,
          units,
        },
        ...{ amount: toDecimal(priceOf(item), 2), quantity: { min: 1, max: MOST_PIECES } },
      })
      this.#units.set(item, units)
    }
  }

  /** Carries out a planned change. @returns Whether the price is another one for good. */
  async carryOut({ what, item }: PlannedChange): Promise<boolean> {
    if (what === 'units') await this.#addUnits(item)
    else if (what === 'hiding') await this.#hide(item)
    else await this.#change(item, { amount: this.#newPrice(item) })
    return what === 'price'
  }

  /** The units of an item in all, as they were made and changed. */
  unitsOf = (item: number): number => this.#units.get(item) ?? 0

  /** The units that the catalogue has. */
  async keptUnitsOf(item: number): Promise<number | undefined> {
    return (await this.#read(item)).units
  }

  /** Every price that the products have had. */
  async pricesOfVersions(): Promise<PricesOfVersions> {
    const prices = new Map<string, number>()
    for (const item of STOCK.filter(isProduct)) {
      for await (const { version, content } of this.#pay.productVersions(productId(item))) {
        const minor = toMinor(content.amount ?? '', 2)
        if (minor.ok) prices.set(version, minor.value)
      }
    }
    return prices
  }

  /** No price comes twice: what an order agreed on is over once there is another one. */
  #newPrice(item: number): string {
    this.#prices += 1
    return toDecimal(priceOf(item) + this.#prices, 2)
  }

  async #hide(item: number): Promise<void> {
    await this.#change(item, { shown: false })
    await pause(HIDDEN_MS)
    await this.#change(item, { shown: true })
  }

  /** As an editor does it: reads the product, and writes it unless somebody else has changed it since. */
  async #change(item: number, changed: Partial<ProductContent>): Promise<void> {
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const {
        id: _,
        version,
        changedAt: __,
        changedBy: ___,
        units: ____,
        sold: _____,
        ...content
      } = await this.#read(item)
      const body = { ...content, ...changed, version }
      if (await this.#isChanged(item, body)) return
    }
    throw new Error(`${productId(item)} could not be changed`)
  }

  async #isChanged(item: number, body: ProductContent & { readonly version: string }): Promise<boolean> {
    try {
      await this.#pay.changeProduct(productId(item), body)
      return true
    } catch (error) {
      if (isPassedBy(error)) return false
      throw error
    }
  }

  /** Asks twice, for units that come once. */
  async #addUnits(item: number): Promise<void> {
    this.#changes += 1
    const change = { id: `units of the merchant ${this.#changes}`, change: ADDED_UNITS }
    for (const _ of ['first', 'again']) await this.#pay.changeUnits(productId(item), change)
    this.#units.set(item, this.unitsOf(item) + ADDED_UNITS)
  }

  /** A key with the scope `catalogue` gets the whole product. */
  #read = async (item: number) => (await this.#pay.getProduct(productId(item))) as Product
}

/** Somebody else was faster. After a lost answer the package cannot tell who it was: perhaps this very request. */
const isPassedBy = (error: unknown) =>
  (error instanceof RefusedError && error.code === 'product-changed') || error instanceof UncertainError
